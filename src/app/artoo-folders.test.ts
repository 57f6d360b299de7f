/** A person's task continues in the folder where it began, and in no other, even if its path now leads to another. */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientPlace } from '../../test/support/client-suite.ts';
import { saying } from '../../test/support/scripted.ts';
import { settingsFor } from '../../test/support/settings.ts';
import { silentModel } from '../../test/support/silent-model.ts';
import type { Model } from '../models/model.ts';
import { openDrive } from './drive/in-process.ts';

function drive(place: ReturnType<typeof clientPlace>, model: Model) {
  const site = { settings: settingsFor(place), model, secrets: () => [] };
  const opened = openDrive({ data: place.data, siteOf: () => site, env: {}, onNotice: () => {} });
  onTestFinished(() => opened.close());
  return opened;
}

/** A link to a folder to work in, and another folder. */
function linked() {
  const place = clientPlace();
  const [link, elsewhere] = [join(place.workspace, 'link'), join(place.workspace, 'elsewhere')];
  mkdirSync(elsewhere);
  symlinkSync(place.cwd, link);
  const lead = (to: string): void => {
    rmSync(link);
    symlinkSync(to, link);
  };
  return { place, link, elsewhere, lead };
}

test('a task that was stopped is resumed where it began, once its folder leads there again', async () => {
  const { place, link, elsewhere, lead } = linked();
  const first = drive(place, silentModel);
  const task = await first.start({ goal: 'Say hello.', cwd: link });
  await first.close();
  lead(elsewhere);
  const second = drive(place, saying({}));
  await expect(second.resume(task)).rejects.toMatchObject({ code: 'folder_gone', message: expect.stringContaining(elsewhere) });
  expect(readdirSync(elsewhere)).toEqual([]);
  lead(place.cwd);
  expect(await second.result(await second.resume(task))).toMatchObject({ directive: 'accept' });
  expect(readdirSync(place.cwd)).toContain('hello.txt');
});

test('a task that was cancelled is not continued elsewhere', async () => {
  const { place, link, elsewhere, lead } = linked();
  const { start, cancel, result, resume } = drive(place, silentModel);
  const task = await start({ goal: 'Say hello.', cwd: link });
  await cancel(task);
  await result(task);
  lead(elsewhere);
  await expect(resume(task)).rejects.toMatchObject({ code: 'folder_gone' });
  lead(place.cwd);
  await cancel(await resume(task));
});
