/** How much a store holds, counted anew: what it says of that itself may have been lost with a part of the disk. */

import { allKeys } from '../records/keys-in.ts';
import type { Desk } from '../records/memory-store.ts';
import type { State } from '../records/store-state.ts';

/** How often it is tried to count while nothing is written. */
const maxTries = 3;

type Counts = Pick<State, 'M' | 'K' | 'C' | 'tags'>;

/** Where something is written each time, it is left for the next time. */
export async function countAnew(desk: Desk): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = desk.state;
    const [M, K, C, tags] = [
      await countIn(desk, 'l|M|'),
      await countIn(desk, 'l|K|'),
      await countIn(desk, 'l|C|'),
      await countIn(desk, 's|'),
    ];
    const isDone = await desk.change(
      (draft) => {
        if (desk.state !== before) return false; // something was written meanwhile
        draft.note({ ...mended(draft.state, before, { M, K, C, tags }), counted: true });
        return true;
      },
      { durable: false },
    );
    if (isDone) return;
  }
}

/** What comes with the same batch is counted already: only by how much the state was wrong is put right. */
const mended = (state: Counts, before: Counts, counted: Counts): Counts => ({
  M: state.M + counted.M - before.M,
  K: state.K + counted.K - before.K,
  C: state.C + counted.C - before.C,
  tags: state.tags + counted.tags - before.tags,
});

async function countIn(desk: Desk, family: string): Promise<number> {
  let count = 0;
  for await (const _ of allKeys(desk, family)) count += 1;
  return count;
}
