/** What a whole run of a suite may still spend. Trials reserve from it before they start and give back what they did not use. */
import type { TrialLimits } from '../suite/suite-task.ts';
import type { Spent } from './trial-result.ts';

/** The limits of a run; an undefined limit means no limit. */
export type RunBudget = { readonly usd?: number | undefined; readonly tokens?: number | undefined };

export type Reservation = {
  /** What the trial may use: at most as much as its own limits allow. */
  readonly limits: TrialLimits;
  /** Whether the reservation is less than the trial's own limits. */
  readonly isCut: boolean;
  /** Returns what was not used. */
  settle(spent: Spent): void;
};

export class RunPurse {
  readonly #budget: RunBudget;
  readonly #spent = { usd: 0, tokens: 0 };
  readonly #reserved = { usd: 0, tokens: 0 };
  #open = 0;

  /** `before`: what was spent in earlier processes of the same run. */
  constructor(budget: RunBudget, before: readonly Spent[] = []) {
    this.#budget = budget;
    for (const spent of before) this.add(spent);
  }

  /** Counts what an earlier process spent. */
  add({ usd, input_tokens, output_tokens }: Spent): void {
    this.#spent.usd += usd;
    this.#spent.tokens += input_tokens + output_tokens;
  }

  /** Undefined if nothing is left. While other trials are under way, returns a share of what is left. `slots`: how many trials run at once. */
  reserve(wanted: TrialLimits, slots: number): Reservation | undefined {
    const usd = this.#share('usd', wanted.usd, slots);
    const tokens = this.#share('tokens', wanted.tokens, slots);
    if (usd === 0 || tokens === 0) return undefined;
    const reserved = { usd: usd ?? 0, tokens: tokens ?? 0 };
    this.#reserved.usd += reserved.usd;
    this.#reserved.tokens += reserved.tokens;
    this.#open += 1;
    return {
      limits: { ...wanted, ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) },
      isCut: isLess(usd, wanted.usd) || isLess(tokens, wanted.tokens),
      settle: (spent) => {
        this.#reserved.usd -= reserved.usd;
        this.#reserved.tokens -= reserved.tokens;
        this.#open -= 1;
        this.add(spent);
      },
    };
  }

  #share(what: 'usd' | 'tokens', wanted: number | undefined, slots: number): number | undefined {
    const all = this.#budget[what];
    if (all === undefined) return wanted;
    const left = Math.max(0, all - this.#spent[what] - this.#reserved[what]);
    const part = left / Math.max(1, slots - this.#open);
    const share = what === 'tokens' ? Math.floor(part) : part;
    return Math.min(share, wanted ?? Number.POSITIVE_INFINITY);
  }
}

const isLess = (share: number | undefined, wanted: number | undefined): boolean =>
  share !== undefined && share < (wanted ?? Number.POSITIVE_INFINITY);
