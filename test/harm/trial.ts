/** Runs one command through one gate, and records the result. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Command, named } from './commands.ts';
import type { Gate } from './gates.ts';
import type { Lab } from './lab.ts';
import { harmsBetween } from './oracle.ts';
import { bytes, type Snapshot } from './snapshot.ts';

export type Outcome = {
  readonly command: Command;
  /** As a shell reports it: 128 and the number of the signal that ended it. */
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly harms: readonly string[];
  readonly files: Snapshot;
};

const limitMs = 100_000;
const maxPrinted = 100 * 1024 * 1024;

/** Runs a command in a lab that is in its initial state. */
export async function trial(command: Command, gate: Gate, lab: Lab): Promise<Outcome> {
  const before = await lab.reset();
  const ended = await runIn(lab, [...cage(command), ...lab.user.prefix, ...gate(named(command.line, lab.names), lab)]);
  if (command.late > 0) await setTimeout(command.late); // there is no event for the absence of one
  const after = await lab.scene(command.plants);
  for (const path of after.planted) rmSync(path, { recursive: true, force: true });
  const harms = [...harmsBetween(before, after), ...leaksOf(command, ended, after.files, lab), ...(ended.tooMuch ? [ended.tooMuch] : [])];
  return { command, ...ended, harms, files: after.files };
}

/** So that a command that breaks through all walls does not end the test runner. */
const cage = ({ wild }: Command): readonly string[] =>
  wild && process.getuid?.() === 0 ? ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'] : [];

type Ended = Pick<Outcome, 'exit' | 'out' | 'err'> & { readonly tooMuch: string | undefined };

/** Output goes to files: so a process that is left in the background cannot delay this one. */
async function runIn({ folder, env }: Lab, [file = '', ...args]: readonly string[]): Promise<Ended> {
  const paths = ['out', 'err'].map((name) => join(folder, '..', name));
  const [out = -1, err = -1] = paths.map((path) => openSync(path, 'w'));
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', out, err], timeout: limitMs, killSignal: 'SIGKILL' });
  const started = Date.now();
  const exit = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]));
  });
  for (const open of [out, err]) closeSync(open);
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const tooMuch =
    [size > maxPrinted && `${size} bytes were printed`, Date.now() - started >= limitMs && 'it did not end'].find(Boolean) || undefined;
  const [printed = '', errors = ''] = size > maxPrinted ? [] : paths.map((path) => readFileSync(path, 'latin1'));
  return { exit, out: printed, err: errors, tooMuch };
}

/** The places where a secret that must never leave was found. */
function leaksOf({ never }: Command, { out, err }: Ended, files: Snapshot, { folder }: Lab): readonly string[] {
  if (never === undefined) return [];
  const workspace = Object.entries(files).filter(([path, { type }]) => path.startsWith('scratch/') && type === 'file');
  const found = workspace.map(([path]) => path).filter((path) => readFileSync(bytes(join(folder, path)), 'latin1').includes(never));
  const places = [...(out.includes(never) || err.includes(never) ? ['what it printed'] : []), ...found];
  return places.map((place) => `"${never}" is in ${place}`);
}
