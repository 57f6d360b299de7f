import { expect, test } from 'vitest';
import type { Answers } from '../../../engine/person.ts';
import { alertSequence, alertWhenUnanswered, unansweredMs, waitsForAnswer } from './alert-when-unanswered.ts';

/** Questions that stay open until the test answers them, and a clock that stands still until the test moves it. */
function asking() {
  const alerts: string[] = [];
  const input = { bytesRead: 7 };
  const timers = new Set<{ readonly ms: number; readonly act: () => void }>();
  const waiting: ((answer: string) => void)[] = [];
  const answers: Required<Answers> = {
    clarify: () => new Promise((resolve) => void waiting.push(resolve)),
    confirm: () => true,
    interrupted: () => 'stop',
    review: () => Promise.reject(new Error('the terminal is gone')),
  };
  const after = (ms: number, act: () => void): Disposable => {
    const timer = { ms, act };
    timers.add(timer);
    return { [Symbol.dispose]: () => void timers.delete(timer) };
  };
  return {
    ...{ alerts, input, timers },
    person: alertWhenUnanswered(answers, { alert: (text) => void alerts.push(text), input, after }),
    /** The time is up. */
    pass() {
      for (const timer of [...timers]) {
        timers.delete(timer);
        timer.act();
      }
    },
    answer: (text: string) => waiting.shift()?.(text),
  };
}

const question = { question: 'Which one?' };

test('a question that waits without a key alerts once, and is answered as before', async () => {
  const { person, alerts, timers, pass, answer } = asking();
  const answered = person.clarify(question);
  expect([...timers].map(({ ms }) => ms)).toEqual([unansweredMs]);
  pass();
  pass();
  expect(alerts).toEqual([waitsForAnswer]);
  answer('the first');
  expect(await answered).toBe('the first');
});

test('a person who has pressed a key is there', () => {
  const { person, alerts, input, pass } = asking();
  void person.clarify(question);
  input.bytesRead += 1;
  pass();
  expect(alerts).toEqual([]);
});

test('a question that is over leaves no timer, however it ended', async () => {
  const { person, timers, answer } = asking();
  const answered = person.clarify(question);
  answer('');
  await answered;
  expect(timers.size).toBe(0);
  await expect(person.review({} as never)).rejects.toThrow('the terminal is gone');
  expect(timers.size).toBe(0);
});

test('of two questions at once, the second counts from when the first is answered', async () => {
  const { person, alerts, timers, pass, answer } = asking();
  const [first, second] = [person.clarify(question), person.clarify(question)];
  expect(timers.size).toBe(1);
  pass();
  answer('a');
  await first;
  expect(timers.size).toBe(1);
  pass();
  expect(alerts).toHaveLength(2);
  answer('b');
  await second;
  expect(timers.size).toBe(0);
});

test('the sequence is a bell and one notification that no text can end early', () => {
  expect(alertSequence(waitsForAnswer)).toBe('\u0007\u001b]9;artoo is waiting for your answer\u0007');
  const hostile = alertSequence('a\u0007\u001b]52;c;eA==\u0007\u009db');
  expect(hostile.slice(1, -1).match(/[\p{Cc}]/gu)).toEqual(['\u001b']);
});
