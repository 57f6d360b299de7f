import { describe, expect, test } from 'vitest';
import type { PayloadOf } from '../contracts/messages.ts';
import { askOnce } from './ask-once.ts';
import type { Confirmed } from './person.ts';

type Request = PayloadOf<'ConfirmRequest'>;

const request = (more: Partial<Request> = {}): Request => ({
  subtask_id: 't-1-1' as Request['subtask_id'],
  ...{
    tool: 'shell',
    action: 'echo x > a',
    cwd: '/p',
    more: 0,
    network: false,
    reason: 'it changes',
    hash: 'h',
    caution: false,
    rule: null,
  },
  effects: [{ path: '/p/a', change: 'changed', hash: 'x', why: 'it existed' }],
  ...more,
});

/** A person who answers when the test lets them, in the order of the questions. */
function slow() {
  const questions: { readonly request: Request; readonly answer: (said: boolean | Confirmed) => void }[] = [];
  const ask = askOnce(
    (asked) =>
      new Promise<boolean | Confirmed>((answer) => {
        questions.push({ request: asked, answer });
      }),
  );
  return { questions, ask };
}

describe('the same effects, asked about while the question is open,', () => {
  test.each([[true], [false]])('are one question, and its answer counts for both: %s', async (said) => {
    const { questions, ask } = slow();
    const both = [ask('t', request()), ask('t', request({ hash: 'h2', tool: 'write_file', action: 'write_file a' }))];
    questions[0]?.answer(said);
    expect(await Promise.all(both)).toEqual([{ allowed: said }, { allowed: said }]);
    expect(questions).toHaveLength(1);
  });

  test('are asked about again once it was answered', async () => {
    const { questions, ask } = slow();
    const first = ask('t', request());
    questions[0]?.answer(true);
    await first;
    const second = ask('t', request());
    questions[1]?.answer(false);
    expect(await second).toEqual({ allowed: false });
  });

  test('do not get the rule that came with the yes twice', async () => {
    const { questions, ask } = slow();
    const both = [ask('t', request()), ask('t', request())];
    questions[0]?.answer({ allowed: true, rule: 'shell(echo x)' });
    expect(await Promise.all(both)).toEqual([{ allowed: true, rule: 'shell(echo x)' }, { allowed: true }]);
  });

  test('are asked about one after another where the person edits the line of the first', async () => {
    const { questions, ask } = slow();
    const all = [ask('t', request()), ask('t', request()), ask('t', request())];
    questions[0]?.answer({ allowed: false, edited: 'ls' });
    await expect.poll(() => questions.length).toBe(2);
    questions[1]?.answer(true);
    expect(await Promise.all(all)).toEqual([{ allowed: false, edited: 'ls' }, { allowed: true }, { allowed: true }]);
    expect(questions).toHaveLength(2);
  });

  test('fail together where asking fails', async () => {
    const ask = askOnce(() => Promise.reject(new Error('no terminal')));
    const ended = await Promise.allSettled([ask('t', request()), ask('t', request())]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('asked about separately is', () => {
  const changed = { path: '/p/a', change: 'changed', hash: 'x' } as const;
  test.each<[string, Partial<Request>, string?]>([
    ['another content', { effects: [{ ...changed, hash: 'y' }] }],
    ['another path', { effects: [{ ...changed, path: '/p/b' }] }],
    ['another change', { effects: [{ path: '/p/a', change: 'deleted' }] }],
    ['one effect more', { effects: [changed, { ...changed, path: '/p/b' }] }],
    ['one effect less', { effects: [] }],
    ['another task', {}, 'u'],
    ['the network', { network: true }],
    ['what memory doubts', { caution: true }],
    ['what is not listed whole', { more: 1, hash: 'h2' }],
  ])('%s', async (_, more, task = 't') => {
    const { questions, ask } = slow();
    const both = [ask('t', request({ effects: [changed] })), ask(task, request({ effects: [changed], ...more }))];
    expect(questions).toHaveLength(2);
    for (const { answer } of questions) answer(false);
    await Promise.all(both);
  });

  test.each<[string, Partial<Request>]>([
    ['the network for the same line', { network: true }],
    ['a run without walls', { effects: [] }],
    ['a change of something that is not told, by another line', { effects: [{ path: '/p/a', change: 'metadata' }] }],
  ])('%s, each time', async (_, more) => {
    const { questions, ask } = slow();
    const both = [ask('t', request({ ...more, hash: 'h1' })), ask('t', request({ ...more, hash: 'h2' }))];
    expect(questions).toHaveLength(2);
    for (const { answer } of questions) answer(false);
    await Promise.all(both);
  });
});
