/** The proof that an outage loses nothing: a task whose model fails at every one of its calls, and what goes on with it. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openArtoo } from '../src/app/open-artoo.ts';
import { isResumable, resumeTask } from '../src/app/resume-task.ts';
import { ArtooError } from '../src/contracts/errors.ts';
import { readCassette } from '../src/effects/cassette.ts';
import { resumableTasks } from '../src/history/tasks/resumable.ts';
import type { Model } from '../src/models/model.ts';
import { filesIn, harvest, harvestGoal, writeHarvestScript } from './support/harvest.ts';
import { scratch } from './support/scratch.ts';
import { settingsFor } from './support/settings.ts';

/** Answers so many calls, and then none. */
const awayAfter = (calls: number, model: Model): Model => ({
  step: async (...asked) => {
    calls -= 1;
    if (calls < 0) throw new ArtooError('model_unreachable', 'cannot connect');
    return model.step(...asked);
  },
});

test('a task goes on from a model call that failed, to the same verdict and the same files, with every receipt once; or says where it can be forked, if steps were taken beside it', async () => {
  let failed = 0;
  for (let calls = 0; ; calls += 1) {
    const folder = scratch();
    const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
    mkdirSync(cwd);
    const open = async (change: (model: Model) => Model) => {
      const model = change(await readCassette(writeHarvestScript(folder)));
      const site = { settings: settingsFor({ data, workspace: join(folder, 'workspace') }), model, secrets: () => [] };
      return openArtoo({ data, siteOf: () => site, env: {}, answers: { confirm: () => true }, onNotice: (text) => expect.fail(text) });
    };
    await using away = await open((model) => awayAfter(calls, model));
    const task = away.run(harvestGoal, { cwd });
    const result = await task.result;
    if (result.directive === 'accept') break;
    expect(result, `call ${calls}`).toMatchObject({ reason: 'infrastructure', failure: 'model_unreachable' });
    const file = { task_id: task.id, path: task.journal };
    await using back = await open((model) => model);
    const { here } = await resumableTasks(data, cwd, { now: Date.now() });
    const refused = await isResumable(data, file).then(
      () => undefined,
      (thrown: ArtooError) => thrown.message,
    );
    if (refused !== undefined) {
      expect(here).toEqual([]);
      await (await back.fork(task.id, { at: Number(/ --at (\d+)/.exec(refused)?.[1]) })).result;
      continue;
    }
    expect(here, `call ${calls}`).toMatchObject([{ task_id: task.id, stoppedBy: 'model' }]);
    const later = await resumeTask(back, data, file);
    expect(await later.result, `call ${calls}`).toMatchObject({ directive: 'accept', reason: 'met' });
    expect(filesIn(cwd)).toEqual(harvest);
    const receipts = [task.id, later.id].flatMap((id) => (existsSync(join(data, 'undo', id)) ? readdirSync(join(data, 'undo', id)) : []));
    expect(receipts).toHaveLength(Object.keys(harvest).length);
    await expect(resumeTask(back, data, file)).rejects.toMatchObject({ code: 'task_over' });
    failed += 1;
  }
  expect(failed).toBeGreaterThan(8);
}, 300_000);
