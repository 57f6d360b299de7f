import { describe, expect, test } from 'vitest';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { line } from '../style/line.ts';
import { inColour } from '../style/paint.ts';
import { frame } from './frame.ts';
import { createFrameClock } from './frame-clock.ts';
import { createRenderer } from './renderer.ts';

/** A clock that moves when the test moves it, and its timers, which may fire early, as Node's timers do. */
function handTime(earlyMs = 0) {
  let now = 0;
  const timers = new Map<object, { readonly at: number; readonly act: () => void }>();
  return {
    now: () => now,
    waiting: () => timers.size,
    schedule(act: () => void, ms: number): Disposable {
      const timer = { [Symbol.dispose]: () => void timers.delete(timer) };
      timers.set(timer, { at: now + Math.max(Math.min(1, ms), ms - earlyMs), act });
      return timer;
    },
    pass(ms: number): void {
      const end = now + ms;
      for (;;) {
        const next = [...timers].toSorted(([, a], [, b]) => a.at - b.at)[0];
        if (!next || next[1].at > end) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].act();
      }
      now = end;
    },
  };
}

function counted(earlyMs = 0) {
  const time = handTime(earlyMs);
  let frames = 0;
  const clock = createFrameClock({
    ...time,
    draw: () => {
      frames += 1;
    },
  });
  return { time, clock, frames: () => frames };
}

test.each([0, 1, 20])('a thousand changes a second are at most twelve frames, also where timers fire %i ms early', (earlyMs) => {
  const { time, clock, frames } = counted(earlyMs);
  for (let ms = 0; ms < 10_000; ms += 1) {
    clock.soon();
    time.pass(1);
  }
  expect(frames()).toBeGreaterThan(110);
  expect(frames()).toBeLessThanOrEqual(121);
});

describe('without changes', () => {
  test('nothing is drawn, and no timer runs', () => {
    const { time, clock, frames } = counted();
    clock.soon();
    time.pass(1_000);
    expect([frames(), time.waiting()]).toEqual([1, 0]);
    time.pass(60_000);
    expect([frames(), time.waiting()]).toEqual([1, 0]);
  });
});

test('the last of many changes is drawn', () => {
  const { time, clock, frames } = counted();
  clock.soon();
  time.pass(1);
  clock.soon();
  time.pass(1);
  expect(frames()).toBe(1);
  time.pass(100);
  expect(frames()).toBe(2);
});

test('a key is drawn at once, whatever else moves', () => {
  const { time, clock, frames } = counted();
  clock.soon();
  time.pass(1);
  clock.soon();
  clock.now();
  time.pass(0);
  expect(frames()).toBe(2);
});

test('nothing is drawn once it is disposed', () => {
  const { time, clock, frames } = counted();
  clock.soon();
  clock[Symbol.dispose]();
  time.pass(1_000);
  expect(frames()).toBe(0);
});

test('a frame in which only the seconds and one line of output change is less than 1 KiB', () => {
  const terminal = virtualTerminal(160, 45);
  const renderer = createRenderer({ write: terminal.write, paint: inColour });
  const time = handTime();
  let seen = 0;
  const draw = () => {
    const live = [
      line(`works on 2 of 5: rename the photos by the day they were taken, ${Math.floor(seen / 1000)} s, ~14.3k tokens`, 'strong'),
      ...Array.from({ length: 12 }, (_, at) => line(`    ${'details of a sub-task that does not change '.repeat(3)}${at}`, 'muted')),
      line(`    | ok ${seen} - ${'x'.repeat(120)}`, 'muted'),
    ];
    const input = { label: line('> '), lines: ['what comes next'], caret: { row: 0, column: 15 } };
    renderer.draw(frame({ live, queued: ['and then commit it'], input, choices: [], hint: line('Enter queues', 'muted') }, 160, 45));
  };
  const clock = createFrameClock({ ...time, draw });
  for (; seen < 5_000; seen += 1) {
    clock.soon();
    time.pass(1);
  }
  const [, ...quiet] = terminal.writes;
  expect(quiet.length).toBeGreaterThan(50);
  expect(Math.max(...quiet.map((text) => Buffer.byteLength(text)))).toBeLessThan(1024);
});
