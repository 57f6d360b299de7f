/** Memories in the data folder of a test, written the way a task writes them. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Megram } from '../../src/contracts/memory.ts';
import type { Keeper } from '../../src/memory/keeper.ts';
import { openKeeper } from '../../src/memory/memory.ts';
import { daysAgo } from './ended-journal.ts';

/** An event some days ago; `changes` are what the test is about. */
export const event = (id: string, days: number, changes: Partial<Megram> = {}): Megram => ({
  id,
  level: 'M',
  created_at: daysAgo(days).toISOString(),
  space: 'intent:find_large_files',
  entity: 'tool:shell:du',
  content: `lesson of ${id}`,
  state: 'accept',
  f: 0.9,
  sigma: 1,
  k: 0.05,
  ...changes,
});

/** Enough events of the last hour that a rule is due. */
export const dueEvents = (): readonly Megram[] => Array.from({ length: 6 }, (_, at) => event(`task${at}-m01`, at / 240));

/** The memory of a data folder, held by this process until the test ends or it is closed. */
export function memoryIn(data: string): Keeper {
  const keeper = openKeeper(join(data, 'memory'), { clock: () => new Date(), onNotice: () => {} });
  onTestFinished(() => keeper.close());
  return keeper;
}

/** Writes the memories and closes the store. */
export async function stock(data: string, megrams: readonly Megram[]): Promise<void> {
  const keeper = memoryIn(data);
  await keeper.write({ megrams });
  await keeper.close();
}
