/** The proof that a cancel loses nothing: a task cancelled at every place of its journal, and what goes on with it. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Artoo, openArtoo, type RunningTask } from '../src/app/open-artoo.ts';
import { replayTask } from '../src/app/replay.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { readCassette } from '../src/effects/cassette.ts';
import { createInProcessObservers } from '../src/engine/in-process-observers.ts';
import type { Entry } from '../src/journal/entry.ts';
import { readJournal } from '../src/journal/reader.ts';
import { openChanges } from '../src/tools/changes/change-store.ts';
import { filesIn, harvest, harvestGoal, writeHarvestScript } from './support/harvest.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';
import { settingsFor } from './support/settings.ts';

type Place = { readonly data: string; readonly cwd: string; open(onEntry?: (task: string, entry: Entry) => void): Promise<Artoo> };

function newPlace(): Place {
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  return {
    cwd,
    data,
    async open(onEntry = () => {}) {
      const observers = createInProcessObservers<Entry>();
      const bus: typeof observers = {
        ...observers,
        publish(task_id, entry) {
          observers.publish(task_id, entry);
          onEntry(task_id, entry);
        },
      };
      const site = {
        settings: settingsFor({ data, workspace: join(folder, 'workspace') }),
        model: await readCassette(writeHarvestScript(folder)),
        secrets: () => [],
      };
      return openArtoo({ data, siteOf: () => site, env: {}, answers: {}, bus, onNotice: (text) => expect.fail(text) });
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
  tasks.reduce(
    (sum, task) =>
      sum +
      readdirSync(join(data, 'undo'))
        .filter((name) => name === task)
        .flatMap((name) => readdirSync(join(data, 'undo', name))).length,
    0,
  );

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

function kindOf(entry: Entry): string {
  if (entry.kind === 'message') return `message ${entry.type}`;
  return entry.kind === 'decision' ? `decision ${entry.name}` : entry.kind === 'intent' ? `intent ${entry.effect}` : entry.kind;
}

describe('a cancelled task', () => {
  test('goes on from any place to the same verdict and the same files, with every receipt once', async () => {
    const places = sampled(whole.slice(1, -1), 40, kindOf);
    for (const { seq } of places) await cancelAndGoOn(seq);
  }, 1_200_000);
});

async function cancelAndGoOn(seq: number): Promise<void> {
  const place = newPlace();
  const at = `cancelled after ${seq}`;
  const cancelled = await cancelAfter(seq, place);
  const { reason } = await cancelled.result;
  if (reason !== 'cancelled') return expect(reason, at).toBe('met'); // it was over by then
  await using artoo = await place.open();
  const task = await artoo.resumeCancelled(cancelled.id);
  expect(await task.result, at).toMatchObject({ directive: 'accept', reason: 'met', unmet: [], replans: 1 });
  expect(filesIn(place.cwd), at).toEqual(harvest);
  expect(receiptsIn(place.data, [cancelled.id, task.id]), at).toBe(Object.keys(harvest).length);
  const changed = (await task.result).changed.map(({ path }) => path).toSorted();
  expect(changed, at).toEqual(Object.keys(harvest).map((name) => join(place.cwd, name)));
  for (const { id, journal } of [cancelled, task]) {
    expect(await replayTask({ task_id: id as TaskId, path: journal }), at).toMatchObject({ differences: [] });
  }
  await expect(artoo.resumeCancelled(cancelled.id)).rejects.toMatchObject({ code: 'task_over' });
  const changes = openChanges(place.data);
  const plan = await changes.planUndo(task.id);
  if (!plan) return expect.fail(at);
  expect(await changes.undo(plan, new AbortController().signal), at).toMatchObject({ undone: true });
  expect(filesIn(place.cwd), at).toEqual({});
}
