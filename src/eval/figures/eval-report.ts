/** The results of a whole run as plain data: what a table, a page and `--json` show. Pure. */
import type { ResultsHead } from '../trials/results-file.ts';
import type { RunEnd } from '../trials/run-trials.ts';
import type { Spent, TrialResult } from '../trials/trial-result.ts';
import { pairedDifference, type Share, shareOf, type TaskCount, wilson } from './intervals.ts';
import type { ArmTally, Tally, WorstTrial } from './tally.ts';

/** A share of the trials, such as those that artoo ended as done. */
export type Rate = { readonly count: number; readonly of: number; readonly share: Share };

export type ArmReport = {
  readonly arm: string;
  readonly trials: number;
  readonly passed: number;
  readonly pass_rate: Share;
  readonly claims: Readonly<Record<TrialResult['claim'], number>>;
  readonly false_done: Rate;
  readonly false_failed: Rate;
  readonly spent: Spent;
  readonly rounds: number;
  readonly worst: WorstTrial | null;
  readonly kinds: readonly { readonly kind: string; readonly passed: number; readonly trials: number }[];
};

/** How an arm compares with the first, on the tasks that both have run. */
export type ArmDifference = {
  readonly arm: string;
  readonly against: string;
  readonly tasks: number;
  readonly difference: Share;
  /** The number of tasks that the arm passed more often, less often, and as often as the first. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
};

export type TaskRow = { readonly task: string; readonly kind: string; readonly arms: readonly (TaskCount | null)[] };

export type EvalReport = {
  readonly suite: string;
  readonly tasks_in_suite: number;
  readonly started_at: string;
  readonly version: string;
  readonly end: RunEnd | { readonly ended: 'read' };
  readonly arms: readonly ArmReport[];
  readonly differences: readonly ArmDifference[];
  readonly tasks: readonly TaskRow[];
  readonly refused: readonly { readonly task: string; readonly why: string }[];
  readonly skipped: readonly { readonly task: string; readonly why: string }[];
  /** How many trials do not have a result yet. */
  readonly open: { readonly unavailable: number; readonly cut: number };
  /** What the trials without a result have cost. */
  readonly wasted: Spent;
};

export function evalReport(head: ResultsHead, tally: Tally, end: EvalReport['end'], tasks_in_suite: number): EvalReport {
  const arms = [...tally.arms];
  const [first, ...others] = arms;
  return {
    ...{ suite: head.suite, tasks_in_suite, started_at: head.started_at, version: head.version, end },
    arms: arms.map(([arm, counted]) => armReport(arm, counted)),
    differences: first === undefined ? [] : others.map((other) => difference(first, other)),
    tasks: Array.from(tally.kindOf, ([task, kind]) => ({
      task,
      kind,
      arms: arms.map(([, { tasks }]) => tasks.get(task) ?? null),
    })).toSorted((a, b) => (a.kind === b.kind ? compare(a.task, b.task) : compare(a.kind, b.kind))),
    ...{ refused: tally.refused, skipped: tally.skipped, open: tally.open, wasted: tally.wasted },
  };
}

function armReport(arm: string, { tasks, kinds, claims, falseDone, falseFailed, spent, rounds, worst }: ArmTally): ArmReport {
  const all = [...tasks.values()];
  return {
    arm,
    trials: all.reduce((sum, { trials }) => sum + trials, 0),
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    pass_rate: shareOf(all),
    claims,
    false_done: rate(falseDone, claims.done + claims.gaps),
    false_failed: rate(falseFailed, claims.gave_up),
    ...{ spent, rounds, worst: worst ?? null },
    kinds: Array.from(kinds, ([kind, count]) => ({ kind, ...count })),
  };
}

const rate = (count: number, of: number): Rate => ({ count, of, share: wilson(of === 0 ? 0 : count / of, of) });

function difference([against, a]: readonly [string, ArmTally], [arm, b]: readonly [string, ArmTally]): ArmDifference {
  const pairs = Array.from(a.tasks, ([task, count]) => ({ a: count, b: b.tasks.get(task) })).flatMap(({ a: one, b: other }) =>
    other ? [{ a: one, b: other }] : [],
  );
  const gains = pairs.map((pair) => Math.sign(pair.b.passed / pair.b.trials - pair.a.passed / pair.a.trials));
  const count = (sign: number) => gains.filter((gain) => gain === sign).length;
  return { arm, against, tasks: pairs.length, difference: pairedDifference(pairs), better: count(1), worse: count(-1), same: count(0) };
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
