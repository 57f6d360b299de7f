import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lawful } from '../../../test/support/lawful.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { openStartedCalls, startedCallsFolder } from './started-calls.ts';

const call = { task_id: 'task', key: '1.1.1/R3/1.1' };

test('a call is marked once it has begun, for later processes, and no other is', () => {
  const data = scratch();
  expect(openStartedCalls(data).isMarked(call)).toBe(false);
  openStartedCalls(data).mark(call);
  openStartedCalls(data).mark(call);
  expect(openStartedCalls(data).isMarked(call)).toBe(true);
  expect(openStartedCalls(data).isMarked({ ...call, key: '1.1.1/R3/2.1' })).toBe(false);
  expect(openStartedCalls(data).isMarked({ ...call, task_id: 'other' })).toBe(false);
  expect(readdirSync(startedCallsFolder(data, 'task'))).toHaveLength(1);
});

test('a call that cannot be marked must not begin', () => {
  const data = scratch();
  writeFileSync(join(data, 'begun'), '');
  expect(() => openStartedCalls(data).mark(call)).toThrow();
  expect(() => openStartedCalls(data).mark({ task_id: '../../etc', key: 'x' })).toThrow(expect.objectContaining({ code: 'id_invalid' }));
});

test('whatever the rules say later, a command that never began was not done', async () => {
  const { lookUp } = lawful({}, { allow: ['shell(echo *)'] });
  expect(await lookUp('shell', { command: 'echo hello', network: true }, { key: 'never' })).toBe('not_done');
});
