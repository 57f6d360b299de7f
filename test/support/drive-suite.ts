/** What holds for every drive, whatever is between it and its clients: the contract of src/app/drive/drive.ts. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, Drive, Question } from '../../src/app/drive/drive.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { compressJournal } from '../../src/journal/compress.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { Model } from '../../src/models/model.ts';
import { newText } from '../../src/team/board/text/read-text.ts';
import { aBoard, inState } from '../team/boards.ts';
import { scratch } from './scratch.ts';
import { answers, attempt, does, fileThere, perceived, plan, saying, subtask, write } from './scripted.ts';
import { turns } from './turns.ts';

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

/** Only talks, with one answer per task; `asked` contains the prompts of R1. */
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
    const [cwd, data, workspace] = ['work', 'data', 'workspace'].map((each) => join(folder, each)) as [string, string, string]; // as many as requested
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
      const task = await drive.start({ goal: 'Say hello.', cwd, caps: { tokens: 1_000_000 } });
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

    test('asks what is unclear, and continues with the answer', async () => {
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
        { task: first, input: 'Say hello.', output: 'Hello.' },
        { task: second, input: 'In Chinese, please.', output: '你好。' },
      ]);
      await drive.result(await drive.start({ goal: 'And goodbye.', cwd, session: later }));
      expect(asked[2]).toContain('你好。');
      expect((await journalOf(data, first))[1]).toMatchObject({ payload: { session: [] } });
    });

    test('shows a past task from any entry on, also once it is compressed', async () => {
      const { cwd, data, open } = place();
      const task = await (await open(saying({}))).start({ goal: 'Say hello.', cwd });
      const drive = await open(silent);
      const whole = await all(drive.entries(task)); // the other process is running it
      expect(whole).toEqual(await journalOf(data, task));
      expect(await all(drive.entries(task.slice(-8), { from: 20 }))).toEqual(whole.slice(20));
      expect(await all(drive.entries('last', { from: whole.length }))).toEqual([]);
      await compressJournal(join(data, 'tasks', `${task}.jsonl`), new AbortController().signal);
      expect(await all(drive.entries(task, { from: 20 }))).toEqual(whole.slice(20));
      expect(await drive.result(task)).toMatchObject({ directive: 'accept' });
      expect(await drive.questions(task)).toEqual([]);
      expect((await drive.list()).tasks).toMatchObject([{ task_id: task, state: 'ended', cwd }]);
    });

    test('lets a client go away, and the task runs on', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      const question = await firstQuestion(drive, task);
      for await (const entry of drive.entries(task)) if (entry.seq === 2) break;
      const gone = new AbortController();
      const watching = all(drive.entries(task, { signal: gone.signal }));
      gone.abort();
      expect((await watching).length).toBeLessThanOrEqual(question.seq + 1);
      expect(await drive.questions(task)).toEqual([question]);
      expect(await drive.answer(task, yesTo(question))).toBe('taken');
      expect(await drive.result(task)).toMatchObject({ directive: 'accept' });
    });

    test('leaves its tasks resumable when it is closed, with the same question open again', async () => {
      const { cwd, data, open } = place();
      const first = await open();
      const task = await first.start({ goal: 'Overwrite it.', cwd });
      const question = await firstQuestion(first, task);
      const watching = all(first.entries(task));
      await first.close();
      expect(await watching).toEqual(await journalOf(data, task)); // its end is not a failure of the client
      const drive = await open();
      expect(await drive.questions(task)).toEqual([]);
      expect(await drive.answer(task, yesTo(question))).toBe('stopped');
      await expect(drive.result(task)).rejects.toMatchObject({ code: 'stopped' });
      expect(await drive.resume(task)).toBe(task);
      expect(await drive.resume(task)).toBe(task); // it runs already
      expect(await firstQuestion(drive, task)).toEqual(question);
      expect(await drive.answer(task, yesTo(question))).toBe('taken');
      expect(await drive.result(task)).toMatchObject({ directive: 'accept' });
      expect(await drive.answer(task, yesTo(question))).toBe('late');
      await expect(drive.resume(task)).rejects.toMatchObject({ code: 'task_over' });
    });

    test('cancels a task, and continues it in another that shares what came before', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const session = await drive.openSession();
      const task = await drive.start({ goal: 'Overwrite it.', cwd, session });
      const question = await firstQuestion(drive, task);
      expect(await drive.cancel(task, 'enough')).toBe('taken');
      expect(await drive.result(task)).toMatchObject({ reason: 'cancelled' });
      expect(await drive.cancel(task)).toBe('over');
      expect(await drive.steer(task, 'Be quick.')).toBe('over');
      expect(await drive.answer(task, yesTo(question))).toBe('late');
      const later = await drive.resume(task);
      expect(later).not.toBe(task);
      const again = await firstQuestion(drive, later);
      expect(again).toMatchObject({ seq: question.seq, payload: { effects: [{ path: join(cwd, 'kept.txt') }] } });
      expect(await drive.answer(later, yesTo(again))).toBe('taken');
      const { output } = await drive.result(later);
      expect(output).toBe('kept.txt is written.');
      expect(await drive.exchanges(session)).toEqual([{ task: later, input: 'Overwrite it.', output }]);
      await expect(drive.resume(task)).rejects.toMatchObject({ code: 'task_over' });
    });

    test('forks a task at an entry', async () => {
      const { cwd, open } = place();
      const drive = await open(saying({}));
      const task = await drive.start({ goal: 'Say hello.', cwd });
      await drive.result(task);
      const other = await (await open(saying({}))).fork(task, { at: 2 });
      expect(await drive.entries(other)[Symbol.asyncIterator]().next()).toMatchObject({ value: { origin: { task_id: task, seq: 2 } } });
      await expect(drive.fork(task, { at: 1_000 })).rejects.toMatchObject({ code: 'usage' });
    });

    test('shows what an undo would do, does it, and does not do it over what was changed since', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      expect(await drive.planUndo(task)).toBeUndefined();
      await drive.answer(task, yesTo(await firstQuestion(drive, task)));
      await drive.result(task);
      expect(await drive.planUndo(task)).toMatchObject({ id: task, steps: [{ path: join(cwd, 'kept.txt') }], conflicts: [] });
      writeFileSync(join(cwd, 'kept.txt'), 'mine\n');
      expect(await drive.undo(task)).toMatchObject({ undone: false, conflicts: [{ why: 'changed since' }] });
      writeFileSync(join(cwd, 'kept.txt'), 'new\n');
      expect(await drive.undo(task)).toMatchObject({ undone: true });
      expect(readFileSync(join(cwd, 'kept.txt'), 'utf8')).toBe('old\n');
      expect(await drive.undo(task)).toEqual({ undone: false, conflicts: [] });
    });

    test('drops a task that was stopped, for good', async () => {
      const { cwd, open } = place();
      const first = await open(silent);
      const task = await first.start({ goal: 'Wait.', cwd });
      await expect(first.drop(task)).rejects.toMatchObject({ code: 'journal_locked' });
      await first.close();
      const drive = await open(silent);
      expect(await drive.drop(task)).toEqual({ hasChanges: false });
      await expect(drive.resume(task)).rejects.toMatchObject({ code: 'task_over' });
      expect((await drive.list({ state: ['dropped'] })).tasks).toMatchObject([{ task_id: task }]);
    });

    test('passes on what a model writes while it writes it, and what it waits for, to the clients that listen', async () => {
      const { cwd, open } = place();
      let isHeard = false;
      const drive = await open({
        async step(_request, { onText, onWait }) {
          for (; !isHeard; await turns(10)) onText?.(' ');
          for (const text of ['{"slug":', '"s"}']) onText?.(text);
          onWait?.({ until: 7, why: 'asked', attempt: 2 });
          return { text: '{}', calls: [], usage: { input_tokens: 1, output_tokens: 1 } };
        },
      });
      const task = await drive.start({ goal: 'Say hello.', cwd });
      const heard: unknown[] = [];
      const listening = (async () => {
        for await (const piece of drive.live(task)) {
          isHeard = true;
          if (!('text' in piece && piece.text === ' ')) heard.push(piece);
        }
      })();
      await drive.result(task);
      await listening;
      const key = '0.0.0/R1/1.0';
      const texts = ['{"slug":', '"s"}'].map((text) => ({ key, role: 'R1', text }));
      expect(heard.slice(0, 3)).toEqual([...texts, { key, wait: { until: 7, why: 'asked', attempt: 2 } }]);
      expect(await all(drive.live(task))).toEqual([]);
    });

    test('remembers, tells and forgets', async () => {
      const { cwd, open } = place();
      const drive = await open(saying({}));
      const { id, content } = await drive.memory.remember(' I prefer tabs ');
      expect(content).toBe('I prefer tabs');
      expect(await drive.memory.overview()).toMatchObject({ levels: { C: 1 } });
      expect(await drive.memory.forget(id)).toMatchObject({ ids: [id] });
      const task = await drive.start({ goal: 'Say hello.', cwd });
      await drive.result(task);
      expect(await drive.memory.why(task)).toMatchObject({ task_id: task, goal: 'Say hello.' });
      await expect(drive.memory.remember(' ')).rejects.toMatchObject({ code: 'usage' });
    });

    test('tells what the auditor found, in a task and in all of them, and whether its record is as it was written', async () => {
      const { cwd, data, open } = place();
      const lines = [...attempt('1.1.1', does(write('other.txt'))), ...attempt('1.1.2', does(write()))];
      const drive = await open(saying({}, lines));
      const task = await drive.start({ goal: 'Say hello.', cwd });
      expect(await drive.result(task)).toMatchObject({ directive: 'accept', audited: true });
      await expect
        .poll(async () => (await drive.audit.report()).report.anomalies)
        .toMatchObject([{ anomaly: 'false_claim', task_id: task }]);
      expect((await drive.audit.report({ until: 1 })).report).toMatchObject({ tasks_observed: 0, anomalies: [] });
      expect(await drive.audit.of(task)).toEqual([]); // each finding is reported once
      expect(await drive.audit.verify()).toMatchObject({ lines: 1, faults: [] });
      const record = join(data, 'audit', '000000000000.jsonl');
      writeFileSync(record, readFileSync(record, 'utf8').replace('false_claim', 'false_clean'));
      expect((await drive.audit.verify()).faults).toMatchObject([{ n: 0, what: 'changed' }]);
    });

    test('shows what a task changed, repeats its decisions and tells what it cost', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      await drive.answer(task, yesTo(await firstQuestion(drive, task)));
      await drive.result(task);
      expect(await drive.diffs(task)).toEqual([{ path: join(cwd, 'kept.txt'), diff: expect.stringContaining('-old\n+new') }]);
      expect(await drive.replay(task)).toMatchObject({ task_id: task, differences: [], result: { directive: 'accept' } });
      const { total } = await drive.cost({ task });
      expect(total.model_calls).toBeGreaterThan(0);
      expect(await drive.cost()).toMatchObject({ tasks: 1, total: { model_calls: total.model_calls } });
      expect(await drive.cost({ until: 1 })).toMatchObject({ tasks: 0 });
    });

    test('tells what runs and what is asked, now and after every change', async () => {
      const { cwd, open } = place();
      const drive = await open();
      const gone = new AbortController();
      const told = drive.news(gone.signal)[Symbol.asyncIterator]();
      /** A slow reader may miss what came before. */
      const comesTo = async (news: unknown) => {
        for (let step = await told.next(); !step.done; step = await told.next()) if (isDeepStrictEqual(step.value, news)) return;
        expect.fail('it is not told');
      };
      await comesTo([]);
      const task = await drive.start({ goal: 'Overwrite it.', cwd });
      const question = await firstQuestion(drive, task);
      const asked = [{ task_id: task, questions: [{ id: question.id, seq: question.seq, ts: question.ts, type: 'ConfirmRequest' }] }];
      await comesTo(asked);
      const late = drive.news(gone.signal)[Symbol.asyncIterator]();
      expect((await late.next()).value).toEqual(asked);
      await drive.answer(task, yesTo(question));
      await comesTo([]);
      gone.abort();
      expect(await told.next()).toMatchObject({ done: true });
    });

    test('writes a rule into the settings of the person, for one folder or everywhere', async () => {
      const { cwd, data, open } = place();
      const drive = await open(saying({}));
      await drive.allow('shell(git commit*)');
      await drive.allow('shell(git push*)', cwd);
      const written = readFileSync(join(data, 'config.yaml'), 'utf8');
      expect(written).toContain('shell(git commit*)');
      expect(written).toContain(`shell(git push*) in ${cwd}`);
      await expect(drive.allow('everything')).rejects.toMatchObject({ code: 'usage' });
      await expect(drive.allow('shell(ls)', join(cwd, 'nowhere'))).rejects.toMatchObject({ code: 'usage' });
    });

    test('shows what is kept at a tag of the memory, and what it came to', async () => {
      const { open } = place();
      const drive = await open(saying({}));
      const { space, entity, id } = await drive.memory.remember('I prefer tabs');
      expect(await drive.memory.tags()).toMatchObject({ tags: [{ space, entity, rules: 1 }], more: 0 });
      expect(await drive.memory.tags({ space: 'another' })).toMatchObject({ tags: [] });
      const { entries, curve } = await drive.memory.view({ space, entity });
      expect(entries).toMatchObject([{ megram: { id } }]);
      expect(curve.length).toBeGreaterThan(30);
    });

    test('shows the board of the team that a folder belongs to, now and after every change', async () => {
      const { cwd, open } = place();
      const drive = await open(saying({}));
      await expect(drive.team.board(cwd)).rejects.toMatchObject({ code: 'board_missing' });
      for (const folder of ['.liza', 'specs']) mkdirSync(join(cwd, folder));
      writeFileSync(join(cwd, 'specs/vision.md'), '# Greet people\n');
      const put = (...tasks: Parameters<typeof aBoard>[0]): void => {
        writeFileSync(join(cwd, '.liza/state.new'), newText(aBoard(tasks, {})));
        renameSync(join(cwd, '.liza/state.new'), join(cwd, '.liza/state.yaml'));
      };
      put(inState('BLOCKED'));
      expect(await drive.team.board(cwd)).toMatchObject({ root: cwd, tasks: [{ id: 't1', status: 'BLOCKED' }] });
      expect(await drive.team.report(cwd)).toMatchObject({ tasks: [{ id: 't1' }] });
      const gone = new AbortController();
      const boards = drive.team.watch(cwd, gone.signal)[Symbol.asyncIterator]();
      expect((await boards.next()).value).toMatchObject({ tasks: [{ status: 'BLOCKED' }] });
      put(inState('MERGED'));
      let board = await boards.next();
      while (!board.done && board.value.tasks[0]?.status === 'BLOCKED') board = await boards.next(); // its times also change
      expect(board.value).toMatchObject({ tasks: [{ status: 'MERGED' }] });
      gone.abort();
      expect(await boards.next()).toMatchObject({ done: true });
    });

    test('refuses what is not a request, and starts nothing', async () => {
      const { cwd, data, open } = place();
      const drive = await open(saying({}));
      const hostile = drive as unknown as Record<string, (...args: readonly unknown[]) => unknown>; // a program without types
      const requests: readonly (readonly [string, string, ...unknown[]])[] = [
        ['goal_empty', 'start', { goal: ' ', cwd }],
        ['usage', 'start', undefined],
        ['usage', 'start', { goal: 7, cwd }],
        ['usage', 'start', { goal: 'x' }],
        ['usage', 'start', { goal: 'x', cwd: join(cwd, 'nowhere') }],
        ['usage', 'start', { goal: 'x', cwd, sesion: 'y' }],
        ['usage', 'start', { goal: 'x', cwd, caps: { money: 1 } }],
        ['id_invalid', 'start', { goal: 'x', cwd, session: '../../etc/passwd' }],
        ['id_invalid', 'start', { goal: 'x', cwd, task_id: '../x' }],
        ['id_invalid', 'questions', '../../etc/passwd'],
        ['id_invalid', 'cancel', ''],
        ['id_invalid', 'undo', 'x'.repeat(65)],
        ['usage', 'resume', null],
        ['usage', 'result', ['last']],
        ['journal_missing', 'steer', 'none', 'x'],
        ['usage', 'steer', 'none', 7],
        ['usage', 'answer', 'none', 'yes'],
        ['usage', 'answer', 'none', { question: 'q', reply: 'yes' }],
        ['journal_missing', 'answer', 'none', { question: 'q', reply: {} }],
        ['usage', 'openSession', { after: 7 }],
        ['journal_missing', 'openSession', { after: 'none' }],
        ['id_invalid', 'exchanges', '..'],
        ['id_invalid', 'diffs', '../../etc/passwd'],
        ['journal_missing', 'replay', 'none'],
        ['usage', 'cost', { task: 7 }],
        ['usage', 'allow', 7],
      ];
      for (const [code, method, ...args] of requests)
        await expect(Promise.resolve(hostile[method]?.(...args)), `${method} ${JSON.stringify(args)}`).rejects.toMatchObject({ code });
      await expect(all(drive.entries('none'))).rejects.toMatchObject({ code: 'journal_missing' });
      await expect(all(drive.entries('none', { from: -1 }))).rejects.toMatchObject({ code: 'usage' });
      expect((await drive.list()).tasks).toEqual([]);
      expect(existsSync(join(data, 'tasks'))).toBe(false);
    });

    test('starts nothing once it is closed', async () => {
      const { cwd, open } = place();
      const drive = await open(saying({}));
      await drive.close();
      await expect(drive.start({ goal: 'Say hello.', cwd })).rejects.toMatchObject({ code: 'usage' });
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
