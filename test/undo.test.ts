/** The built `artoo undo`, on real changes of commands and tasks. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withMemory } from '../src/app/memory/with-memory.ts';
import { type Home, newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import { runArtoo } from './support/run-artoo.ts';
import { atTerminal } from './support/terminal.ts';

/** A project in which a command has changed one file, removed one and created one; and the id of that run. */
async function changed(): Promise<Home & { readonly id: string; readonly at: (name: string) => string }> {
  const home = newHome();
  const at = (name: string) => join(home.cwd, name);
  mkdirSync(at('deep'));
  for (const name of ['a.txt', 'deep/b.txt']) writeFileSync(at(name), `old ${name}`);
  chmodSync(at('deep/b.txt'), 0o640);
  const command = 'echo new > a.txt; rm deep/b.txt; rmdir deep; echo c > c.txt';
  const { out } = await runArtoo(['try', '--auto', '--json', '--workspace', '.', '--', command], { at: home });
  return { ...home, id: JSON.parse(out).undo, at };
}

function expectOld(at: (name: string) => string): void {
  expect([readFileSync(at('a.txt'), 'utf8'), readFileSync(at('deep/b.txt'), 'utf8'), existsSync(at('c.txt'))]).toEqual([
    'old a.txt',
    'old deep/b.txt',
    false,
  ]);
  expect(statSync(at('deep/b.txt')).mode & 0o777).toBe(0o640);
}

function expectNew(at: (name: string) => string): void {
  expect([readFileSync(at('a.txt'), 'utf8'), existsSync(at('deep')), readFileSync(at('c.txt'), 'utf8')]).toEqual(['new\n', false, 'c\n']);
}

test('what a command changed is undone, and the undo can be undone', async () => {
  const { id, at, ...home } = await changed();
  const { out, err, code } = await runArtoo(['undo', '--yes'], { at: home });
  expect(code).toBe(0);
  for (const line of ['restores a.txt', 'puts back deep/b.txt', 'removes c.txt']) expect(out).toContain(`  ${line}\n`);
  expectOld(at);
  const [, again = ''] = /^Undone\. To redo it: artoo undo (\S+)$/m.exec(err) ?? [];
  expect((await runArtoo(['undo', '--yes', again], { at: home })).code).toBe(0);
  expectNew(at);
  expect((await runArtoo(['undo', '--yes', id.slice(0, -2)], { at: home })).code).toBe(0);
  expectOld(at);
});

test('what is undone is not undone again', async () => {
  const { id, at, ...home } = await changed();
  await runArtoo(['undo', '--yes'], { at: home });
  expect(await runArtoo(['undo', '--yes'], { at: home })).toEqual({ out: '', err: 'There is nothing to undo.\n', code: 0 });
  expect(await runArtoo(['undo', '--yes', id], { at: home })).toEqual({ out: '', err: `${id.slice(-8)} is already undone.\n`, code: 0 });
  expectOld(at);
});

test('without an id it is about this folder; what changed last elsewhere is shown, and undone by name', async () => {
  const { id, at, ...home } = await changed();
  const elsewhere = { ...home, cwd: join(home.home, 'elsewhere') };
  mkdirSync(elsewhere.cwd);
  const { out, err, code } = await runArtoo(['undo', '--yes'], { at: elsewhere });
  expect({ out, code }).toEqual({ out: '', code: 0 });
  expect(err).toContain(`There is nothing to undo in ${elsewhere.cwd}.`);
  expect(err).toContain(`artoo undo ${id.slice(-8)} undoes it.`);
  expectNew(at);
  expect((await runArtoo(['undo', '--yes', id], { at: elsewhere })).code).toBe(0);
  expectOld(at);
});

test('where something changed since, nothing is undone, and the paths are shown', async () => {
  const { id, at, ...home } = await changed();
  writeFileSync(at('a.txt'), 'mine now');
  const { err, code } = await runArtoo(['undo', '--yes', id], { at: home });
  expect(code).toBe(2);
  expect(err).toContain('  a.txt has changed since\n');
  expect([readFileSync(at('a.txt'), 'utf8'), existsSync(at('c.txt'))]).toEqual(['mine now', true]);
  const { out } = await runArtoo(['undo', '--yes', '--json'], { at: home });
  expect(JSON.parse(out)).toMatchObject({ id, undone: false, undo: null, conflicts: [{ path: at('a.txt'), why: 'changed since' }] });
});

test('it is listed, and told as JSON', async () => {
  const { id, at, ...home } = await changed();
  expect((await runArtoo(['undo', '--list'], { at: home })).out).toMatch(
    new RegExp(`^${id.slice(-8)}  just now      1 created, 1 changed, 2 deleted\n  echo new > a\\.txt;`),
  );
  const listed = JSON.parse((await runArtoo(['undo', '--list', '--json'], { at: home })).out);
  expect(listed).toMatchObject({ id, undone: false, counts: { created: 1, changed: 1, deleted: 2 } });
  const done = JSON.parse((await runArtoo(['undo', '--json', '--yes'], { at: home })).out);
  expect(done).toMatchObject({ id, undone: true, undo: expect.any(String), conflicts: [] });
  expect(done.steps).toContainEqual({ path: at('deep'), does: 'puts back' });
});

describe('it is not done', () => {
  test('if no one can be asked', async () => {
    const { at, ...home } = await changed();
    const { code, err } = await runArtoo(['undo'], { at: home });
    expect(code).toBe(64);
    expect(err).toContain('--yes');
    expectNew(at);
  });

  test.each([
    [['undo', '../x'], 64],
    [['undo', 'nothing-like-it'], 64],
    [['undo', 'a', 'b'], 64],
    [['undo'], 0],
    [['undo', '--list'], 0],
  ])('in a home where nothing happened: %j is %i', async (args, code) => {
    expect((await runArtoo(args, { at: newHome() })).code).toBe(code);
  });
});

describe('at a terminal', () => {
  test('it is shown first, and done on a yes', async () => {
    const { at, ...home } = await changed();
    const terminal = atTerminal(['undo'], home);
    await terminal.shows('Undo it? [y/N]');
    expect(terminal.screen().replaceAll(/\n {4}/g, '')).toContain('puts back deep/b.txt');
    expectNew(at);
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('Undone.');
    expectOld(at);
  });

  test('a typo leaves everything as it is, and is asked about again', async () => {
    const { at, ...home } = await changed();
    const terminal = atTerminal(['undo'], home);
    await terminal.shows('Undo it? [y/N]');
    terminal.type('ok\r');
    await terminal.shows('"ok" is neither y nor n. Nothing has been undone yet.');
    await terminal.shows('Undo it? [y/N]', 2); // keys that were typed before a question do not answer it
    expectNew(at);
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expectOld(at);
  });

  test.each([
    ['n\r', 2],
    ['\r', 2],
    ['\u0004', 2],
    ['\u001b', 2],
    ['y\u001b\u001b', 2],
    ['\u0003', 130],
  ])('%j leaves everything as it is', async (keys, exit) => {
    const { at, ...home } = await changed();
    const terminal = atTerminal(['undo'], home);
    await terminal.shows('Undo it? [y/N]');
    terminal.type(keys);
    expect(await terminal.ended).toBe(exit);
    expectNew(at);
  });
});

test('what a task wrote with its tools is undone too', async () => {
  await using server = await startGreeting();
  const home = newHome();
  const { code } = await runArtoo(['--quiet', '--brain', `good-model@${server.url}`, 'write a greeting'], { at: home });
  expect([code, existsSync(join(home.cwd, 'hello.txt'))]).toEqual([0, true]);
  expect((await runArtoo(['undo', '--yes'], { at: home })).out).toContain('removes hello.txt');
  expect((await runArtoo(['undo', '--list'], { at: home })).out).toMatch(
    /^\S{8} .*1 deleted\n {2}undo of \S{8}: write a greeting\n\S{8} .*1 created {2}\(undone\)\n {2}write a greeting\n$/,
  );
  expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(false);
  expect((await runArtoo(['log', 'last'], { at: home })).out).toContain('changed on disk, and undone since\n');
});

const redo = (said: string): string => /artoo undo (\S+)/.exec(said)?.[1] ?? '';

test('follow-ups are told that an earlier task was undone, until it is redone', async () => {
  const talk = { R1: { slug: 'talk', intent: 'Talk.', kind: 'conversation' }, R2: { answer: 'Yes.' } };
  await using server = await startGreeting(({ role, turns }) =>
    turns.some(({ text }) => text.includes('earlier_input')) || (role === 'R2' && server.requests.length > 6)
      ? { text: JSON.stringify(talk[role as keyof typeof talk]) }
      : undefined,
  );
  const home = newHome();
  const run = (...words: readonly string[]) => runArtoo(['--quiet', '--brain', `good-model@${server.url}`, ...words], { at: home });
  await run('write a greeting');
  const { err } = await runArtoo(['undo', '--yes'], { at: home });
  for (const goal of ['really?', 'are you sure?']) await run('-c', goal);
  await runArtoo(['undo', '--yes', redo(err)], { at: home });
  await run('-c', 'is it there?');
  const shown = server.requests.filter(({ role }) => role === 'R1').map(({ turns }) => turns.map(({ text }) => text).join('\n'));
  expect(shown.map((text) => text.match(/<\/earlier_output>\n[^\n]*undone/g)?.length ?? 0)).toEqual([0, 1, 1, 0]);
});

test('an undone task is not success in memory, until it is redone', async () => {
  await using server = await startGreeting();
  const home = newHome();
  const options = { data: join(home.home, '.artoo'), clock: () => new Date(), onNotice: () => {}, create: false };
  const said = () =>
    withMemory(options, async (keeper) =>
      (await keeper.tags({ space: 'intent:write_greeting', limit: 20 })).tags.map(({ entity, action }) => `${entity} ${action}`),
    );
  const notes = () => withMemory(options, async (keeper) => (await keeper.overview({ strongest: 0 })).levels.K);
  await runArtoo(['--quiet', '--brain', `good-model@${server.url}`, 'write a greeting'], { at: home });
  expect([await said(), await notes()]).toEqual([['env:local Exploit', 'tool:write_file Exploit'], 1]);
  const { err } = await runArtoo(['undo', '--yes'], { at: home });
  expect([await said(), await notes()]).toEqual([['env:local Caution'], 0]);
  await runArtoo(['undo', '--yes', redo(err)], { at: home });
  expect([await said(), await notes()]).toEqual([['env:local Exploit'], 0]);
  expect((await runArtoo(['memory', 'why', 'last'], { at: home })).out).toContain('forgotten');
});
