/** A calling model reaches no folder, no file and no secret that the person did not give to the server, in any way. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientPlace } from '../../test/support/client-suite.ts';
import { connectMcp, eras, openMcpDoor } from '../../test/support/mcp-door.ts';
import { answers, fileThere, plan, read, saying, subtask, write } from '../../test/support/scripted.ts';
import { silentModel } from '../../test/support/silent-model.ts';
import type { Model } from '../models/model.ts';
import type { Report, TryOutput } from './tool-shapes.ts';

type Place = ReturnType<typeof clientPlace>;

async function connected(place: Place, model: Model, more: { readonly waitMs?: number } = {}) {
  const door = await openMcpDoor({ ...place, model, ...more });
  const close = async () => {
    door.input.end();
    await door.served;
  };
  onTestFinished(close);
  const client = await connectMcp(door, eras[0][1]);
  const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
  return { call, close, door, report: async (name: string, args: object) => (await call(name, args)).structuredContent as Report };
}

/** A folder of the server, and a folder outside it with a file in it. */
function twoFolders(): Place & { readonly sub: string; readonly elsewhere: string } {
  const place = clientPlace();
  const [sub, elsewhere] = [join(place.cwd, 'sub'), join(dirname(place.cwd), 'elsewhere')];
  for (const folder of [sub, elsewhere]) mkdirSync(folder);
  return { ...place, sub, elsewhere };
}

function swap(sub: string, elsewhere: string): void {
  rmSync(sub, { recursive: true });
  symlinkSync(elsewhere, sub);
}

test.each([
  ['by the server that stopped it', false],
  ['by another server', true],
])('a task whose folder has become a link is not continued: %s', async (_, isAnother) => {
  const place = twoFolders();
  const first = await connected(place, silentModel, { waitMs: 10 });
  const { task_id } = await first.report('artoo', { goal: 'Say hello.', cwd: 'sub' });
  if (isAnother) await first.close();
  else {
    await first.door.drive.cancel(task_id);
    await expect
      .poll(async () => (await first.call('artoo_log', { task_id })).structuredContent)
      .toMatchObject({ task: { state: 'ended', reason: 'cancelled' } });
  }
  swap(place.sub, place.elsewhere);
  const second = isAnother ? await connected(place, saying({})) : first;
  expect(await second.call('artoo_continue', { task_id })).toMatchObject({ isError: true });
  expect((await second.call('artoo_log', {})).structuredContent).toMatchObject({ tasks: [] });
  expect(readdirSync(place.elsewhere)).toEqual([]);
});

test('a task whose folder is gone is none of the server where the folder above it has become a link', async () => {
  const place = twoFolders();
  const first = await connected(place, silentModel, { waitMs: 10 });
  mkdirSync(join(place.sub, 'deep'));
  const { task_id } = await first.report('artoo', { goal: 'Say hello.', cwd: 'sub/deep' });
  await first.close();
  swap(place.sub, place.elsewhere);
  const second = await connected(place, saying({}));
  expect(await second.call('artoo_continue', { task_id })).toMatchObject({ isError: true });
  expect((await second.call('artoo_log', {})).structuredContent).toMatchObject({ tasks: [] });
  expect(readdirSync(place.elsewhere)).toEqual([]);
});

test('a task whose folder becomes a link while it runs does nothing more there', async () => {
  const place = twoFolders();
  const inner = saying({});
  let isSwapped = false;
  const model: Model = {
    step(request, origin, signal) {
      if (!isSwapped) swap(place.sub, place.elsewhere);
      isSwapped = true;
      return inner.step(request, origin, signal);
    },
  };
  const { report } = await connected(place, model);
  expect(await report('artoo', { goal: 'Say hello.', cwd: 'sub' })).toMatchObject({ changed: [] });
  expect(readdirSync(place.elsewhere)).toEqual([]);
});

test('a task cannot make its own folder a link, although it may change what is in the workspace', async () => {
  const place = twoFolders();
  const served = { ...place, cwd: place.workspace };
  mkdirSync(join(place.workspace, 'sub'));
  const command = `cd .. && rmdir sub && ln -s ${place.elsewhere} sub`;
  const model = saying({
    R2: answers(plan([subtask({ tools: ['shell', 'write_file'] })], [fileThere()])),
    R3: [{ calls: [{ tool: 'shell', input: { command } }] }, { calls: [write()] }, { answer: 'hello.txt is written.' }],
  });
  const { report } = await connected(served, model);
  expect(await report('artoo', { goal: 'Say hello.', cwd: 'sub' })).toMatchObject({ refused: [{ action: command, rule: null }] });
  expect(readdirSync(place.elsewhere)).toEqual([]);
});

test.each([
  ['a file', 'kept.txt'],
  ['above, by way of a folder below', 'sub/../..'],
  ['a link to a link that leads out', 'further'],
  ['this process', '/proc/self/cwd/..'],
  ['the root, by way of this process', '/proc/self/root'],
  ['a name with a null byte', 'sub\0/../..'],
  ['a name that is too long', 'x/'.repeat(2_000)],
  ['the data folder', '../data'],
])('no task starts in a place that is none: %s', async (_, cwd) => {
  const place = twoFolders();
  symlinkSync(place.elsewhere, join(place.cwd, 'out'));
  symlinkSync('out', join(place.cwd, 'further'));
  mkdirSync(place.data);
  const { call } = await connected(place, saying({}));
  for (const [name, args] of [
    ['artoo', { goal: 'Say hello.', cwd }],
    ['artoo_try', { command: 'ls', cwd }],
  ] as const)
    expect(await call(name, args)).toMatchObject({ isError: true });
  expect(readdirSync(place.data)).toEqual([]);
});

test('a goal of a caller opens no place by naming it', async () => {
  const place = twoFolders();
  const file = '/srv/artoo-test/notes.txt'; // the file need not exist: the path alone decides what may be read
  const model = saying({
    R2: answers(plan([subtask({ tools: ['read_file'] })], [fileThere('kept.txt')])),
    R3: [{ calls: [read(file)] }, { answer: 'It is read.' }],
  });
  const { report, door } = await connected(place, model);
  const { task_id } = await report('artoo', { goal: `Read ${file} and "/srv/artoo-test".` });
  for await (const entry of door.drive.entries(task_id)) if (entry.kind === 'open') expect(entry.settings.places).toBeUndefined();
});

test('what a try prints holds no secrets', async () => {
  const place = clientPlace();
  const values = ['qpfn38dh2kd93hf0sl', 'zebra-crossing-42-xylo'];
  writeFileSync(join(place.cwd, '.env'), `API_KEY=${values[0]}\nDB_PASSWORD=${values[1]}\n`);
  const { call } = await connected(place, saying({}));
  const tried = async (command: string) => (await call('artoo_try', { command })).structuredContent as TryOutput;
  const [printed, asked] = [await tried('cat .env'), await tried(`rm kept.txt; : ${values[0]}`)];
  expect(printed).toMatchObject({ verdict: 'free', output: expect.stringContaining('DB_PASSWORD=') });
  expect(asked).toMatchObject({ verdict: 'needs_yes', rule: expect.stringContaining('shell(') });
  for (const value of values) expect(JSON.stringify([printed, asked])).not.toContain(value);
});
