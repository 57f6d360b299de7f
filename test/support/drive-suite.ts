/** What holds for every drive, whatever lies between it and its clients: the contract of src/app/drive/drive.ts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, Drive, Question } from '../../src/app/drive/drive.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { Json } from '../../src/contracts/json.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { Model } from '../../src/models/model.ts';
import { scratch } from './scratch.ts';
import { answers, does, fileThere, perceived, plan, saying, subtask, write } from './scripted.ts';

export type DriveAdapter = {
  readonly name: string;
  /** A drive whose tasks are run with this model, on this data folder. */
  open(options: { readonly model: Model; readonly data: string; readonly workspace: string }): Promise<Drive>;
};

/** A folder to work in with one file, and a drive; another can be opened on the same data. */
type Place = { readonly cwd: string; readonly data: string; open(model?: Model): Promise<Drive> };

/** Asks whether `kept.txt` may be overwritten. */
const overwriting = () =>
  saying({
    R2: answers(plan([subtask({ intent: 'Write kept.txt', success_criteria: [fileThere('kept.txt')] })], [fileThere('kept.txt')])),
    R3: does(write('kept.txt', 'new\n'), 'kept.txt is written.'),
  });

/** Asks what is meant, then talks. */
const asking = () =>
  saying({
    R1: answers({ ...perceived, intent: '', question: 'Which one?' }, { ...perceived, kind: 'conversation' }),
    R2: answers({ answer: 'The second.' }),
  });

/** Talks, one answer a task; what R1 was asked is in `asked`. */
function talking(said: readonly string[], asked: string[]): Model {
  const left = [...said];
  const answer = (value: Json) => ({ text: JSON.stringify(value), calls: [], usage: { input_tokens: 1, output_tokens: 1 } });
  return {
    async step({ turns }, { role }) {
      if (role !== 'R1') return answer({ answer: left.shift() ?? '' });
      asked.push(turns.map(({ text }) => text).join('\n'));
      return answer({ ...perceived, kind: 'conversation' });
    },
  };
}

/** Never answers. */
const silent: Model = {
  step: (_, __, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

/** Runs the suite on an adapter. */
export function driveSuite({ name, open }: DriveAdapter): void {
  function place(): Place {
    const folder = scratch();
    const [cwd, data, workspace] = ['work', 'data', 'workspace'].map((each) => join(folder, each)) as [string, string, string]; // as many as named
    for (const each of [cwd, workspace]) mkdirSync(each);
    writeFileSync(join(cwd, 'kept.txt'), 'old\n');
    return {
      cwd,
      data,
      async open(model = overwriting()) {
        const drive = await open({ model, data, workspace });
        onTestFinished(() => drive.close());
        return drive;
      },
    };
  }

  describe(`${name} is a drive that`, () => {
    test('starts a task and shows every entry of it, from the first to its result', async () => {
      const { cwd, data, open } = place();
      const drive = await open(saying({}));
      const task = await drive.start({ goal: 'Say hello.', cwd });
      const seen = await all(drive.entries(task));
      expect(seen).toEqual(await journalOf(data, task));
      expect(seen.at(-1)).toMatchObject({ type: 'FinalResult', payload: { directive: 'accept' } });
      expect(await drive.result(task)).toMatchObject({ directive: 'accept' });
    });

    test('keeps a question until one client answers it, and shows the reply to all', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      const watching = [all(drive.entries(task)), all(drive.entries(task, { from: 3 }))];
      const question = await firstQuestion(drive, task);
      expect(question).toMatchObject({ type: 'ConfirmRequest', payload: { effects: [{ path: join(cwd, 'kept.txt') }] } });
      expect(await drive.answer(task, yesTo(question))).toBe('taken');
      const [whole = [], part = []] = await Promise.all(watching);
      expect(whole.filter((entry) => entry.kind === 'message' && entry.reply_to === question.id)).toMatchObject([
        { type: 'ConfirmReply', payload: { allowed: true } },
      ]);
      expect(part).toEqual(whole.slice(3));
      expect(await drive.questions(task)).toEqual([]);
      expect(readFileSync(join(cwd, 'kept.txt'), 'utf8')).toBe('new\n');
    });

    test('takes one of two answers, and tells the other client that it is late', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      const question = await firstQuestion(drive, task);
      const said = await Promise.all([drive.answer(task, yesTo(question)), drive.answer(task, noTo(question))]);
      expect(said.toSorted()).toEqual(['late', 'taken']);
      const entries = await all(drive.entries(task));
      expect(entries.filter((entry) => entry.kind === 'message' && entry.type === 'ConfirmReply')).toHaveLength(1);
      expect(await drive.answer(task, yesTo(question))).toBe('late');
    });

    test('takes no answer about other effects, to another question or of another shape, and the question stays open', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      const question = await firstQuestion(drive, task);
      expect(await drive.answer(task, { ...yesTo(question), hash: 'another' })).toBe('changed');
      expect(await drive.answer(task, { question: question.id, reply: { allowed: true } })).toBe('changed');
      expect(await drive.answer(task, { ...yesTo(question), question: `${task}-0` })).toBe('unknown');
      expect(await drive.answer(task, { ...yesTo(question), question: '../../etc' })).toBe('unknown');
      const refused = drive.answer(task, { ...yesTo(question), reply: { answer: 'yes' } });
      await expect(refused).rejects.toMatchObject({ code: 'payload_refused' });
      expect(await drive.questions(task)).toEqual([question]);
      expect(await drive.answer(task, noTo(question))).toBe('taken');
    });

    test('asks what is unclear, and goes on with the answer', async () => {
      const { cwd, open } = place();
      const drive = await open(asking());
      const task = await drive.start({ goal: 'That one.', cwd });
      const question = await firstQuestion(drive, task);
      expect(question).toMatchObject({ type: 'ClarifyQuestion', payload: { question: 'Which one?' } });
      expect(await drive.answer(task, { question: question.id, reply: { answer: 'the second' } })).toBe('taken');
      expect(await drive.result(task)).toMatchObject({ output: 'The second.' });
    });

    test('gives a follow-up in a session what was asked and answered before', async () => {
      const { cwd, data, open } = place();
      const asked: string[] = [];
      const talk = talking(['Hello.', '你好。', '再见。'], asked);
      const drive = await open(talk);
      const session = await drive.openSession();
      const first = await drive.start({ goal: 'Say hello.', cwd, session });
      await drive.result(first);
      const second = await drive.start({ goal: 'In Chinese, please.', cwd, session });
      await drive.result(second);
      expect(asked[1]).toMatch(/<earlier_input>\nSay hello\.\n[\s\S]*<earlier_output>\nHello\.\n[\s\S]*In Chinese, please\./);
      await expect
        .poll(() => drive.exchanges(session))
        .toEqual([
          { task: first, input: 'Say hello.', output: 'Hello.' },
          { task: second, input: 'In Chinese, please.', output: '你好。' },
        ]);
      const later = await (await open(talk)).openSession({ after: 'last' });
      expect(await drive.exchanges(later)).toEqual([
        { input: 'Say hello.', output: 'Hello.' },
        { task: second, input: 'In Chinese, please.', output: '你好。' },
      ]);
      await drive.result(await drive.start({ goal: 'And goodbye.', cwd, session: later }));
      expect(asked[2]).toContain('你好。');
      expect((await journalOf(data, first))[1]).toMatchObject({ payload: { session: [] } });
    });

    test('cancels a task', async () => {
      const { cwd, open } = place();
      const drive = await open(silent);
      const task = await drive.start({ goal: 'Wait.', cwd });
      expect(await drive.cancel(task, 'enough')).toBe('taken');
      expect(await drive.result(task)).toMatchObject({ reason: 'cancelled' });
      expect(await drive.cancel(task)).toBe('over');
    });
  });

  /** The first question of a task, once it is asked. */
  async function firstQuestion(drive: Drive, task: TaskId): Promise<Question> {
    const [first] = await expect
      .poll(() => drive.questions(task))
      .not.toEqual([])
      .then(() => drive.questions(task));
    return first ?? expect.fail('nothing is asked');
  }

  const journalOf = async (data: string, task: TaskId) => (await readJournal(join(data, 'tasks', `${task}.jsonl`))).entries;
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const hashOf = ({ type, payload }: Question): { hash?: string } => (type === 'ConfirmRequest' ? { hash: payload.hash } : {});
const yesTo = (question: Question): Answer => ({ question: question.id, ...hashOf(question), reply: { allowed: true } });
const noTo = (question: Question): Answer => ({ question: question.id, ...hashOf(question), reply: { allowed: false } });
