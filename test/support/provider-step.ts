/** One step of a provider model in a test: with a purse that records what is settled, and a clock on which no time passes. */

import { ArtooError } from '../../src/contracts/errors.ts';
import { TaskId } from '../../src/contracts/ids.ts';
import type { Usage } from '../../src/contracts/usage.ts';
import { effectKey } from '../../src/effects/effects.ts';
import type { AttemptClock } from '../../src/models/http/attempts.ts';
import type { ProviderOptions } from '../../src/models/http/provider.ts';
import type { Model, ModelAnswer, ModelRequest, StepOrigin } from '../../src/models/model.ts';
import type { Bound, Spending } from '../../src/models/spending/spending.ts';

export type Purse = Spending & {
  readonly bounds: readonly Bound[];
  /** The cost of each reservation, in the order in which they were settled. */
  readonly settled: readonly (Usage | 'nothing' | 'most')[];
  /** The number of reservations that were never settled. */
  readonly open: number;
};

export function purse(output_tokens?: number): Purse {
  const bounds: Bound[] = [];
  const settled: (Usage | 'nothing' | 'most')[] = [];
  return {
    bounds,
    settled,
    get open() {
      return bounds.length - settled.length;
    },
    async reserve(bound) {
      bounds.push(bound);
      let isSettled = false;
      return {
        output_tokens: output_tokens ?? bound.output_tokens,
        settle(used) {
          if (!isSettled) settled.push(used);
          isSettled = true;
        },
      };
    },
  };
}

/** Waits are recorded and end at once; the time for all attempts never passes, unless `runOut` is called. */
export function stillClock(): AttemptClock & Required<Pick<ProviderOptions, 'after'>> & { readonly waits: number[]; runOut(): void } {
  const waits: number[] = [];
  const limits = new Set<() => void>();
  return {
    waits,
    runOut() {
      for (const act of limits) act();
    },
    random: () => 0.5,
    now: () => 0,
    after(_, act) {
      limits.add(act);
      return () => void limits.delete(act);
    },
    async wait(ms) {
      waits.push(ms);
    },
  };
}

export const hello: ModelRequest = { system: 'Be brief.', turns: [{ role: 'user', text: 'Hello' }], tools: [] };

export const origin = (spending: Spending, more: Partial<StepOrigin> = {}): StepOrigin => ({
  task_id: TaskId.parse('a_task'),
  key: effectKey('R2', { round: 1, step: 1 }),
  role: 'R2',
  spending,
  ...more,
});

export const neverStopped = (): AbortSignal => new AbortController().signal;

/** The answer, or the error that refused it. Any other error fails the test. */
export async function outcome(step: Promise<ModelAnswer>): Promise<ModelAnswer | ArtooError> {
  return step.catch((thrown: unknown) => {
    if (thrown instanceof ArtooError) return thrown;
    throw thrown;
  });
}

/** A step with the requested streaming, and what its listener got. */
export async function stepped(
  model: Model,
  request: ModelRequest,
  streaming: boolean,
  spending: Spending = purse(),
  signal = neverStopped(),
) {
  const heard: string[] = [];
  const result = await outcome(model.step(request, origin(spending, streaming ? { onText: (text) => heard.push(text) } : {}), signal));
  return { result, heard: heard.join('') };
}
