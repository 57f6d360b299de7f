import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChild } from '../../test/support/child.ts';
import { placeJournal } from '../../test/support/ended-journal.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import { compressJournal } from '../journal/compress.ts';
import { compressedPath, journalPath } from '../journal/files.ts';
import { claimingEnded } from './claim-ended.ts';

const { signal } = new AbortController();
const [task_id, first, second] = ['cancelled', 'first', 'second'] as [TaskId, TaskId, TaskId];

async function cancelledTask(isCompressed: boolean) {
  const data = scratch();
  const plain = placeJournal(data, task_id, { reason: 'cancelled' });
  if (isCompressed) await compressJournal(plain, signal);
  const task = { task_id, path: isCompressed ? compressedPath(plain) : plain };
  return { data, task, claim: (by: TaskId, branch: () => Promise<void>) => claimingEnded(data, task, by, branch) };
}

describe.each([
  ['plain', false],
  ['compressed', true],
])('a cancelled task with a %s journal', (_, isCompressed) => {
  test('is claimed by one process at a time, even before that process has a journal', async () => {
    const { data, claim } = await cancelledTask(isCompressed);
    const going = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const one = claim(first, () => {
      begun.resolve();
      return going.promise;
    });
    await begun.promise;
    await expect(claim(second, async () => expect.unreachable())).rejects.toMatchObject({ code: 'journal_locked' });
    going.resolve();
    await one;
    await expect(claim(second, async () => expect.unreachable())).rejects.toMatchObject({ code: 'task_over' });
    expect(readdirSync(join(data, 'marks')).toSorted()).toEqual([`${task_id}.begun`, `${task_id}.resumed`]);
    expect(readdirSync(join(data, 'continued'))).toEqual([first]);
  });

  test('can be claimed again when its branch could not be made', async () => {
    const { data, claim } = await cancelledTask(isCompressed);
    await expect(claim(first, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(readdirSync(join(data, 'marks'))).toEqual([]);
    await claim(second, async () => {});
    expect(readdirSync(join(data, 'continued'))).toEqual([second]);
  });
});

test('a process that is killed before any of its changes leaves a task that is claimed by it or can be claimed, never both', async () => {
  const left: string[] = [];
  for (let at = 0; left.at(-1) !== 'not killed'; at += 1) {
    const { data, task, claim } = await cancelledTask(false);
    const child = await startChild('claims-ended.ts', [data, task_id, task.path, first, String(at)]);
    const isKilled = (await child.ended) === 'SIGKILL';
    const claimed = claim(second, async () => {});
    if (existsSync(journalPath(data, first)))
      await expect(claimed, `killed before change ${at}`).rejects.toMatchObject({ code: 'task_over' });
    else await claimed;
    const by = existsSync(journalPath(data, first)) ? first : second;
    expect(readdirSync(join(data, 'continued')), `killed before change ${at}`).toEqual([by]);
    left.push(isKilled ? by : 'not killed');
  }
  expect(new Set(left)).toEqual(new Set([second, first, 'not killed']));
}, 120_000);
