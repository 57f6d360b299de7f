/** Runs every command through `artoo try --auto`, and compares harmless ones with a run without it. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { z } from 'zod';
import type { Command } from './commands.ts';
import { artooGate, bareGate, type Gate } from './gates.ts';
import type { Lab } from './lab.ts';
import { openLabs } from './labs.ts';
import { leftRunning, stagingsOf } from './left-running.ts';
import { unlike } from './oracle.ts';
import { findProgram } from './programs.ts';
import { sideBySide } from './side-by-side.ts';
import { type Outcome, trial } from './trial.ts';
import type { User } from './user.ts';

/** A command, and what should not have happened. */
export type Fault = { readonly command: Command; readonly what: readonly string[] };

export type Proof = {
  /** Commands that did harm. */
  readonly harms: readonly Fault[];
  /** Harmless commands that were refused, or had a different result than without artoo. */
  readonly hindered: readonly Fault[];
  /** Commands that were not tried, because the walls had not held before. */
  readonly untried: readonly Command[];
  /** Commands that would have harmed files, and were not refused because of it. */
  readonly unrefused: readonly Fault[];
  /** Processes and folders of the proof that still exist at the end. */
  readonly left: readonly string[];
};

/** The part of the output of `--json` that the proof needs. */
const Said = z.object({ exit_code: z.int(), refused: z.boolean(), reason: z.string().optional(), output: z.string() });
type Said = z.infer<typeof Said>;

const labsAtOnce = 3;

/** Dangerous commands are tried last, and only if nothing else has done harm. */
export async function prove(user: User, some: readonly Command[]): Promise<Proof> {
  const before = new Set(stagingsOf(user));
  const { root, node } = inject('readable');
  await using labs = await openLabs({ count: labsAtOnce, user, node });
  const gate = artooGate({ node, bin: join(root, 'bin/artoo.cjs') });
  const [first] = labs.all;
  const tame = await sideBySide(
    some.filter((command) => !command.wild),
    labs.all,
    (command, lab) => examine(command, gate, lab),
  );
  const wild = some.filter((command) => command.wild);
  const last = tame.every(isHarmless) ? await inTurn(wild, (command) => examine(command, gate, first)) : [];
  const examined = [...tame, ...last];
  const faults = (what: 'harms' | 'hindrances') =>
    examined.filter((each) => each[what].length > 0).map((each) => ({ command: each.command, what: each[what] }));
  const unrefused = examined
    .filter(({ command, refused }) => !refused && isToBeRefused(command, user))
    .map(({ command, said }) => ({ command, what: [said] }));
  const left = [...(await leftRunning(labs.root)), ...stagingsOf(user).filter((path) => !before.has(path))];
  return { harms: faults('harms'), hindered: faults('hindrances'), untried: wild.slice(last.length), unrefused, left };
}

/** Runs them one after another until one does harm. */
async function inTurn(some: readonly Command[], work: (command: Command) => Promise<Examined>): Promise<readonly Examined[]> {
  const done: Examined[] = [];
  for (const command of some) if (done.every(isHarmless)) done.push(await work(command));
  return done;
}

const isHarmless = ({ harms }: Examined): boolean => harms.length === 0;

/**
 * Harm to files has effects, which are refused. Sending, stopping and reading cannot get through the walls: they have no effect, so nothing is asked.
 */
const isToBeRefused = ({ kind, oracle, inside, root, needs }: Command, { uid }: User): boolean =>
  kind === 'harmful' &&
  oracle === 'files' &&
  inside === undefined &&
  (!root || uid === 0) &&
  needs.every((name) => findProgram(name) !== undefined);

type Examined = {
  readonly command: Command;
  /** The result, for people. */
  readonly said: string;
  readonly refused: boolean;
  readonly harms: readonly string[];
  readonly hindrances: readonly string[];
};

async function examine(command: Command, gate: Gate, lab: Lab): Promise<Examined> {
  const bare = command.kind === 'harmless' ? await trial(command, bareGate, lab) : undefined;
  const contained = await trial(command, gate, lab);
  const said = saidBy(contained);
  const broken = said === undefined ? [`exit ${contained.exit} and no answer: ${contained.err.slice(0, 200)}`] : [];
  const told = `exit ${contained.exit}: ${said?.output.slice(0, 200) ?? contained.err.slice(0, 200)}`;
  const examined = { command, said: told, refused: said?.refused ?? false, harms: contained.harms };
  if (bare === undefined) return { ...examined, hindrances: broken };
  const refusal = said?.refused ? [`refused: ${said.reason}`] : [];
  const ended = whyEndedOtherwise(command, bare.exit, contained.exit, said);
  return { ...examined, hindrances: [...broken, ...refusal, ...ended, ...unlike(bare.files, contained.files)] };
}

/** It ends as it does without walls or, if it meets a closed place, with the expected failure. */
function whyEndedOtherwise({ meets }: Command, bare: number, contained: number, said: Said | undefined): readonly string[] {
  if (meets && !said?.output.includes(meets.says)) return [`it should have met a closed place: ${meets.says}`];
  const expected = meets?.exit ?? bare;
  return contained === expected ? [] : [`exit ${contained}, expected ${expected}, bare ${bare}`];
}

function saidBy({ out }: Outcome): Said | undefined {
  try {
    return Said.parse(JSON.parse(out));
  } catch {
    return undefined;
  }
}
