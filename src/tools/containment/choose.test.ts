import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newHome, sharedHome, triedBy, users } from '../../../test/support/contained.ts';
import { isRoot } from '../../../test/support/ordinary-user.ts';
import { chooseContainment } from './choose.ts';
import type { ContainmentKind } from './containment.ts';
import { programAt } from './programs.ts';
import { openStaging, stagingIn } from './staging.ts';

const hasFuse = (): boolean => {
  try {
    accessSync('/dev/fuse', constants.W_OK);
    return programAt('fuse-overlayfs') !== undefined;
  } catch {
    return false;
  }
};
const viewing: readonly ContainmentKind[] = hasFuse() ? ['overlay', 'fuse-overlay', 'copy'] : ['overlay', 'copy'];

describe.each(users)('as %s', (user) => {
  const kinds = viewing.filter((kind) => kind !== 'fuse-overlay' || user === 'this user');

  const unchanged = sharedHome(user);

  describe.each(kinds)('what %s tells of a command', (from) => {
    test.each(
      triedBy<[command: string, effects: readonly string[]]>(user, [
        ['cat a.txt', []],
        ['echo n > n.txt', ['created project/n.txt']],
        ['echo more >> a.txt', ['changed project/a.txt']],
        ['chmod 600 a.txt', ['metadata project/a.txt']],
        ['rm -r d', ['deleted project/d', 'deleted project/d/x', 'deleted project/d/y']],
        ['rm -r d; mkdir d; echo z > d/x', ['changed project/d/x', 'deleted project/d/y']],
        ['mv a.txt b.txt', ['created project/b.txt', 'deleted project/a.txt']],
        ['rm a.txt; mkdir a.txt', ['created project/a.txt', 'deleted project/a.txt']],
        ['ln -sf d/x a.txt', ['changed project/a.txt']],
        ['echo w2 > ../workspace/w', ['changed workspace/w']],
        ['cat ~/.ssh/id ~/.artoo/log', []],
      ]),
    )('%s', async (command, effects) => {
      const home = unchanged();
      const ran = await home.run(command, { from });
      expect(ran.kind, ran.detail).toBe(from);
      expect([...ran.effects].sort()).toEqual(effects);
      expect(ran.output).not.toMatch(/PRIVATE|JOURNAL/);
      expect(readdirSync(home.cwd).sort()).toEqual(['a.txt', 'd']);
    });
  });

  test.each(triedBy(user, ['read-only', 'landlock'] as const))(
    'with %s the effects of a failure are unknown, and a success has changed nothing',
    async (from) => {
      const home = newHome(user);
      expect(await home.run('cat a.txt', { from })).toMatchObject({
        kind: from,
        output: 'a\n',
        whyUnknown: null,
        effects: [],
      });
      expect(await home.run('echo x > a.txt', { from })).toMatchObject({
        exitCode: 1,
        whyUnknown: expect.stringContaining('is unknown'),
      });
      expect((await home.run('cat ~/.ssh/id', { from })).output).not.toContain('PRIVATE');
      expect(readFileSync(join(home.cwd, 'a.txt'), 'utf8')).toBe('a\n');
    },
  );

  test('a folder that is too large to be copied cannot be contained by copying', async () => {
    const home = newHome(user);
    for (let at = 0; at < 20_001; at += 1) linkSync(join(home.cwd, 'a.txt'), join(home.cwd, String(at))); // much faster than creating separate files
    await expect(home.run('true', { from: 'copy' })).rejects.toThrow(/too large to be copied/);
  });

  test('a current folder below /tmp is seen, and the rest of /tmp is not', async () => {
    const home = newHome(user);
    const cwd = mkdtempSync('/tmp/artoo-cwd-');
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    chmodSync(cwd, 0o777);
    writeFileSync(join(cwd, 'here'), '');
    expect((await home.run('ls -A . /tmp | sort -u', { cwd })).output.split('\n')).toContain('here');
    expect((await home.run('ls -A /tmp | wc -l', { cwd })).output).toBe('1\n');
  });

  test('a file system that is mounted below home is seen, and home can still be written to beside it', async (context) => {
    if (!isRoot) return context.skip();
    const home = newHome(user, { 'mnt/.keep': '', 'docs/a': 'a' });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'none', join(home.path, 'mnt')]);
    onTestFinished(() => void execFileSync('umount', [join(home.path, 'mnt')]));
    mkdirSync(join(home.path, 'mnt/inner'), { mode: 0o777 });
    const ran = await home.run('ls ~/mnt; echo n > n; echo x > ~/docs/b');
    expect(ran.output).toContain('inner');
    expect([...ran.effects].sort()).toEqual(['created docs/b', 'created project/n']);
  });
});

test('what finds no room in its view is stopped, and nothing of it is reported as an effect', async (context) => {
  if (!isRoot) return context.skip();
  const stagings = [mkdtempSync('/var/tmp/artoo-small-')];
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', stagings[0] ?? '']);
  onTestFinished(() => {
    execFileSync('umount', ['-l', stagings[0] ?? '']);
    rmSync(stagings[0] ?? '', { recursive: true, force: true });
  });
  const home = newHome('this user');
  expect(await home.run('echo small > s', { stagings })).toMatchObject({ killedBy: null, effects: ['created project/s'] });
  expect(await home.run('head -c 100M /dev/zero > big', { stagings })).toMatchObject({ killedBy: 'disk', effects: [] });
});

describe('the choice', () => {
  const surroundings = { home: '/var/tmp', data: '/var/tmp/none', env: {}, secrets: [], stagings: ['/var/tmp'] };
  const { signal } = new AbortController();
  const without =
    (...names: readonly string[]) =>
    (name: string) =>
      names.includes(name) ? undefined : programAt(name);

  test.each<[missing: readonly string[], kind: ContainmentKind, says: RegExp]>([
    [[], 'overlay', /^kernel overlay \+ bubblewrap \d/],
    [['mount'], hasFuse() ? 'fuse-overlay' : 'copy', /mount is not installed/],
    [['mount', 'fuse-overlayfs'], 'copy', /fuse-overlayfs is not installed/],
    [['mount', 'fuse-overlayfs', 'cp'], 'read-only', /everything read-only/],
    [['bwrap'], 'landlock', /^Landlock, everything read-only, version \d+ \(bubblewrap is not installed\)$/],
    [['setpriv'], 'landlock', /setpriv is not installed/],
    [['bwrap', 'perl'], 'none', /^bubblewrap is not installed; Landlock, everything read-only: perl is not installed$/],
  ])('without %j it is %s', async (missing, kind, says) => {
    const chosen = await chooseContainment({
      surroundings: { ...surroundings, home: newHome('this user').path },
      signal,
      find: without(...missing),
    });
    expect(chosen.kind).toBe(kind);
    expect(chosen.detail).toMatch(says);
  });

  test('on macOS only clones are tried, and without them there is none', async () => {
    const chosen = await chooseContainment({ surroundings, signal, find: without('sandbox-exec'), platform: 'darwin' });
    expect(chosen).toMatchObject({ kind: 'none', detail: 'clones of the current folder: sandbox-exec is not installed' });
  });

  test('programs that are not what they are called are not used', async () => {
    const find = (name: string) => (name === 'bwrap' || name === 'perl' ? '/bin/false' : programAt(name));
    const chosen = await chooseContainment({ surroundings, signal, find });
    expect(chosen.kind).toBe('none');
    await expect(chosen.run({ command: 'true', cwd: '/', workspace: '/', timeoutMs: 1, signal })).rejects.toMatchObject({
      code: 'containment_failed',
    });
  });

  test('a staging that another user could enter is not used, nor one in a folder where any user can replace it', async () => {
    const parent = mkdtempSync('/var/tmp/artoo-parent-');
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const usual = join(parent, `artoo-${process.getuid?.()}`);
    mkdirSync(usual, { mode: 0o755 });
    expect(await openStaging(parent, 'one')).toMatchObject({ root: expect.stringMatching(/artoo-\d+-\w+$/) });
    expect(await openStaging(parent, 'two')).toMatchObject({ root: expect.not.stringMatching(/artoo-\d+$/) });
    expect(readdirSync(usual)).toEqual([]);
    expect(readdirSync(parent)).toHaveLength(2);
    chmodSync(parent, 0o777);
    const chosen = await chooseContainment({ surroundings: { ...surroundings, stagings: [parent] }, signal });
    expect(chosen).toMatchObject({ kind: 'none', detail: expect.stringContaining('any user can replace') });
  });

  test('what worked once in this process is not tried again, unless the home is one that it might not work for', async () => {
    const folder = mkdtempSync('/var/tmp/artoo-counted-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [counted, calls] = [join(folder, 'bwrap'), join(folder, 'calls')];
    writeFileSync(counted, `#!/bin/sh\necho called >> ${calls}\nexec ${programAt('bwrap')} "$@"\n`, { mode: 0o755 });
    const find = (name: string) => (name === 'bwrap' ? counted : programAt(name));
    const choose = (home: string) => chooseContainment({ surroundings: { ...surroundings, home }, signal, find });
    const [first, asked] = [await choose(newHome('this user').path), readFileSync(calls, 'utf8')];
    const home = newHome('this user');
    const second = await choose(home.path);
    expect(second).toMatchObject({ kind: 'overlay', detail: first.detail });
    expect(readFileSync(calls, 'utf8')).toBe(asked);
    await using run = await second.run({ command: 'ls', cwd: home.cwd, workspace: home.cwd, timeoutMs: 20_000, signal });
    expect(run.ended.output).toBe('a.txt\nd\n');
    expect((await choose('/var/tmp')).kind).not.toBe('overlay'); // the home contains the staging
  });

  test('a process has one staging in a place, and another where that one is gone', async () => {
    const parent = mkdtempSync('/var/tmp/artoo-parent-');
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const first = await stagingIn(parent);
    expect(await stagingIn(parent)).toBe(first);
    rmSync(first.root, { recursive: true });
    const second = await stagingIn(parent);
    expect(second).not.toBe(first);
    expect(readdirSync(second.newFolder())).toEqual([]);
  });

  test('the next place is tried for a staging where the first will not do', async () => {
    const chosen = await chooseContainment({ surroundings: { ...surroundings, home: '/root', stagings: ['/proc', '/var/tmp'] }, signal });
    expect(chosen.kind).toBe('overlay');
  });
});
