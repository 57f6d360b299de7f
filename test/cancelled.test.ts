/** The proof that a cancel loses nothing: a task cancelled at every place of its journal, and what continues it. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { describe, expect, test } from 'vitest';
import { openArtoo } from '../src/app/open-artoo.ts';
import { replayTask } from '../src/app/replay.ts';
import type { Artoo, RunningTask } from '../src/app/tasks.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { readCassette } from '../src/effects/cassette.ts';
import { createInProcessObservers } from '../src/engine/in-process-observers.ts';
import { runStep } from '../src/history/housekeeping/run-step.ts';
import { claimResumed } from '../src/history/tasks/task-marks.ts';
import { compressJournal } from '../src/journal/compress.ts';
import type { Entry } from '../src/journal/entry.ts';
import { compressedPath } from '../src/journal/files.ts';
import { readJournal } from '../src/journal/reader.ts';
import type { Model } from '../src/models/model.ts';
import { openChanges } from '../src/tools/changes/change-store.ts';
import { filesIn, harvest, harvestGoal, writeHarvestScript } from './support/harvest.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';
import { answers, does, fileThere, plan, saying, subtask, write } from './support/scripted.ts';
import { settingsFor } from './support/settings.ts';
import { messagesOf } from './support/whole-task.ts';

type Place = { readonly data: string; readonly cwd: string; open(onEntry?: (task: string, entry: Entry) => void): Promise<Artoo> };

/** A place where the person says yes to everything; without a model, it has the harvest's files and answers. */
function newPlace(model?: () => Model): Place {
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  return {
    cwd,
    data,
    async open(onEntry = () => {}) {
      const observers = createInProcessObservers<Entry>();
      const watched: typeof observers = {
        ...observers,
        publish(task_id, entry) {
          observers.publish(task_id, entry);
          onEntry(task_id, entry);
        },
      };
      const site = {
        settings: settingsFor({ data, workspace: join(folder, 'workspace') }),
        model: model?.() ?? (await readCassette(writeHarvestScript(folder))),
        secrets: () => [],
      };
      return openArtoo({
        data,
        siteOf: () => site,
        env: {},
        answers: { confirm: () => true },
        observers: watched,
        onNotice: (text) => expect.fail(text),
      });
    },
  };
}

/** Runs the harvest and cancels it once that entry is written. */
async function cancelAfter(seq: number, { cwd, open }: Place): Promise<RunningTask> {
  let task: RunningTask | undefined;
  await using artoo = await open((_, entry) => entry.seq >= seq && task?.cancel());
  task = artoo.run(harvestGoal, { cwd });
  await task.result;
  return task;
}

const receiptsIn = (data: string, tasks: readonly string[]): number =>
  tasks.flatMap((task) => (existsSync(join(data, 'undo', task)) ? readdirSync(join(data, 'undo', task)) : [])).length;

const entriesOf = async ({ journal }: Pick<RunningTask, 'journal'>): Promise<readonly Entry[]> => (await readJournal(journal)).entries;

let whole: readonly Entry[] = [];

test('the task has more than 60 entries', async () => {
  const place = newPlace();
  await using artoo = await place.open();
  const task = artoo.run(harvestGoal, { cwd: place.cwd });
  expect(await task.result).toMatchObject({ directive: 'accept' });
  whole = await entriesOf(task);
  expect(whole.length).toBeGreaterThan(60);
});

const kindOf = (entry: Entry): string => (entry.kind === 'intent' ? `intent ${entry.effect}` : entry.kind);

describe('a cancelled task', () => {
  test('continues from any place to the same verdict and the same files, with every receipt once', async () => {
    const places = sampled(whole.slice(1, -1), Number.POSITIVE_INFINITY, kindOf);
    expect(places.length).toBeGreaterThan(6);
    for (const { seq } of places) await cancelAndGoOn(seq);
  }, 1_200_000);

  test('continues again after a second cancel, and is still one whole to undo', async () => {
    const place = newPlace();
    const calls = whole.filter((entry) => entry.kind === 'intent' && entry.effect === 'tool');
    const [first, second] = [calls[1]?.seq ?? 0, calls.at(-2)?.seq ?? 0];
    const cancelled = await cancelAfter(first, place);
    let again: RunningTask | undefined;
    {
      await using artoo = await place.open((_, entry) => entry.seq >= second && again?.cancel());
      again = await artoo.continueTask(cancelled.id);
      expect(await again.result).toMatchObject({ reason: 'cancelled' });
    }
    await using artoo = await place.open();
    const task = await artoo.continueTask(again.id);
    expect(await task.result).toMatchObject({ directive: 'accept', reason: 'met' });
    expect(filesIn(place.cwd)).toEqual(harvest);
    expect(receiptsIn(place.data, [cancelled.id, again.id, task.id])).toBe(Object.keys(harvest).length);
    const changes = openChanges(place.data);
    const plan = await changes.planUndo(task.id);
    expect(plan && (await changes.undo(plan, never))).toMatchObject({ undone: true });
    expect(filesIn(place.cwd)).toEqual({});
    expect((await changes.undoable()).filter(({ undone, undo_of }) => !undone && undo_of === undefined)).toEqual([]);
  });

  test('is resumed by one of two who try at once', async () => {
    const place = newPlace();
    const cancelled = await cancelAfter(12, place);
    const [one, other] = [await place.open(), await place.open()];
    const tries = await Promise.allSettled([one, other].map((artoo) => artoo.continueTask(cancelled.id)));
    const [going, ...others] = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []));
    expect(others).toEqual([]);
    expect(await going?.result).toMatchObject({ directive: 'accept' });
    expect(filesIn(place.cwd)).toEqual(harvest);
    await Promise.all([one.close(), other.close()]);
  });

  test('can be resumed after a process died that had only just claimed it', async () => {
    const place = newPlace();
    const cancelled = await cancelAfter(12, place);
    await claimResumed(place.data, cancelled.id, 'never-made' as TaskId);
    await using artoo = await place.open();
    expect(await (await artoo.continueTask(cancelled.id)).result).toMatchObject({ directive: 'accept' });
  });

  test('cannot be resumed a second time after the one that did was removed', async () => {
    const place = newPlace();
    const cancelled = await cancelAfter(12, place);
    await using artoo = await place.open();
    const task = await artoo.continueTask(cancelled.id);
    await task.result;
    rmSync(task.journal);
    await expect(artoo.continueTask(cancelled.id)).rejects.toMatchObject({ code: 'task_over' });
  });

  test('stays claimed when housekeeping removes the one that continues it, whose process was killed before it could say so', async () => {
    const place = newPlace();
    const cancelled = await cancelAfter(12, place);
    await using artoo = await place.open();
    const task = await artoo.continueTask(cancelled.id);
    await task.result;
    rmSync(join(place.data, 'marks', `${cancelled.id}.begun`)); // as if that had never happened
    const step = { does: 'remove', why: 'age', id: task.id, when: Date.now() + 1_000, bytes: 1, undo: 0, saves: 1, undoes: [] } as const;
    expect(await runStep(step, { data: place.data, changes: openChanges(place.data), signal: never })).toHaveProperty('freed');
    await expect(artoo.continueTask(cancelled.id)).rejects.toMatchObject({ code: 'task_over' });
  });

  test('is left to another process that claims its journal, compressed or not, and can be resumed afterwards', async () => {
    const place = newPlace();
    const cancelled = await cancelAfter(12, place);
    await using artoo = await place.open();
    for (const path of [cancelled.journal, compressedPath(cancelled.journal)]) {
      if (path !== cancelled.journal) expect(await compressJournal(cancelled.journal, never)).toHaveProperty('freed');
      const fd = openSync(path, 'r+');
      expect(tryLock(fd)).toBe(true);
      await expect(artoo.continueTask(cancelled.id)).rejects.toMatchObject({ code: 'journal_locked' });
      closeSync(fd);
    }
    expect(await (await artoo.continueTask(cancelled.id)).result).toMatchObject({ directive: 'accept' });
  });

  test('that was cancelled after a yes does what the yes was for, and does not ask again', async () => {
    const place = newPlace(() =>
      saying({
        R2: answers(plan([subtask({ success_criteria: [fileThere('kept.txt')] })], [fileThere('kept.txt')])),
        R3: does(write('kept.txt', 'new\n'), 'kept.txt is written.'),
      }),
    );
    writeFileSync(join(place.cwd, 'kept.txt'), 'old\n');
    let task: RunningTask | undefined;
    {
      await using artoo = await place.open((_, entry) => entry.kind === 'message' && entry.type === 'ConfirmReply' && task?.cancel());
      task = artoo.run('Overwrite it.', { cwd: place.cwd });
      expect(await task.result).toMatchObject({ reason: 'cancelled' });
    }
    expect(filesIn(place.cwd)).toEqual({ 'kept.txt': 'old\n' });
    await using artoo = await place.open();
    const later = await artoo.continueTask(task.id);
    expect(await later.result).toMatchObject({ directive: 'accept' });
    expect(filesIn(place.cwd)).toEqual({ 'kept.txt': 'new\n' });
    expect(messagesOf(await entriesOf(later), 'ConfirmRequest')).toHaveLength(1);
  });

  test('must really be cancelled: one that ended by itself, or does not exist, is refused', async () => {
    const place = newPlace();
    await using artoo = await place.open();
    const task = artoo.run(harvestGoal, { cwd: place.cwd });
    await task.result;
    await expect(artoo.continueTask(task.id)).rejects.toMatchObject({ code: 'task_over' });
    await expect(artoo.continueTask('nowhere')).rejects.toMatchObject({ code: 'journal_missing' });
  });
});

const never = new AbortController().signal;

async function cancelAndGoOn(seq: number): Promise<void> {
  const place = newPlace();
  const at = `cancelled after ${seq}`;
  const cancelled = await cancelAfter(seq, place);
  const { reason } = await cancelled.result;
  if (reason !== 'cancelled') return expect(reason, at).toBe('met'); // it had already ended
  await using artoo = await place.open();
  const task = await artoo.continueTask(cancelled.id);
  expect(await task.result, at).toMatchObject({ directive: 'accept', reason: 'met', unmet: [], replans: 1 });
  expect(filesIn(place.cwd), at).toEqual(harvest);
  expect(receiptsIn(place.data, [cancelled.id, task.id]), at).toBe(Object.keys(harvest).length);
  const changed = (await task.result).changed.map(({ path }) => path).toSorted();
  expect(changed, at).toEqual(Object.keys(harvest).map((name) => join(place.cwd, name)));
  for (const { id, journal } of [cancelled, task]) {
    expect(await replayTask({ task_id: id as TaskId, path: journal }), at).toMatchObject({ differences: [] });
  }
  await expect(artoo.continueTask(cancelled.id)).rejects.toMatchObject({ code: 'task_over' });
  const changes = openChanges(place.data);
  const plan = await changes.planUndo(task.id);
  if (!plan) return expect.fail(at);
  expect(await changes.undo(plan, never), at).toMatchObject({ undone: true });
  expect(filesIn(place.cwd), at).toEqual({});
}
