/** Merges questions about the same effects that are open at the same time, so that the person is asked only once. */
import type { PayloadOf } from '../contracts/messages.ts';
import type { Confirmed } from './person.ts';

type Request = PayloadOf<'ConfirmRequest'>;
type Confirm = (request: Request) => boolean | Confirmed | Promise<boolean | Confirmed>;

/**
 * Calls `confirm`, unless the same question is already open: both calls then get the answer to that one. Only a plain yes or no is shared: an edited
 * line, an alternative or a rule is meant for the call that was shown. Both calls would leave the same files in the same state, so the second call
 * finds its work already done.
 */
export function askOnce(confirm: Confirm): (task_id: string, request: Request) => Promise<Confirmed> {
  const open = new Map<string, Promise<Confirmed>>();
  return async (task_id, request) => {
    const key = keyOf(task_id, request);
    if (key === undefined) return asked(confirm, request);
    for (let same = open.get(key); same !== undefined; same = open.get(key)) {
      const { allowed, unanswered, edited, instead } = await same;
      if (edited === undefined && instead === undefined) return { allowed, ...(unanswered && { unanswered }) };
    }
    const asking = asked(confirm, request).finally(() => open.delete(key));
    open.set(key, asking);
    return asking;
  };
}

async function asked(confirm: Confirm, request: Request): Promise<Confirmed> {
  const answer = await confirm(request);
  return typeof answer === 'boolean' ? { allowed: answer } : answer;
}

/**
 * A key for the effects: path, change and new content of each; undefined if doing them twice would be a second action: running a program, sending
 * something, trying again.
 */
function keyOf(task_id: string, { effects, more, network, caution, hash }: Request): string | undefined {
  if (network || caution || effects.length === 0) return undefined;
  const isTold = more === 0 && effects.every((effect) => effect.change !== 'metadata' || effect.diff !== undefined);
  const states = effects.map((effect) => JSON.stringify([effect.path, effect.change, effect.hash ?? effect.diff ?? null])).sort();
  return JSON.stringify([task_id, isTold ? states : hash]);
}
