/** Runs every trial of a suite that has no result yet: a few at once, within the budget of the whole run, until it is stopped. */
import { type Chain, chainsOf } from '../suite/chains.ts';
import type { SuiteTask } from '../suite/suite-task.ts';
import type { Reservation, RunPurse } from './run-purse.ts';
import { isSettled, nothingSpent, type Spent, sumOf, type TrialResult, trialKey } from './trial-result.ts';

/** The trials of one chain of tasks under one arm, which share a memory. */
export type Work = {
  readonly chain: Chain;
  readonly arm: string;
  readonly repeat: number;
  /** What the next trial may use; undefined if nothing is left for the run. */
  reserve(task: SuiteTask): Reservation | undefined;
};

/** Plays the trials of one chain in their order. Rejects when the signal fires, or because of a defect. */
export type Play = (work: Work, signal: AbortSignal) => Promise<readonly TrialResult[]>;

export type RunTrials = {
  readonly tasks: AsyncIterable<SuiteTask>;
  /** The names of the arms. */
  readonly arms: readonly string[];
  /** Overrides how often each task runs. */
  readonly repeats?: number | undefined;
  readonly isWanted: (task: SuiteTask) => boolean;
  /** The keys of trials that have a result. */
  readonly done: ReadonlySet<string>;
  readonly purse: RunPurse;
  /** The limits of the trial itself. */
  readonly limitsOf: (task: SuiteTask, arm: string) => SuiteTask['limits'];
  readonly parallel: number;
  readonly play: Play;
  /** Called with the results of each chain, as it ends. */
  readonly onResults: (results: readonly TrialResult[]) => void;
  readonly onStart?: (work: Work) => void;
  readonly signal: AbortSignal;
};

/** Why a run ended. */
export type RunEnd =
  | { readonly ended: 'all' | 'stopped' | 'budget' }
  | { readonly ended: 'unavailable'; readonly arm: string; readonly why: string };

/** How many trials in a row may fail to reach a model before the run ends: further trials would fail, too. */
const maxUnavailable = 3;

export async function runTrials(run: RunTrials): Promise<RunEnd> {
  const { arms, parallel, play, onResults, onStart, signal } = run;
  const ending = new AbortController();
  const stop = AbortSignal.any([signal, ending.signal]);
  const missed = new Map(arms.map((arm) => [arm, 0]));
  let end: RunEnd | undefined;
  const works = worksOf(run);

  const finish = (reason: RunEnd): void => {
    end ??= reason;
    if (reason.ended === 'unavailable') ending.abort();
  };

  const watch = (results: readonly TrialResult[]): void => {
    for (const { outcome, arm, why } of results) {
      const count = outcome === 'unavailable' ? (missed.get(arm) ?? 0) + 1 : 0;
      missed.set(arm, count);
      if (count >= maxUnavailable) finish({ ended: 'unavailable', arm, why });
    }
    if (results.some(({ outcome }) => outcome === 'cut')) finish({ ended: 'budget' });
  };

  const worker = async (): Promise<void> => {
    while (end === undefined && !stop.aborted) {
      const { value: work, done } = await works.next();
      if (done || end !== undefined || stop.aborted) return;
      onStart?.(work);
      const results = await play(work, stop).catch((error: unknown) => {
        if (stop.aborted) return []; // the trial has no result, and runs again next time
        ending.abort();
        throw error;
      });
      onResults(asOne(results));
      watch(results);
    }
  };

  const ended = await Promise.allSettled(Array.from({ length: parallel }, worker));
  await works.return(undefined); // closes the files of the suite
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return end ?? { ended: signal.aborted ? 'stopped' : 'all' };
}

/** Goes task by task, with all arms of one task before the next task, so that a run that ends early has compared its arms on the same tasks. */
async function* worksOf({ tasks, arms, repeats, isWanted, done, purse, limitsOf, parallel }: RunTrials): AsyncGenerator<Work, undefined> {
  for await (const chain of chainsOf(tasks)) {
    if (!chain.some(isWanted)) continue;
    const times = repeats ?? Math.max(...chain.map((task) => task.repeats));
    for (let repeat = 1; repeat <= times; repeat += 1) {
      for (const arm of arms) {
        if (chain.every(({ id }) => done.has(trialKey({ task: id, arm, repeat })))) continue;
        yield { chain, arm, repeat, reserve: (task) => purse.reserve(limitsOf(task, arm), parallel) };
      }
    }
  }
  return undefined;
}

/** A chain that was not finished has no results, only costs: it runs again from its first task. */
function asOne(results: readonly TrialResult[]): readonly TrialResult[] {
  const open = results.find((result) => !isSettled(result));
  return open === undefined ? results : [{ ...open, spent: sumOf(results.map(({ spent }) => spent)) }];
}

/** The result of a trial that did not end by itself. */
export const withoutEnd = (
  { id, kind }: SuiteTask,
  { arm, repeat }: Pick<Work, 'arm' | 'repeat'>,
  outcome: 'refused' | 'skipped' | 'unavailable' | 'cut',
  why: string,
  ended_at: string,
  spent: Spent = nothingSpent,
): TrialResult => ({ task: id, kind, arm, repeat, outcome, claim: 'none', why, checks: [], spent, rounds: 0, ended_at });
