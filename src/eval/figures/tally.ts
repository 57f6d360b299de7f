/** Counts results as they come, so that a run of any length can be summed up: keeps only two numbers for each task and arm. */
import { counts, isSettled, nothingSpent, type Spent, sumOf, type TrialResult, trialKey } from '../trials/trial-result.ts';
import type { TaskCount } from './intervals.ts';

/** The worst trial: of the failed trials, or of all if none failed, the one that used the most tokens. */
export type WorstTrial = Pick<TrialResult, 'task' | 'repeat' | 'outcome' | 'claim' | 'why' | 'spent' | 'journal'>;

export type ArmTally = {
  readonly tasks: ReadonlyMap<string, TaskCount>;
  readonly kinds: ReadonlyMap<string, TaskCount>;
  readonly claims: Readonly<Record<TrialResult['claim'], number>>;
  readonly falseDone: number;
  readonly falseFailed: number;
  readonly spent: Spent;
  readonly rounds: number;
  readonly worst: WorstTrial | undefined;
};

/** A task that did not run; listed once. */
type NotRun = { readonly task: string; readonly why: string };

type Counting = {
  tasks: Map<string, TaskCount>;
  kinds: Map<string, TaskCount>;
  claims: Record<TrialResult['claim'], number>;
  falseDone: number;
  falseFailed: number;
  spent: Spent;
  rounds: number;
  worst: WorstTrial | undefined;
};

export class Tally {
  readonly #arms = new Map<string, Counting>();
  readonly #kindOf = new Map<string, string>();
  readonly #refused = new Map<string, string>();
  readonly #skipped = new Map<string, string>();
  readonly #open = new Map<string, TrialResult['outcome']>();
  #wasted: Spent = nothingSpent;

  /** The arms in the order in which they are shown. */
  constructor(arms: readonly string[]) {
    for (const arm of arms)
      this.#arms.set(arm, {
        ...{ tasks: new Map(), kinds: new Map(), claims: { done: 0, gaps: 0, gave_up: 0, none: 0 }, falseDone: 0, falseFailed: 0 },
        ...{ spent: nothingSpent, rounds: 0, worst: undefined },
      });
  }

  add(result: TrialResult): void {
    const key = trialKey(result);
    if (isSettled(result)) this.#open.delete(key);
    else {
      this.#open.set(key, result.outcome);
      this.#wasted = sumOf([this.#wasted, result.spent]);
    }
    if (result.outcome === 'refused') this.#refused.set(result.task, result.why);
    if (result.outcome === 'skipped') this.#skipped.set(result.task, result.why);
    const arm = this.#arms.get(result.arm);
    if (arm && counts(result)) this.#count(arm, result);
  }

  #count(arm: Counting, result: TrialResult): void {
    const { task, kind, outcome, claim, spent, rounds } = result;
    const hasPassed = outcome === 'passed';
    this.#kindOf.set(task, kind);
    arm.tasks.set(task, oneMore(arm.tasks.get(task), hasPassed));
    arm.kinds.set(kind, oneMore(arm.kinds.get(kind), hasPassed));
    arm.claims[claim] += 1;
    if ((claim === 'done' || claim === 'gaps') && !hasPassed) arm.falseDone += 1;
    if (claim === 'gave_up' && hasPassed) arm.falseFailed += 1;
    arm.spent = sumOf([arm.spent, spent]);
    arm.rounds += rounds;
    if (arm.worst === undefined || isWorse(result, arm.worst)) arm.worst = result;
  }

  get arms(): ReadonlyMap<string, ArmTally> {
    return this.#arms;
  }

  /** The tasks that were run, each with its kind. */
  get kindOf(): ReadonlyMap<string, string> {
    return this.#kindOf;
  }

  get refused(): readonly NotRun[] {
    return Array.from(this.#refused, ([task, why]) => ({ task, why }));
  }

  get skipped(): readonly NotRun[] {
    return Array.from(this.#skipped, ([task, why]) => ({ task, why }));
  }

  /** How many trials still have no result, because the model could not be reached or the budget was spent. */
  get open(): { readonly unavailable: number; readonly cut: number } {
    const all = [...this.#open.values()];
    const unavailable = all.filter((outcome) => outcome === 'unavailable').length;
    return { unavailable, cut: all.length - unavailable };
  }

  /** What trials without a result have cost. */
  get wasted(): Spent {
    return this.#wasted;
  }
}

const oneMore = ({ passed, trials }: TaskCount = { passed: 0, trials: 0 }, hasPassed: boolean): TaskCount => ({
  passed: passed + Number(hasPassed),
  trials: trials + 1,
});

const tokensOf = ({ spent }: Pick<TrialResult, 'spent'>): number => spent.input_tokens + spent.output_tokens;

function isWorse(one: TrialResult, other: WorstTrial): boolean {
  if ((one.outcome === 'passed') !== (other.outcome === 'passed')) return one.outcome !== 'passed';
  return tokensOf(one) > tokensOf(other);
}
