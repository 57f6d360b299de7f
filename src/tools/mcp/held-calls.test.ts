import { expect, test } from 'vitest';
import { type Answer, CallUnderWay } from './call-under-way.ts';
import type { ServerCall } from './connection.ts';
import { type HeldCall, HeldCalls } from './held-calls.ts';

const id = { task_id: 'task', key: '1.1.1/R3/1.1' };

/** A call whose server has asked something, and the answer that the server receives. */
function asking() {
  const stopped: unknown[] = [];
  const call: ServerCall = new CallUnderWay(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push(Object(signal.reason).message);
          reject(signal.reason);
        });
      }),
  );
  const answer: Promise<Answer> = call.ask({ message: 'Are you sure?', schema: {} });
  const held = { call, form: [], questions: 1 } as unknown as HeldCall; // connection and definition are not used while the call is held
  return { held, answer, stopped };
}

test('a no is told to the server whose call it is', async () => {
  const calls = new HeldCalls();
  const { held, answer, stopped } = asking();
  calls.keep(id, 'h', held);
  calls.decline('another task', 'h');
  calls.decline('task', 'another question');
  expect(held.call.isWaiting).toBe(true);
  calls.decline('task', 'h');
  expect(await answer).toEqual({ action: 'decline' });
  expect(stopped).toEqual([]);
  expect(calls.take(id, 'h')).toBeUndefined();
});

test('a server that does not end its call after a no is stopped, and so is one that asks on', async () => {
  const calls = new HeldCalls({ endMs: 1 });
  const [slow, again] = [asking(), asking()];
  calls.keep(id, 'slow', slow.held);
  calls.decline('task', 'slow');
  await expect.poll(() => slow.stopped).toHaveLength(1);
  const patient = new HeldCalls();
  patient.keep(id, 'again', again.held);
  patient.decline('task', 'again');
  void again.held.call.ask({ message: 'Really not?', schema: {} });
  await expect.poll(() => again.stopped).toEqual(['the person said no']);
});

test('a call that waits too long for an answer is stopped', async () => {
  const calls = new HeldCalls({ answerMs: 1 });
  const { held, answer, stopped } = asking();
  calls.keep(id, 'h', held);
  expect(await answer).toEqual({ action: 'cancel' });
  expect(stopped).toEqual(['it was not answered in time']);
  expect(calls.take(id, 'h')).toBeUndefined();
});

test('a call that continues with its answer has no limit here any more', async () => {
  const calls = new HeldCalls({ answerMs: 1 });
  const { held, stopped } = asking();
  calls.keep(id, 'h', held);
  expect(calls.take(id, 'h')).toMatchObject({ questions: 1 });
  const other = asking();
  calls.keep(id, 'other', other.held);
  await other.answer; // its limit has passed, and so has the time that the first call would have had
  expect(stopped).toEqual([]);
});
