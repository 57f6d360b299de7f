import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { aBoard, inState, now } from '../../../test/team/boards.ts';
import type { Board } from '../board/board.ts';
import { placeControl } from '../control-files.ts';
import { stoppedSince } from './control-times.ts';
import { type Escalation, openWatcher, type WatcherOptions } from './watcher.ts';

const blocked = aBoard([inState('BLOCKED', { blocked_reason: 'no\u001b[2J\nspec' })], {});
const calm = aBoard([inState('UNCLAIMED')], {});
const hours = 3_600_000;

function place() {
  const root = scratch();
  mkdirSync(join(root, '.liza'));
  let at = now.getTime();
  const open = (more: Partial<WatcherOptions> = {}) =>
    openWatcher({ root, now: () => new Date(at), factsIn: () => ({ dead: new Set() }), ...more });
  const read = (name: string) => (existsSync(join(root, '.liza', name)) ? readFileSync(join(root, '.liza', name), 'utf8') : undefined);
  const pass = (ms: number): void => {
    at += ms;
  };
  return { root, open, lines: () => (read('alerts.log') ?? '').split('\n').slice(0, -1), read, pass };
}

describe('a watcher', () => {
  test('writes an alert once until it clears, one line each, whatever agents wrote', () => {
    const { open, lines, pass } = place();
    using watcher = open();
    watcher.look(blocked);
    watcher.look(blocked);
    expect(lines()).toEqual(['[2026-11-15T12:00:00Z] WARNING BLOCKED: t1: no\uFFFD[2J spec']);
    pass(10_000);
    watcher.look(calm);
    watcher.look(blocked);
    expect(lines().slice(1)).toEqual([
      '[2026-11-15T12:00:10Z] CLEARED BLOCKED: t1: no\uFFFD[2J spec',
      '[2026-11-15T12:00:10Z] WARNING BLOCKED: t1: no\uFFFD[2J spec',
    ]);
  });

  test('of two watchers, one writes; when it ends, the other continues where it stopped', () => {
    const { open, lines } = place();
    const first = open();
    using second = open();
    first.look(blocked);
    second.look(blocked);
    expect(lines()).toHaveLength(1);
    first[Symbol.dispose]();
    second.look(blocked);
    expect(lines()).toHaveLength(1);
    second.look(calm);
    expect(lines()).toHaveLength(2);
  });

  test('keeps what stands while the board is invalid, and says that it does not', () => {
    const { open, lines } = place();
    using watcher = open();
    watcher.look(blocked);
    watcher.look(undefined, 'tasks is missing');
    expect(lines()[1]).toBe('[2026-11-15T12:00:00Z] CRITICAL INVALID STATE: all agents wait: tasks is missing');
    watcher.look(blocked);
    expect(lines().slice(2)).toEqual(['[2026-11-15T12:00:00Z] CLEARED INVALID STATE: all agents wait: tasks is missing']);
  });

  test('raises again what a damaged file of alerts no longer says', () => {
    const { root, open, lines } = place();
    writeFileSync(join(root, '.liza/alerts.json'), '[{"level":');
    using watcher = open();
    watcher.look(blocked);
    expect(lines()).toHaveLength(1);
  });

  test('after two hours says that the team is waiting for the person, once for each level, and clears that when they come', () => {
    const { root, open, read, pass, lines } = place();
    const told: unknown[] = [];
    using watcher = open({ escalate: (address, alert: Escalation) => told.push([address, alert]) });
    const board: Board = { ...calm, config: { escalation_webhook: 'https://hooks.example.org/x' } };
    placeControl(root, 'CHECKPOINT', now, 'look at it');
    for (const _ of Array.from({ length: 9 })) {
      watcher.look(board);
      expect(read('ESCALATION') === undefined).toBe(told.length === 0);
      pass(hours);
    }
    expect(lines().map((line) => line.slice(23).split(':', 1)[0])).toEqual([
      'WARNING CHECKPOINT STALE',
      'CLEARED CHECKPOINT STALE',
      'CRITICAL CHECKPOINT STUCK',
      'CLEARED CHECKPOINT STUCK',
      'CRITICAL CHECKPOINT ABANDONED?',
    ]);
    const text = 'the team has been waiting at a checkpoint since 2026-11-15T12:00:00Z: artoo team resume';
    expect(told).toEqual([
      ['https://hooks.example.org/x', { level: 'CRITICAL', title: 'CHECKPOINT STUCK', text, since: '2026-11-15T14:00:00Z' }],
      ['https://hooks.example.org/x', { level: 'CRITICAL', title: 'CHECKPOINT ABANDONED?', text, since: '2026-11-15T20:00:00Z' }],
    ]);
    expect(read('ESCALATION')).toMatch(
      /since 2026-11-15T12:00:00Z[\s\S]*sprint-1, 0 of 1 tasks[\s\S]*t1 {2}UNCLAIMED[\s\S]*artoo team resume/,
    );
    rmSync(join(root, '.liza/CHECKPOINT'));
    watcher.look(board);
    expect(read('ESCALATION')).toBeUndefined();
    expect(existsSync(join(root, '.liza/PAUSE'))).toBe(false);
  });

  test('does not mistake a long pause for a stall', () => {
    const { root, open, lines, pass } = place();
    using watcher = open();
    placeControl(root, 'PAUSE', now, '');
    watcher.look(calm);
    pass(40 * 60_000);
    watcher.look(calm);
    rmSync(join(root, '.liza/PAUSE'));
    watcher.look(calm);
    expect(lines().filter((line) => line.includes('STALLED'))).toEqual([]);
    pass(30 * 60_000);
    watcher.look(calm);
    expect(lines().filter((line) => line.includes('STALLED'))).toHaveLength(1);
  });
});

test('since when a team waits is the first line of the file, or when it was touched, or what the board says', () => {
  const { root } = place();
  const path = join(root, '.liza/CHECKPOINT');
  const stopped = {
    ...calm,
    sprint: { ...calm.sprint, status: 'CHECKPOINT' as const, timeline: { checkpoint_at: '2026-11-15T09:00:00Z' } },
  };
  expect(stoppedSince(root, stopped)).toEqual({ pausedSince: undefined, checkpointSince: new Date('2026-11-15T09:00:00Z') });
  writeFileSync(path, 'not a time\n');
  utimesSync(path, now, now);
  expect(stoppedSince(root, stopped).checkpointSince).toEqual(now);
  writeFileSync(path, '2026-11-15T10:00:00Z\nnotes\n');
  expect(stoppedSince(root, stopped).checkpointSince).toEqual(new Date('2026-11-15T10:00:00Z'));
});
