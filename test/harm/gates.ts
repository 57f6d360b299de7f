/** Ways to run one shell line in a lab. */
import { join } from 'node:path';
import type { Lab } from './lab.ts';

/** The command line that runs a shell line. */
export type Gate = (line: string, lab: Lab) => readonly string[];

const shell = ['bash', '--noprofile', '--norc', '-c', '--'];

/** Runs the line directly on the machine. Only for lines that are known to be harmless. */
export const bareGate: Gate = (line) => [...shell, line];

/** The line reaches the lab, its process and its world, and no other file on this machine: for the oracle, it runs without walls. */
export const railedGate: Gate = (line, { folder }) => [
  ...['env', `LINE=${line}`], // not on a command line: a search for a process by its command line would find the processes that search
  ...['bwrap', '--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--bind', '/proc', '/proc', '--bind', '/tmp', '/tmp'],
  ...['--bind', join(folder, '..'), join(folder, '..'), '--chdir', folder],
  ...[...shell, 'eval "$LINE"'],
];

/** The built `artoo try`, unattended, as another agent would use it. */
export const artooGate =
  ({ node, bin }: { readonly node: string; readonly bin: string }): Gate =>
  (line, { workspace, data }) => [node, bin, 'try', '--auto', '--json', '--workspace', workspace, '--data', data, '--', line];

/** Only walls without namespaces, without a law before them, and without applying anything afterwards. */
export const landlockGate =
  ({ node, script }: { readonly node: string; readonly script: string }): Gate =>
  (line, { workspace, data }) => [node, script, data, workspace, line];
