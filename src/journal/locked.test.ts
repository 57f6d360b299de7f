import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '../../test/support/child.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import { createJournal, journalPath, reopenJournal } from './files.ts';
import { isLocked } from './locked.ts';

const task = 'a-task' as TaskId;

function opened(data: string): number {
  const fd = openSync(journalPath(data, task), 'r');
  onTestFinished(() => closeSync(fd));
  return fd;
}

test('a journal is locked as long as another process writes it, however that process ends', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, task]);
  await child.line('ready');
  const fd = opened(data);
  expect(isLocked(fd)).toBe(true);
  await child.kill('SIGKILL');
  expect(isLocked(fd)).toBe(false);
});

test('a journal that this process writes is locked too, and stays so for all others when it was asked about', async () => {
  const data = scratch();
  const writer = createJournal(data, task);
  const fd = opened(data);
  expect(isLocked(fd)).toBe(true);
  closeSync(openSync(journalPath(data, task), 'r'));
  await expect(reopenJournal(data, task)).rejects.toMatchObject({ code: 'journal_locked' });
  await writer.close();
  expect(isLocked(fd)).toBe(false);
});

test('asking leaves nothing behind that keeps a writer out', async () => {
  const data = scratch();
  const first = createJournal(data, task);
  first.append({ kind: 'pause', seq: 0, ts: '2026-01-02T03:04:05.678Z', ms: 0 });
  await first.close();
  const fd = opened(data);
  expect(isLocked(fd)).toBe(false);
  // The file stays open here. That it is corrupt is found behind the lock.
  await expect(reopenJournal(data, task)).rejects.toMatchObject({ code: 'journal_corrupt' });
});

test('what cannot be locked is not locked', () => {
  const fd = openSync('/', 'r');
  onTestFinished(() => closeSync(fd));
  expect(isLocked(fd)).toBe(false);
});
