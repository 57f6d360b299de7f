import { appendFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { recordTried, type TriedCommand, triedSince } from './tried-record.ts';

const tried = (at: string, command = 'ls'): TriedCommand => ({
  v: 1,
  id: '20260101-000000000-0000000a' as TaskId, // in the form of an id
  at,
  cwd: '/p',
  command,
  refused: null,
  exit_code: 0,
  effects: [],
  count: 0,
});

const commands = (data: string, since?: string): readonly string[] => [...triedSince(data, since)].map(({ command }) => command);

test('what was tried is read back, newest first, from a time on', () => {
  const data = scratch();
  recordTried(data, tried('2026-03-01T10:00:00.000Z', 'one'));
  recordTried(data, tried('2026-03-01T11:00:00.000Z', 'two\nlines'));
  recordTried(data, tried('2026-03-02T09:00:00.000Z', 'three'));
  expect(commands(data)).toEqual(['three', 'two\nlines', 'one']);
  expect(commands(data, '2026-03-01T10:30:00.000Z')).toEqual(['three', 'two\nlines']);
  expect(statSync(join(data, 'tried', '2026-03-01.jsonl')).mode & 0o777).toBe(0o600);
});

test('where nothing was tried there is nothing, and no folder is made', () => {
  const data = scratch();
  expect(commands(data)).toEqual([]);
  expect(readdirSync(data)).toEqual([]);
});

test('damaged lines, lines of another version and other files are left out', () => {
  const data = scratch();
  recordTried(data, tried('2026-03-01T10:00:00.000Z', 'one'));
  appendFileSync(
    join(data, 'tried', '2026-03-01.jsonl'),
    `garbage\n{"v":2}\n${JSON.stringify(tried('2026-03-01T12:00:00.000Z', 'two'))}\n{"v":1,"id`,
  );
  writeFileSync(join(data, 'tried', 'notes.txt'), 'mine');
  mkdirSync(join(data, 'tried', '2026-03-02.jsonl'));
  expect(commands(data)).toEqual(['two', 'one']);
});

test('days that are older than 90 days are removed when a day begins, and nothing else', () => {
  const data = scratch();
  recordTried(data, tried('2026-01-01T10:00:00.000Z', 'old'));
  recordTried(data, tried('2026-03-01T10:00:00.000Z', 'young'));
  writeFileSync(join(data, 'tried', 'notes.txt'), 'mine');
  recordTried(data, tried('2026-04-20T10:00:00.000Z', 'new'));
  expect(commands(data)).toEqual(['new', 'young']);
  expect(readdirSync(join(data, 'tried'))).toContain('notes.txt');
});
