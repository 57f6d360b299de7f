/** The proof that an outage loses nothing: a task whose model fails at every one of its calls, and what continues it. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { openArtoo } from '../src/app/open-artoo.ts';
import { isResumable, resumeTask } from '../src/app/resume-task.ts';
import type { Artoo } from '../src/app/tasks.ts';
import { mentionUnfinished } from '../src/cli/task/unfinished.ts';
import { ArtooError } from '../src/contracts/errors.ts';
import { readCassette } from '../src/effects/cassette.ts';
import { continuationAfter } from '../src/history/replay/resume-place.ts';
import { newestElsewhere, resumableTasks } from '../src/history/tasks/resumable.ts';
import { createProviderModel } from '../src/models/http/provider.ts';
import type { Model } from '../src/models/model.ts';
import { startGreeting } from './support/greeting.ts';
import { filesIn, harvest, harvestGoal, writeHarvestScript } from './support/harvest.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';
import { settingsFor } from './support/settings.ts';

/** Answers this many calls, and no later ones. */
const awayAfter = (calls: number, model: Model): Model => ({
  step: async (...asked) => {
    calls -= 1;
    if (calls < 0) throw new ArtooError('model_unreachable', 'cannot connect');
    return model.step(...asked);
  },
});

/** A folder for one task; and artoo in it, with a changed model. */
function newPlace() {
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  const open = async (change: (model: Model) => Model): Promise<Artoo> => {
    const model = change(await readCassette(writeHarvestScript(folder)));
    const site = { settings: settingsFor({ data, workspace: join(folder, 'workspace') }), model, secrets: () => [] };
    return openArtoo({ data, siteOf: () => site, env: {}, answers: { confirm: () => true }, onNotice: (text) => expect.fail(text) });
  };
  return { cwd, data, open };
}

/** How many calls the task makes if none fails. */
async function countCalls(): Promise<number> {
  const { cwd, open } = newPlace();
  let calls = 0;
  await using artoo = await open((model) => ({
    step: (...asked) => {
      calls += 1;
      return model.step(...asked);
    },
  }));
  expect(await artoo.run(harvestGoal, { cwd }).result).toMatchObject({ directive: 'accept' });
  return calls;
}

/** Whether it could be resumed when its model failed after this many calls. */
async function failAndGoOn(calls: number): Promise<boolean> {
  const { cwd, data, open } = newPlace();
  await using away = await open((model) => awayAfter(calls, model));
  const task = away.run(harvestGoal, { cwd });
  expect(await task.result, `call ${calls}`).toMatchObject({ reason: 'infrastructure', failure: 'model_unreachable' });
  const file = { task_id: task.id, path: task.journal };
  await using back = await open((model) => model);
  const { here } = await resumableTasks(data, cwd, { now: Date.now() });
  const elsewhere = await newestElsewhere(data, scratch(), Date.now(), { elsewhere: [] });
  const notes: string[] = [];
  await mentionUnfinished(data, cwd, { note: (text) => notes.push(text) });
  const refused = await isResumable(data, file).then(
    () => undefined,
    (thrown: ArtooError) => thrown.message,
  );
  if (refused !== undefined) {
    expect([here, elsewhere, notes]).toEqual([[], undefined, []]);
    await (await back.fork(task.id, { at: Number(/ --at (\d+)/.exec(refused)?.[1]) })).result;
    return false;
  }
  expect(here, `call ${calls}`).toMatchObject([{ task_id: task.id, stoppedBy: 'model' }]);
  expect(elsewhere).toEqual(here[0]);
  expect(notes).toEqual([expect.stringContaining(`an earlier task was stopped because its model failed: "${harvestGoal.slice(0, 20)}`)]);
  const later = await resumeTask(back, data, file);
  expect(await later.result, `call ${calls}`).toMatchObject({ directive: 'accept', reason: 'met' });
  expect(filesIn(cwd)).toEqual(harvest);
  const receipts = [task.id, later.id].flatMap((id) => (existsSync(join(data, 'undo', id)) ? readdirSync(join(data, 'undo', id)) : []));
  expect(receipts).toHaveLength(Object.keys(harvest).length);
  await expect(resumeTask(back, data, file)).rejects.toMatchObject({ code: 'task_over' });
  return true;
}

test('a task continues from a model call that failed, to the same verdict and the same files, with every receipt once; or says where it can be forked, if steps were taken beside it', async () => {
  const places = sampled([...Array(await countCalls()).keys()], 8);
  expect(places.length).toBeGreaterThan(2);
  const resumed: boolean[] = [];
  for (const calls of places) resumed.push(await failAndGoOn(calls));
  expect(resumed.filter(Boolean).length).toBeGreaterThan(places.length / 2);
}, 300_000);

test('a call that its provider refused costs nothing, however often the task is resumed', async () => {
  let refusals = 3;
  await using server = await startGreeting(({ role }) => {
    if (role !== 'R3' || refusals === 0) return undefined;
    refusals -= 1;
    return { fault: 'status', status: 401, body: { error: { message: 'wrong key' } } };
  });
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  await using artoo = createArtoo({
    model: createProviderModel(server.endpoint('openai', { model: 'good-model' })),
    data,
    workspace: cwd,
    env: {},
    memory: false,
  });
  let task = artoo.run('Write a greeting to hello.txt', { cwd });
  for (let resumes = 0; resumes < 3; resumes += 1) {
    expect(await task.result).toMatchObject({ failure: 'model_denied', cost: { input_tokens: 200, output_tokens: 40 } });
    task = await artoo.continueTask(task.id);
  }
  expect(await task.result).toMatchObject({ reason: 'met', cost: { input_tokens: 500, output_tokens: 100 } });
});

test.each([
  ['R1', 1],
  ['R2', 2],
])('a task whose model could not be read twice continues with that answer, and what was used before counts: %s', async (role, before) => {
  let unread = 2;
  await using server = await startGreeting((asked) => {
    if (asked.role !== role || unread === 0) return undefined;
    unread -= 1;
    return { text: 'I would rather not.', usage: { input: 100, output: 20 } };
  });
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  await using artoo = createArtoo({
    model: createProviderModel(server.endpoint('openai', { model: 'good-model' })),
    data,
    workspace: cwd,
    env: {},
    memory: false,
  });
  const task = artoo.run('Write a greeting to hello.txt', { cwd });
  const result = await task.result;
  expect(result).toMatchObject({ failure: 'answer_unreadable', cost: { input_tokens: 100 * (before + 1) } });
  const place = { task_id: task.id, path: task.journal };
  expect(await continuationAfter(result, place)).toMatchObject({ by: 'resume' });
  expect(await isResumable(data, place)).toBe('failed');
  const later = await artoo.continueTask(task.id);
  expect(await later.result).toMatchObject({ reason: 'met', cost: { input_tokens: 700 } });
});
