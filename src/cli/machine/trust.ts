/** `artoo trust`: shows a project's files of settings and servers, and records whether the person trusts them. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { projectConfigName, projectServersName } from '../../config/config-files.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { type JudgedFile, judged, judgedPaths, readJudgedFiles } from '../../config/servers/judged-files.ts';
import { readTrust, recordTrust, revokeTrust } from '../../config/trust.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { judgedLines } from '../../view/machine/trust-lines.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';
import { askTrust } from '../terminal/ask-trust.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { findTty } from '../terminal/tty.ts';

const flags: readonly Flag[] = [
  { name: 'yes', help: 'trust it without a question' },
  { name: 'json', help: 'print the list as JSON' },
  dataFlag,
];

export const trust: Command = {
  name: 'trust',
  usage: 'artoo trust [folder]\nartoo trust list\nartoo trust revoke [folder]',
  flags,
  summary: `A project's own ${projectConfigName} may be written by anyone. Until you trust it, it can only make artoo stricter:
ask, forbid, lower limits. Once you do, it may also name models, their servers and the workspace. What it would
allow is never taken from it, only shown. The MCP servers in ${projectServersName} count once you trust that file: its
commands and addresses are shown. Trust is for a file as it is now: when it changes, it is asked about again.

${flagHelp(flags)}`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const data = await quickDataFolder(given, terminal);
    const [first, ...rest] = words;
    const [verb, folders] = first === 'list' || first === 'revoke' ? [first, rest] : ['add', words];
    if (folders.length > (verb === 'list' ? 0 : 1)) throw new ArtooError('usage', `"${shown(folders.at(-1) ?? '')}" is one word too many`);
    const folder = resolve(terminal.cwd, folders[0] ?? '.');
    if (verb === 'list') return list(data, given.json === true, terminal);
    return verb === 'revoke' ? revoke(data, folder, terminal) : add(data, folder, given.yes === true, terminal);
  },
};

async function list(data: string, isJson: boolean, { print, note }: Terminal): Promise<number> {
  const judged = await readTrust(data);
  if (isJson) print(JSON.stringify(judged, undefined, 2));
  else if (judged.length === 0) note('No project is trusted.');
  else
    for (const { file, at, declined } of judged) print(`${visible(file)}  ${declined ? 'declined' : 'trusted'} since ${at.slice(0, 10)}`);
  return exits.ok;
}

async function revoke(data: string, folder: string, { note }: Terminal): Promise<number> {
  const revoked: string[] = [];
  for (const path of judgedPaths(folder)) if (await revokeTrust(data, await realpath(path).catch(() => path))) revoked.push(path); // it may be gone by now
  for (const path of revoked) note(`${visible(path)} is no longer trusted.`);
  if (revoked.length === 0) note(`Nothing in ${visible(folder)} was trusted.`);
  return revoked.length > 0 ? exits.ok : exits.failed;
}

async function add(data: string, folder: string, isSaid: boolean, terminal: Terminal): Promise<number> {
  const files = await readJudgedFiles(data, folder, terminal.env);
  if (files.length === 0)
    throw new ArtooError('usage', `${judgedPaths(folder).join(' and ')} are not there, or your own: there is nothing to trust`);
  let code: number = exits.ok;
  for (const file of files) {
    const { file: path, trust: before } = judged(file);
    const isTrusted = before === 'trusted' || isSaid || (await isAgreed(file, terminal));
    if (isTrusted === undefined) return exits.cancelled;
    if (before !== 'trusted') await recordTrust(data, judged(file), isTrusted, new Date());
    terminal.note(isTrusted ? `${visible(path)} is trusted as it is${before === 'trusted' ? '' : ' now'}.` : notTrusted(file));
    if (!isTrusted) code = exits.refused;
  }
  return code;
}

const notTrusted = (file: JudgedFile): string =>
  'settings' in file ? 'Not trusted: it can only make artoo stricter.' : 'Not trusted: none of its servers is started or asked.';

/** The question, with everything that the file sets. */
async function isAgreed(project: JudgedFile, terminal: Terminal): Promise<boolean | undefined> {
  using tty = findTty(terminal, false);
  if (!tty) {
    for (const line of judgedLines(project)) terminal.note(line);
    throw new ArtooError('usage', 'there is no terminal to ask at; artoo trust --yes trusts it without a question');
  }
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  return askTrust(project, createPrompter(tty.input, terminal, signal), terminal.width);
}
