import { expect, test } from 'vitest';
import { removedEpoch } from '../owners/ownership.ts';
import { settledMs } from '../owners/presence.ts';
import { type FoundRegister, settledRegisters } from './settled-registers.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const register = (name: string, value: object | '', ageMs: number): FoundRegister => ({
  name,
  seq: 1,
  at: new Date(now - ageMs),
  data: new TextEncoder().encode(value === '' ? '' : JSON.stringify(value)),
});

const owned = { host: 'h', epoch: 'e' };
const removed = { host: '', epoch: removedEpoch };
const alive = { machine: 'm', folder: 'f', beat: 1 };

test.each<[string, readonly FoundRegister[], boolean, readonly string[]]>([
  ['a task that no host has', [register('task.a', '', settledMs)], false, ['task.a']],
  ['a task that a host had yesterday', [register('task.a', '', settledMs - 1)], false, []],
  ['a task whose log was removed', [register('task.a', removed, settledMs)], false, ['task.a']],
  [
    'an unfinished task of a dead host, and that host',
    [register('task.a', owned, settledMs), register('host.h', alive, settledMs)],
    false,
    [],
  ],
  [
    'an ended task of a dead host, and that host',
    [register('task.a', owned, settledMs), register('host.h', alive, settledMs)],
    true,
    ['task.a', 'host.h'],
  ],
  [
    'a host that left, and a worker that died',
    [register('host.i', '', settledMs), register('worker.w', {}, settledMs)],
    false,
    ['host.i', 'worker.w'],
  ],
  ['a host and a worker that are there', [register('host.i', alive, 0), register('worker.w', {}, 0)], false, []],
  [
    'what is no register of these',
    [register('dreamer', '', settledMs), register('clock', '', settledMs), register('removed', {}, settledMs)],
    false,
    [],
  ],
])('of %s, only what is settled may go', (_, registers, isOver, expected) => {
  expect(settledRegisters(registers, { now, isOver: () => isOver }).map(({ name }) => name)).toEqual(expected);
});
