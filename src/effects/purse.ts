/** What a task may still spend on models. Each call reserves its maximum cost before it is made, and returns what it did not use. */
import { ArtooError } from '../contracts/errors.ts';
import { addUsage, type Usage } from '../contracts/usage.ts';
import { type Caps, roomFor, type Taken } from '../laws/caps.ts';
import type { Bound, Held, Spending } from '../models/spending/spending.ts';

/** What the calls of one step reserve and use. */
type Account = Spending & {
  /** Closes the account: calls that never settled count with their maximum cost. Returns the sum; undefined if there was no call. */
  close(): Usage | undefined;
};

export type Purse = {
  /** `before`: what earlier processes did for the same step. */
  account(signal: AbortSignal, before?: Before): Account;
};

/** `used` is recorded usage. Each of the `lost` calls has no recorded outcome and counts with its maximum cost. */
type Before = { readonly lost?: number; readonly used?: Usage | undefined };

type Waiting = { readonly bound: Bound; readonly grant: (held: Open) => void; readonly refuse: (error: ArtooError) => void };
type Open = { readonly bound: Bound; readonly output_tokens: number };

/** `spent` is what the task has used so far. */
export function createPurse(caps: Caps, spent: Taken): Purse {
  let used = spent;
  const open = new Set<Open>();
  const queue: Waiting[] = [];

  /** Serves requests in order of arrival, so that a large request is not passed over forever. */
  function serve(): void {
    for (let next = queue[0]; next; next = queue[0]) {
      const taken = open.values().map(worstOf).reduce(sum, used);
      const room = roomFor(next.bound, caps, taken);
      const covered = room === next.bound.output_tokens;
      if (!covered && open.size > 0) return; // calls in flight will return something
      queue.shift();
      if (room === undefined || room < Math.min(next.bound.least_output_tokens, next.bound.output_tokens)) {
        next.refuse(new ArtooError('budget_spent', notCovered(next.bound, caps, taken)));
      } else {
        const held = { bound: next.bound, output_tokens: room };
        open.add(held);
        next.grant(held);
      }
    }
  }

  function reserve(bound: Bound, signal: AbortSignal, granted: Set<Open>, leaving: Set<() => void>): Promise<Open> {
    const { promise, resolve, reject } = Promise.withResolvers<Open>();
    const served = () => {
      signal.removeEventListener('abort', leave);
      leaving.delete(leave);
    };
    const leave = () => {
      served();
      queue.splice(queue.indexOf(waiting), 1);
      reject(new ArtooError('cancelled', 'stopped while it waited for its share of the caps'));
      serve();
    };
    const waiting: Waiting = {
      bound,
      grant(held) {
        served();
        granted.add(held); // added at once: the caller resumes later, when the account may already be closed
        resolve(held);
      },
      refuse(error) {
        served();
        reject(error);
      },
    };
    queue.push(waiting);
    if (signal.aborted) leave();
    else serve();
    if (queue.includes(waiting)) {
      signal.addEventListener('abort', leave);
      leaving.add(leave);
    }
    return promise;
  }

  return {
    account(signal, { lost: unrecorded = 0, used: onRecord } = {}) {
      let lost = unrecorded;
      const leaving = new Set<() => void>();
      const unsettled = new Set<Open>();
      let total: Usage | undefined;
      const spend = (usage: Usage) => {
        total = total ? addUsage(total, usage) : usage;
        used = sum(used, takenBy(usage));
      };
      if (onRecord) spend(onRecord);
      const end = (held: Open, usage: Usage | 'nothing' | 'most') => {
        if (!unsettled.delete(held)) return;
        open.delete(held);
        if (usage !== 'nothing') spend(usage === 'most' ? maxUsageOf(held) : usage);
        serve();
      };
      return {
        async reserve(bound): Promise<Held> {
          for (; lost > 0; lost -= 1) spend(maxUsageOf({ bound, output_tokens: bound.output_tokens }));
          const held = await reserve(bound, signal, unsettled, leaving);
          return { output_tokens: held.output_tokens, settle: (usage) => end(held, usage) };
        },
        close() {
          for (const leave of leaving) leave();
          for (const held of unsettled) end(held, 'most');
          return total;
        },
      };
    },
  };
}

const sum = (a: Taken, b: Taken): Taken => ({ tokens: a.tokens + b.tokens, usd: a.usd + b.usd });
const takenBy = ({ input_tokens, output_tokens, usd = 0 }: Usage): Taken => ({ tokens: input_tokens + output_tokens, usd });
const worstOf = (held: Open): Taken => takenBy(maxUsageOf(held));

const maxUsageOf = ({ bound: { model, input_tokens, usd }, output_tokens }: Open): Usage => ({
  input_tokens,
  output_tokens,
  ...(usd ? { usd: usd(output_tokens) } : {}),
  model,
  estimated: true,
});

/** Which cap does not cover the call, with the figures. */
function notCovered({ model, input_tokens, least_output_tokens, usd }: Bound, caps: Caps, taken: Taken): string {
  const needed = input_tokens + least_output_tokens;
  const left = caps.tokens === null ? Number.POSITIVE_INFINITY : Math.max(0, caps.tokens - taken.tokens);
  if (left < needed) return `${left} of ${caps.tokens} tokens are left; the next call of ${model} may take ${needed}`;
  const money = Math.max(0, (caps.usd ?? 0) - taken.usd);
  return `$${money.toFixed(4)} of $${caps.usd} are left; the next call of ${model} may cost $${usd?.(least_output_tokens).toFixed(4)}`;
}
