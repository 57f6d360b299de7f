import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import type { Drive } from '../../app/drive/drive.ts';
import type { Entry } from '../../journal/entry.ts';
import { createPicture } from '../../view/picture/picture.ts';
import { type Line, textOf } from '../../view/style/line.ts';
import { followTask } from './follow-task.ts';

const all = goldenEntries('refusal');
const asked = all.findIndex((entry) => entry.kind === 'message' && entry.type === 'ConfirmRequest');

/** The types of the questions that are asked if a task with these entries is followed from a given moment. */
async function questionsIn(entries: readonly Entry[], since: number): Promise<readonly string[]> {
  const put: string[] = [];
  const drive = {
    entries: async function* () {
      yield* entries;
    },
    live: async function* () {},
    result: async () => ({}),
  } as unknown as Drive; // no other members are used
  const person = (message: { readonly type: string }) => void put.push(message.type);
  const id = 't' as Parameters<typeof followTask>[0]['id'];
  await followTask({ drive, id, picture: createPicture(), since, show() {}, columns: () => 80, isLive: true, changed() {}, person });
  return put;
}

const now = Date.parse('2030-01-01T00:00:00.000Z');
const resumed = (seq: number): Entry => ({ kind: 'pause', seq, ts: new Date(now).toISOString(), ms: 1, resumed: true });

test('a question that was open when the task stopped is asked again once it continues', async () => {
  expect(await questionsIn([...all.slice(0, asked + 1), resumed(asked + 1)], now)).toEqual(['ConfirmRequest']);
});

test('a question that was answered is not', async () => {
  const answered = all.findIndex((entry) => entry.kind === 'message' && entry.type === 'ConfirmReply');
  expect(await questionsIn([...all.slice(0, answered + 1), resumed(answered + 1)], now)).toEqual([]);
});

test('in a task that is followed from its start each is asked once', async () => {
  expect(await questionsIn(all.slice(0, asked + 1), 0)).toEqual(['ConfirmRequest']);
});

test('after the person has stopped the task, leaving a question is no answer', async () => {
  const stopping = new AbortController();
  let answers = 0;
  const drive = {
    entries: async function* () {
      yield* all.slice(0, asked + 1);
    },
    live: async function* () {},
    result: async () => ({}),
    answer: async () => {
      answers += 1;
    },
  } as unknown as Drive; // what is followed and answered
  const id = 't' as Parameters<typeof followTask>[0]['id'];
  const put = Promise.withResolvers<void>();
  await followTask({
    ...{
      drive,
      id,
      picture: createPicture(),
      since: 0,
      show() {},
      columns: () => 80,
      isLive: true,
      changed() {},
      stopping: stopping.signal,
    },
    person(_, reply) {
      stopping.abort();
      reply({ to: 'R3', type: 'ConfirmReply', payload: { hash: 'h', allowed: false, unanswered: true } });
      put.resolve();
    },
  });
  await put.promise;
  expect(answers).toBe(0);
});

test.each([
  [true, []],
  [false, ["waits        20 s: the model's server asks for a pause; then attempt 2"]],
])('a long wait is reported where nothing is redrawn (live: %s)', async (isLive, expected) => {
  const shown: string[] = [];
  const heard = Promise.withResolvers<void>();
  const drive = {
    entries: async function* () {
      await heard.promise;
    },
    live: async function* () {
      yield { key: 'k', wait: { until: Date.now() + 20_000, why: 'asked', attempt: 2 } };
      heard.resolve();
    },
    result: async () => ({}),
  } as unknown as Drive; // what is followed, and nothing else
  const id = 't' as Parameters<typeof followTask>[0]['id'];
  const show = (lines: readonly Line[]) => void shown.push(...lines.map(textOf));
  await followTask({ drive, id, picture: createPicture(), since: 0, show, columns: () => 80, isLive, changed() {}, person() {} });
  expect(shown).toEqual(expected);
});
