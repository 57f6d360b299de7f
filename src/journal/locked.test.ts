import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '../../test/support/child.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import { createJournal, journalPath, reopenJournal } from './files.ts';
import { isHeld, isLocked } from './locked.ts';

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
  expect([isLocked(fd), isHeld(journalPath(data, task))]).toEqual([true, true]);
  await child.kill('SIGKILL');
  expect([isLocked(fd), isHeld(journalPath(data, task))]).toEqual([false, false]);
});

test('a journal that this process writes is locked too, and stays that way for all others when it was asked about', async () => {
  const data = scratch();
  const writer = createJournal(data, task);
  const fd = opened(data);
  expect(isLocked(fd)).toBe(true);
  expect(isHeld(journalPath(data, task))).toBe(true);
  expect(() => reopenJournal(data, task)).toThrow(expect.objectContaining({ code: 'journal_locked' }));
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
  // The file stays open here, because the damage is found only after the lock has been taken.
  expect(() => reopenJournal(data, task)).toThrow(expect.objectContaining({ code: 'journal_corrupt' }));
});

test('what cannot be locked is not locked', () => {
  const fd = openSync('/', 'r');
  onTestFinished(() => closeSync(fd));
  expect(isLocked(fd)).toBe(false);
});

test('what does not exist is not held, and a pipe is not waited for', () => {
  const pipe = join(scratch(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect([isHeld(pipe), isHeld(`${pipe}-not`)]).toEqual([false, false]);
});
