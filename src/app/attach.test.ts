import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import { attach } from './attach.ts';

const task_id = 't1' as TaskId;

test('data is kept whole in a new workspace, where only its owner can read it', async () => {
  const workspace = join(scratch(), 'deep/workspace');
  const data = await attach(Buffer.from('Grüße\n'), workspace, task_id);
  expect(data).toEqual({ path: join(workspace, 'input-t1.txt'), bytes: 8, excerpt: 'Grüße\n', whole: true });
  expect(readFileSync(data.path, 'utf8')).toBe('Grüße\n');
  expect(statSync(data.path).mode & 0o077).toBe(0);
});

test.each([
  ['a zero byte', Buffer.from('a\0b')],
  ['what is no UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
])('%s makes it binary: nothing of it is shown', async (_, bytes) => {
  const data = await attach(bytes, scratch(), task_id);
  expect(data).toMatchObject({ excerpt: '', whole: false, path: expect.stringMatching(/\.bin$/) });
  expect(readFileSync(data.path)).toEqual(bytes);
});

test('a long text is shown in part, and no character is cut in half', async () => {
  const { excerpt, whole } = await attach(Buffer.from('👍'.repeat(10_000) + 'x'), scratch(), task_id);
  expect([whole, excerpt.isWellFormed(), excerpt.length]).toEqual([false, true, 8_192]);
  expect((await attach(Buffer.from(`x${'👍'.repeat(10_000)}`), scratch(), task_id)).excerpt.isWellFormed()).toBe(true);
});

test('an existing file is never overwritten, and an unusable workspace is named in the error', async () => {
  const workspace = scratch();
  writeFileSync(join(workspace, 'input-t1.txt'), 'mine');
  await expect(attach(Buffer.from('x'), workspace, task_id)).rejects.toMatchObject({ code: 'workspace_unwritable' });
  expect(readFileSync(join(workspace, 'input-t1.txt'), 'utf8')).toBe('mine');
  await expect(attach(Buffer.from('x'), join(workspace, 'input-t1.txt'), task_id)).rejects.toMatchObject({ code: 'workspace_unwritable' });
  expect(existsSync(join(workspace, 'input-t1.txt'))).toBe(true);
});
