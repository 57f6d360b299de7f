import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daysAgo } from '../../../test/support/ended-journal.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { findStored } from '../../history/housekeeping/find-stored.ts';
import { planHousekeeping } from '../../history/housekeeping/plan-housekeeping.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { runHousekeeping } from './run-housekeeping.ts';

const { signal } = new AbortController();
const never = Number.POSITIVE_INFINITY;

test('the name of a file cannot draw on the terminal', async () => {
  const data = scratch();
  mkdirSync(join(data, 'tasks'));
  const path = join(data, 'tasks', 'x\u001b[2J.jsonl.part');
  writeFileSync(path, 'half');
  utimesSync(path, daysAgo(2), daysAgo(2));
  const changes = openChanges(data);
  const policy = { compressAfter: never, removeAfter: never, undoAfter: never, maxSize: never };
  const plan = planHousekeeping(await findStored(data, changes, signal), policy, Date.now());
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const terminal = { print: say, note: say, show: () => {}, status: say, env: {}, cwd: '/', cancel: signal, terminate: signal };
  expect(await runHousekeeping(plan, { data, changes, maxSize: never, json: false, signal }, terminal)).toBe(0);
  expect(said[0]).toBe('1 of 1: sweep x\uFFFD[2J.jsonl.part');
  expect(said.join('')).not.toContain('\u001b');
});
