import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { homeIn, personalFolder, projectFolder, settledFolder } from './folders.ts';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada'],
  [{ HOME: 'ada' }, '/home/by-system'],
  [{ HOME: '' }, '/home/by-system'],
  [{}, '/home/by-system'],
])('the home in %o is %s', (env, home) => {
  expect(homeIn(env, () => '/home/by-system')).toBe(home);
});

test('where neither the environment nor the system knows a home, the error says what to set', () => {
  const unknown = () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(() => homeIn({}, unknown)).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('set HOME') }),
  );
});

const surroundings = { cwd: '/srv/here', home: '/home/ada' };

test.each([
  ['~', '/home/ada'],
  ['~/notes', '/home/ada/notes'],
  ['~/../bob', '/home/bob'],
  ['notes', '/srv/here/notes'],
  ['../notes', '/srv/notes'],
  ['/tmp/x/', '/tmp/x'],
])('a person who says %s means %s', (text, value) => {
  expect(personalFolder(text, surroundings)).toEqual({ ok: true, value });
});

test('the home of someone else is not guessed', () => {
  expect(personalFolder('~bob/notes', surroundings)).toMatchObject({ ok: false });
});

test('a file that is read from anywhere names full paths', () => {
  expect(settledFolder('~/notes', surroundings)).toEqual({ ok: true, value: '/home/ada/notes' });
  expect(settledFolder('/tmp/x', surroundings)).toEqual({ ok: true, value: '/tmp/x' });
  expect(settledFolder('notes', surroundings)).toMatchObject({ ok: false, error: expect.stringContaining('full path') });
});

describe("a folder in a project's file", () => {
  function project() {
    const root = realpathSync(scratch());
    const cwd = join(root, 'project');
    for (const folder of ['project/build', 'outside', 'project-2']) mkdirSync(join(root, folder), { recursive: true });
    symlinkSync(join(root, 'outside'), join(cwd, 'out'));
    symlinkSync(join(cwd, 'build'), join(cwd, 'in'));
    symlinkSync(join(root, 'nowhere'), join(cwd, 'dangling'));
    symlinkSync(cwd, join(root, 'link'));
    return { root, cwd };
  }

  test.each([
    ['build', 'build'],
    ['./build/', 'build'],
    ['in', 'build'],
    ['in/new/deep', 'build/new/deep'],
    ['new', 'new'],
    ['..here', '..here'],
    ['build/../new', 'new'],
  ])('%s is inside', async (text, inside) => {
    const { cwd } = project();
    expect(await projectFolder(text, { cwd })).toEqual({ ok: true, value: join(cwd, inside).replace(/\/$/, '') });
  });

  test('may be named by its full path, and the project may be reached by a link', async () => {
    const { root, cwd } = project();
    expect(await projectFolder(join(cwd, 'build'), { cwd })).toEqual({ ok: true, value: join(cwd, 'build') });
    expect(await projectFolder('build', { cwd: join(root, 'link') })).toEqual({ ok: true, value: join(cwd, 'build') });
  });

  test.each([
    ['..'],
    ['../outside'],
    ['../project-2'],
    ['build/../../outside'],
    ['out'],
    ['out/new'],
    ['in/../../outside'],
    ['dangling'],
    ['dangling/new'],
    ['~'],
    ['~/x'],
    ['~root'],
    ['/'],
    ['/tmp'],
    ['/etc/../tmp'],
  ])('%s is refused', async (text) => {
    const { cwd } = project();
    expect(await projectFolder(text, { cwd })).toMatchObject({ ok: false });
  });

  test.each(['.git', '.git/hooks', 'build/.GIT/hooks', '.artoo', '.Artoo/x'])(
    '%s is refused, because it decides what runs',
    async (text) => {
      const { cwd } = project();
      expect(await projectFolder(text, { cwd })).toMatchObject({ ok: false, error: expect.stringContaining('decide what is run') });
    },
  );
});
