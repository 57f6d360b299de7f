/** A whole run of a suite: fixes what is measured, reads earlier results, runs the rest, and sums up everything. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../config/version.ts';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type EvalReport, evalReport } from '../../eval/figures/eval-report.ts';
import { Tally } from '../../eval/figures/tally.ts';
import type { Suite, SuiteTask, TrialLimits } from '../../eval/suite/suite-task.ts';
import { openResults, type ResultsFile, type ResultsHead, readResults } from '../../eval/trials/results-file.ts';
import { type RunBudget, RunPurse } from '../../eval/trials/run-purse.ts';
import { type RunEnd, runTrials, type Work } from '../../eval/trials/run-trials.ts';
import { isSettled, type Spent, type TrialResult, trialKey } from '../../eval/trials/trial-result.ts';
import type { Caps } from '../../laws/caps.ts';
import type { Environment } from '../../tools/running/environment.ts';
import { closing } from './closing.ts';
import { createPlay } from './play-chain.ts';
import type { Arm } from './read-arm.ts';
import { type ReadyArm, readyArm } from './ready-arm.ts';
import { openScratch } from './scratch-folder.ts';

export type EvalOptions = {
  readonly suite: Suite;
  readonly arms: readonly Arm[];
  readonly repeats?: number | undefined;
  readonly isWanted: (task: SuiteTask) => boolean;
  readonly parallel: number;
  /** Limits for the whole run. What earlier processes spent on it counts, but not their time. */
  readonly budget: RunBudget & { readonly time_ms?: number | undefined };
  /** Where results are. */
  readonly out: string;
  /** Whether the folders of trials stay. */
  readonly keep: boolean;
  /** The data folder and the home of the person. */
  readonly data: string;
  readonly home: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly onBegin?: (begun: Begun) => void;
  readonly onStart?: (work: Work) => void;
  readonly onResult?: (result: TrialResult) => void;
};

/** What is known before the first trial. */
type Begun = { readonly arms: readonly Pick<ReadyArm, 'name' | 'who' | 'notes'>[]; readonly before: number };

/** `folders`: where the folders of trials are, if they stay. */
export type Evaluated = { readonly report: EvalReport; readonly results: string; readonly run_now: number; readonly folders?: string };

/** Throws `config_invalid`, `model_unset`, `results_unfit` or `data_unwritable` before anything is run. */
export async function evalSuite(options: EvalOptions): Promise<Evaluated> {
  const { suite, out, keep, budget, onBegin, onStart, onResult } = options;
  makeFolder(out);
  const arms = new Map<string, ReadyArm>();
  for (const arm of options.arms) arms.set(arm.name, await readyArm(arm, { ...options, neutral: out }));
  using results = await openResults(join(out, 'results.jsonl'), headOf(suite, options.arms, arms));
  const { done, spent } = await readBefore(results);
  onBegin?.({ arms: [...arms.values()], before: done.size });
  await using scratch = await openScratch(out, keep);
  const paths = { scratch: scratch.path, journals: join(out, 'journals') };
  const play = createPlay({ ...paths, arms, keep, env: options.env, closed: closing([...suite.closed, out]) });
  let run_now = 0;
  const end = await withinTime(options, (signal) =>
    runTrials({
      ...{ tasks: suite.tasks(), isWanted: options.isWanted, repeats: options.repeats, parallel: options.parallel, done, play, signal },
      ...(onStart && { onStart }),
      arms: [...arms.keys()],
      purse: new RunPurse(budget, spent),
      limitsOf: ({ limits }, arm) => tighter(limits, arms.get(arm)?.settings.task.caps),
      onResults(ended) {
        if (ended.length > 0) results.append(ended);
        run_now += ended.length;
        for (const result of ended) onResult?.(result);
      },
    }),
  );
  return { report: await reportOf(results, suite.count, end), results: results.path, run_now, ...(keep && { folders: scratch.path }) };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot make the folder ${path}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}

const headOf = (suite: Suite, wanted: readonly Arm[], arms: ReadonlyMap<string, ReadyArm>): ResultsHead => ({
  ...{ format: 1, suite: suite.name, hash: suite.hash, version, started_at: new Date().toISOString() },
  arms: wanted.map(({ name, settings }) => ({ name, settings: { ...settings, models: arms.get(name)?.who ?? '' } })),
});

/** The results so far, and what was spent on them. */
async function readBefore({ path }: ResultsFile): Promise<{ readonly done: ReadonlySet<string>; readonly spent: readonly Spent[] }> {
  const done = new Set<string>();
  const spent: Spent[] = [];
  for await (const result of readResults(path)) {
    spent.push(result.spent);
    if (isSettled(result)) done.add(trialKey(result));
  }
  return { done, spent };
}

/** The tighter of the two limits. */
function tighter(own: TrialLimits, caps: Caps | undefined): TrialLimits {
  const least = (one: number | undefined, other: number | null | undefined) =>
    one === undefined && (other ?? undefined) === undefined
      ? undefined
      : Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY);
  const [active_ms, tokens, usd] = [least(own.active_ms, caps?.active_ms), least(own.tokens, caps?.tokens), least(own.usd, caps?.usd)];
  return {
    ...(active_ms === undefined ? {} : { active_ms }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
  };
}

/** Trials that are under way when the time is up have no result. */
async function withinTime({ budget, signal }: EvalOptions, run: (signal: AbortSignal) => Promise<RunEnd>): Promise<RunEnd> {
  if (budget.time_ms === undefined) return run(signal);
  const time = AbortSignal.timeout(budget.time_ms);
  const end = await run(AbortSignal.any([signal, time]));
  return end.ended === 'stopped' && !signal.aborted ? { ended: 'budget' } : end;
}

async function reportOf({ path, head }: ResultsFile, count: number, end: RunEnd): Promise<EvalReport> {
  const tally = new Tally(head.arms.map(({ name }) => name));
  for await (const result of readResults(path)) tally.add(result);
  return evalReport(head, tally, end, count);
}
