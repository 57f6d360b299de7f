import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

/** A backoff whose clock is moved by hand, in seconds. */
function atRest() {
  let at = 0;
  const backoff = new Backoff(() => at * 1_000);
  const end = (how: 'done' | 'again' | 'failed' | 'lost', detail = '') => backoff.noteEnd('coder-1', { end: how, detail } as never); // an end has more fields, which do not matter here
  const waits = (): number => (backoff.nextMs() ?? 0) / 1_000;
  const pass = (seconds: number): void => {
    at += seconds;
  };
  return { backoff, end, waits, pass };
}

test('a turn that failed is tried again after 5 s, then 10 s; a third failure within five minutes stops the agent, with the last reason', () => {
  const { backoff, end, waits, pass } = atRest();
  for (const seconds of [5, 10]) {
    end('failed', `no answer for ${seconds} s; and more`);
    expect([waits(), backoff.isResting('coder-1')]).toEqual([seconds, true]);
    pass(seconds);
    expect([waits(), backoff.isResting('coder-1')]).toEqual([0, false]);
  }
  end('failed', 'out of luck; and more');
  expect(backoff.stopped()).toEqual([{ agent: 'coder-1', why: '3 of its turns failed within 5 minutes, the last because out of luck' }]);
  expect([waits(), backoff.names()]).toEqual([0, ['coder-1']]);
  pass(100_000);
  expect(backoff.isResting('coder-1')).toBe(true);
});

test('failures that are further apart, or separated by a successful turn, do not stop an agent', () => {
  const apart = atRest();
  for (let time = 0; time < 5; time += 1) {
    apart.end('failed');
    expect(apart.waits()).toBeLessThanOrEqual(10);
    apart.pass(151);
  }
  const between = atRest();
  for (let time = 0; time < 5; time += 1) {
    between.end('failed');
    expect(between.waits()).toBe(5);
    between.end('done');
    expect(between.waits()).toBe(0);
  }
  expect([...apart.backoff.stopped(), ...between.backoff.stopped()]).toEqual([]);
});

test('an agent that starts over does so after 2 s; more than ten times in five minutes counts as a failure', () => {
  const { backoff, end, waits, pass } = atRest();
  for (let time = 1; time <= 10; time += 1) {
    end('again');
    expect(waits()).toBe(2);
    pass(2);
  }
  end('again');
  expect(waits()).toBe(5);
  for (let time = 1; time <= 2; time += 1) end('again');
  expect(backoff.stopped()).toMatchObject([{ why: expect.stringContaining('the last because it keeps starting over') }]);
});

test('an agent that lost its claim looks for work after 2 s, and this does not count as a failure', () => {
  const { backoff, end, waits } = atRest();
  for (let time = 0; time < 5; time += 1) end('lost');
  expect([waits(), backoff.stopped()]).toEqual([2, []]);
});

test('an agent that lost a race waits 1 to 5 s, and stops after three in a row', () => {
  const { backoff, waits, pass } = atRest();
  for (const chance of [0, 1]) {
    backoff.lostRace('coder-1', () => chance);
    expect(waits()).toBe(1 + 4 * chance);
    pass(5);
  }
  backoff.lostRace('coder-1');
  expect(backoff.stopped()).toEqual([{ agent: 'coder-1', why: 'it failed to claim the free task 3 times in a row' }]);
});

test('an agent that is not at fault rests 5 s as often as needed', () => {
  const { backoff, waits } = atRest();
  for (let time = 0; time < 9; time += 1) backoff.rest('merge');
  expect([waits(), backoff.stopped()]).toEqual([5, []]);
});
