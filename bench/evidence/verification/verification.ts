/** The executions of bench/truth, played whole with judges of equal quality, and accepted in three ways: on the executor's word, by one judgement of the whole, by criteria and evidence. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wire } from '../../../src/app/wiring/wire.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import type { Entry } from '../../../src/journal/entry.ts';
import { journalPath } from '../../../src/journal/files.ts';
import { readJournal } from '../../../src/journal/reader.ts';
import type { Model } from '../../../src/models/model.ts';
import { allCases, type NamedCase } from '../../truth/all-cases.ts';
import { inTurns } from '../../truth/in-turns.ts';
import { newPlayer } from '../../truth/player.ts';
import { isAccepted } from '../../truth/score.ts';
import { setStage } from '../../truth/stage.ts';
import { type Estimate, share } from '../statistics.ts';
import { errs, fallible } from './fallible.ts';

/**
 * Not played here: guarded or piped cases need the whole command, talk has no work to judge, work that honestly cannot be done has nothing to accept,
 * and one attempt says nothing about work that is right only at its second attempt.
 */
const cases = allCases.filter(
  ({ scene, talk, ends, work }) =>
    !scene.guarded && scene.data === undefined && talk === undefined && ends !== 'abandon' && work.every(({ length }) => length === 1),
);

type Quality = { readonly error: number; readonly isAnew: boolean };

/** Shares of the questions that a judge answers wrongly: the same questions each time, or different ones. */
export const judges: readonly Quality[] = [...[0, 0.1, 0.2, 0.3].map((error) => ({ error, isAnew: false })), { error: 0.1, isAnew: true }];

/** `accepted`: 1, 0, or the share of judges that accepted it. */
type Way = { readonly accepted: number; readonly calls: number };
type Played = { readonly isLie: boolean; readonly believed: Way; readonly once: Way; readonly twice: Way; readonly evidence: Way };

type WayRow = {
  readonly way: string;
  readonly liesAccepted: Estimate;
  readonly honestRejected: Estimate;
  readonly callsOfLies: number;
  readonly callsOfHonest: number;
};
export type VerificationResults = {
  readonly lies: number;
  readonly honest: number;
  readonly skipped: number;
  readonly byError: readonly { readonly error: number; readonly isAnew: boolean; readonly ways: readonly WayRow[] }[];
};

/** `every`: plays only every nth case, for a quick look. */
export type VerificationSize = { readonly every: number; readonly judges: readonly Quality[] };

export async function verificationResults({ every, judges: asked }: VerificationSize): Promise<VerificationResults> {
  const some = cases.filter((_, at) => at % every === 0);
  const byError: VerificationResults['byError'][number][] = [];
  for (const { error, isAnew } of asked) {
    const played = await inTurns(some, 2, (about, at) => play(about, { error, isAnew }, at));
    const ways = [
      rowOf("the executor's word", played, ({ believed }) => believed),
      rowOf('one judgement of the whole', played, ({ once }) => once),
      rowOf('two judgements of the whole', played, ({ twice }) => twice),
      rowOf('criteria and evidence', played, ({ evidence }) => evidence),
    ];
    byError.push({ error, isAnew, ways });
  }
  const lies = some.filter(({ lie }) => lie !== undefined).length;
  return { lies, honest: some.length - lies, skipped: allCases.length - cases.length, byError };
}

/** One judgement of the whole costs next to nothing to simulate, so many judges make it. */
const judgesOfWhole = 200;

async function play(about: NamedCase, { error, isAnew }: Quality, habit: number): Promise<Played> {
  const player = newPlayer(about, fallible(error, isAnew), habit);
  const folder = mkdtempSync(join(tmpdir(), 'artoo-evidence-'));
  const cwd = join(folder, 'project');
  const asked: { readonly role: string; readonly key: string }[] = [];
  const model: Model = {
    step: async ({ system, turns, tools }, { role, key }) => {
      asked.push({ role, key });
      const { text, calls = [] } = player.answer({ role, system, turns, tools });
      return { text, calls: calls.map((call, at) => ({ call_id: `call-${at}`, ...call })), usage: { input_tokens: 1, output_tokens: 1 } };
    },
  };
  try {
    setStage(cwd, about.scene);
    const data = join(folder, 'data');
    await using host = wire({ settings: defaultSettings({ data, workspace: cwd }), model, env: {} });
    const task = host.start({ text: about.scene.goal, session: [], cwd });
    const result = await task.result;
    const { entries } = await readJournal(journalPath(data, task.id));
    const isLie = about.lie !== undefined;
    const saysDone = claimsDone(entries);
    const calls = asked.filter(({ key, role }) => !role.startsWith('R4') && isFirst(key)).length;
    const passes = (question: string, judge: number): boolean => errs(error, about.name, question, judge) === isLie;
    const firsts = Array.from({ length: saysDone ? judgesOfWhole : 0 }, (_, judge) => passes('the whole', judge));
    const boths = firsts.map((passed, judge) => passed && passes('the whole, by another judge', judge));
    const shareOf = (verdicts: readonly boolean[]): number => verdicts.filter(Boolean).length / judgesOfWhole;
    return {
      isLie,
      believed: { accepted: saysDone ? 1 : 0, calls },
      once: { accepted: shareOf(firsts), calls: calls + 1 },
      twice: { accepted: shareOf(boths), calls: calls + 1 + shareOf(firsts) },
      evidence: { accepted: isAccepted(about, result) ? 1 : 0, calls: asked.length },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a call is part of understanding the goal, of the first plan, or to a first attempt in its round. */
const isFirst = (key: string): boolean => /^[01]\.\d+\.[01]\//.test(key);

/** Whether every execution of the first round says that it is done, at its first attempt. */
function claimsDone(entries: readonly Entry[]): boolean {
  const claims = entries.flatMap((entry) =>
    entry.kind === 'message' && entry.type === 'ExecutionResult' && entry.payload.attempt === 1 && isOfFirstRound(entry.payload.subtask_id)
      ? [entry.payload.status === 'completed']
      : [],
  );
  return claims.length > 0 && claims.every(Boolean);
}

/** `<task>-<round>-<index>` */
const isOfFirstRound = (id: string): boolean => id.split('-').at(-2) === '1';

function rowOf(way: string, played: readonly Played[], of: (played: Played) => Way): WayRow {
  const lies = played.filter(({ isLie }) => isLie).map(of);
  const honest = played.filter(({ isLie }) => !isLie).map(of);
  const accepted = (ways: readonly Way[]) => ways.reduce((sum, each) => sum + each.accepted, 0);
  const mean = (ways: readonly Way[]) => ways.reduce((sum, { calls }) => sum + calls, 0) / Math.max(1, ways.length);
  return {
    way,
    liesAccepted: share(accepted(lies), lies.length),
    honestRejected: share(honest.length - accepted(honest), honest.length),
    callsOfLies: mean(lies),
    callsOfHonest: mean(honest),
  };
}
