/** What holds for every client of artoo, whatever its protocol: a goal is carried out, the person is asked, and nothing is lost. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTasks } from '../../src/history/tasks/task-index.ts';
import type { TaskSummary } from '../../src/history/tasks/task-state.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { Model } from '../../src/models/model.ts';
import { scratch } from './scratch.ts';
import { answers, does, fileThere, perceived, plan, saying, subtask, write } from './scripted.ts';

/** The person who uses a client. A question that is not listed here fails the test. */
type ClientPerson = {
  /** Whether the described action may be done. */
  readonly confirm?: (text: string) => boolean | Promise<boolean>;
  /** The answer to a question about the goal. */
  readonly clarify?: (text: string) => string;
};

type ClientRun = { readonly output: string };

/** What a client of some protocol can do. A missing member is not in its protocol. */
export type Client = {
  /** Runs a goal until its task ends or asks something. */
  run(goal: string, cwd: string): Promise<ClientRun>;
  /** Ends the running task; then `run` resolves. */
  cancel(): Promise<void>;
  /** Continues a task that was stopped or cancelled. */
  resume?(task: string, cwd: string): Promise<ClientRun>;
  undo?(task: string, cwd: string): Promise<void>;
  /** Disconnects the client. Resolves when its server is idle. */
  close(): Promise<void>;
};

type ClientAdapter = {
  readonly name: string;
  /** A client whose tasks are run with this model, on this data folder, in this folder. */
  open(options: ClientOptions): Promise<Client>;
};

export type ClientOptions = {
  readonly model: Model;
  readonly data: string;
  readonly workspace: string;
  readonly cwd: string;
  readonly person: ClientPerson;
};

/** Asks whether `kept.txt` may be overwritten. */
export const overwriting = (): Model =>
  saying({
    R2: answers(plan([subtask({ intent: 'Write kept.txt', success_criteria: [fileThere('kept.txt')] })], [fileThere('kept.txt')])),
    R3: does(write('kept.txt', 'new\n'), 'kept.txt is written.'),
  });

/** Asks what is meant, then talks. */
const asking = (): Model =>
  saying({
    R1: answers({ ...perceived, intent: '', question: 'Which one?' }, { ...perceived, kind: 'conversation' }),
    R2: answers({ answer: 'The second.' }),
  });

/** A folder to work in with one file, a data folder and a workspace. */
export function clientPlace(): Pick<ClientOptions, 'cwd' | 'data' | 'workspace'> & { readonly kept: () => string } {
  const folder = scratch();
  const [cwd, data, workspace] = ['work', 'data', 'workspace'].map((each) => join(folder, each)) as [string, string, string]; // as many as requested
  for (const each of [cwd, workspace]) mkdirSync(each);
  writeFileSync(join(cwd, 'kept.txt'), 'old\n');
  return { cwd, data, workspace, kept: () => readFileSync(join(cwd, 'kept.txt'), 'utf8') };
}

/** Runs the suite on an adapter. */
export function clientSuite({ name, open }: ClientAdapter): void {
  type Place = ReturnType<typeof clientPlace>;

  async function client(place: Place, model: Model, person: ClientPerson = {}): Promise<Client> {
    const opened = await open({ ...place, model, person });
    onTestFinished(() => opened.close());
    return opened;
  }

  const yes = { confirm: () => true };

  /** A person who is asked, and gives no answer. */
  const thinking = (onAsked: () => void): ClientPerson => ({
    confirm() {
      onAsked();
      return new Promise<boolean>(() => {});
    },
  });

  describe(`${name} is a client that`, () => {
    test('has a goal carried out, and learns how it ended', async () => {
      const place = clientPlace();
      const { run } = await client(place, saying({}));
      expect((await run('Say hello.', place.cwd)).output).toContain('hello.txt is written.');
      expect(await newest(place)).toMatchObject({ state: 'ended', directive: 'accept', cwd: place.cwd });
    });

    test('is asked before harm, with what would be done, and a yes does it', async () => {
      const place = clientPlace();
      const asked: string[] = [];
      const { run } = await client(place, overwriting(), { confirm: (text) => asked.push(text) > 0 });
      expect((await run('Overwrite it.', place.cwd)).output).toContain('kept.txt is written.');
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain('kept.txt');
      expect(place.kept()).toBe('new\n');
    });

    test('says no, and nothing is done', async () => {
      const place = clientPlace();
      const { run } = await client(place, overwriting(), { confirm: () => false });
      await run('Overwrite it.', place.cwd);
      expect(await repliesIn(place)).toMatchObject([{ allowed: false }]);
      expect(await newest(place)).toMatchObject({ state: 'ended', directive: 'abandon' });
      expect(place.kept()).toBe('old\n');
    });

    test('answers what is unclear, and the task continues with that', async () => {
      const place = clientPlace();
      const asked: string[] = [];
      const clarify = (text: string) => {
        asked.push(text);
        return 'the second';
      };
      const { run } = await client(place, asking(), { clarify });
      expect((await run('That one.', place.cwd)).output).toContain('The second.');
      expect(asked).toEqual([expect.stringContaining('Which one?')]);
      const { entries } = await journalOf(place);
      expect(entries).toContainEqual(expect.objectContaining({ type: 'ClarifyAnswer', payload: { answer: 'the second' } }));
    });

    test('cancels a task, and continues it later', async () => {
      const place = clientPlace();
      const asked = Promise.withResolvers<void>();
      const first = await client(place, overwriting(), thinking(asked.resolve));
      const running = first.run('Overwrite it.', place.cwd);
      await asked.promise;
      await first.cancel();
      await running;
      await expect.poll(() => newest(place)).toMatchObject({ state: 'ended', reason: 'cancelled' });
      expect(place.kept()).toBe('old\n');
      const later = await client(place, overwriting(), yes);
      if (!later.resume) return;
      const { task_id } = await newest(place);
      expect((await later.resume(task_id, place.cwd)).output).toContain('kept.txt is written.');
      expect(place.kept()).toBe('new\n');
    });

    test('goes away in the middle of a question, and another continues with the task, which asks again', async () => {
      const place = clientPlace();
      const asked = Promise.withResolvers<void>();
      const first = await client(place, overwriting(), thinking(asked.resolve));
      first.run('Overwrite it.', place.cwd).catch(() => {}); // its connection ends
      await asked.promise;
      await first.close();
      expect(await newest(place)).toMatchObject({ state: 'unfinished' });
      const later = await client(place, overwriting(), yes);
      if (!later.resume) return;
      const { task_id } = await newest(place);
      expect((await later.resume(task_id, place.cwd)).output).toContain('kept.txt is written.');
      expect(await newest(place)).toMatchObject({ task_id, state: 'ended', directive: 'accept' });
      expect(place.kept()).toBe('new\n');
    });

    test('undoes what a task changed, where its protocol has that', async () => {
      const place = clientPlace();
      const { run, undo } = await client(place, overwriting(), yes);
      if (!undo) return;
      await run('Overwrite it.', place.cwd);
      await undo((await newest(place)).task_id, place.cwd);
      expect(place.kept()).toBe('old\n');
    });

    test('starts nothing without a goal', async () => {
      const place = clientPlace();
      const { run } = await client(place, saying({}));
      await run(' ', place.cwd).catch(() => {}); // refused as its protocol does it
      expect((await readTasks(place.data)).tasks).toEqual([]);
    });
  });

  const newest = async ({ data }: Place): Promise<TaskSummary> => (await readTasks(data)).tasks[0] ?? expect.fail('there is no task');

  const journalOf = async (place: Place) => readJournal(join(place.data, 'tasks', `${(await newest(place)).task_id}.jsonl`));

  const repliesIn = async (place: Place) =>
    (await journalOf(place)).entries.flatMap((entry) => (entry.kind === 'message' && entry.type === 'ConfirmReply' ? [entry.payload] : []));
}
