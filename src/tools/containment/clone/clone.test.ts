/**
 * How a command runs in clones, tested with programs that replace those of macOS: what they are asked to do, and what is reported about it. The
 * profile has a test of its own.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { kindOf } from '../../asking/effect-facts.ts';
import { chooseContainment } from '../choose.ts';
import type { ContainedRequest, Containment } from '../containment.ts';
import { programAt } from '../programs.ts';

const { signal } = new AbortController();

const standIns = {
  'sandbox-exec': '#!/bin/sh\n[ "$1" = -f ] || exit 64\n/bin/cp "$2" "$HOME/seen-profile"\nshift 2\nexec "$@"\n',
  cp: '#!/bin/sh\n[ "$1" = -c ] || exit 64\nshift\nexec /bin/cp "$@"\n',
};

async function onMacOS(more: Partial<Record<keyof typeof standIns, string>> = {}) {
  const root = mkdtempSync('/var/tmp/artoo-clone-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  const files = { 'project/a.txt': 'a\n', 'project/.env': 'KEY=1\n', 'workspace/w': 'w\n', '.ssh/id': 'PRIVATE\n', '.artoo/log': '' };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), content);
  }
  for (const [name, script] of Object.entries({ ...standIns, ...more })) {
    writeFileSync(join(root, name), script);
    chmodSync(join(root, name), 0o755);
  }
  const cwd = join(home, 'project');
  const surroundings = {
    home,
    data: join(home, '.artoo'),
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    secrets: [join(home, '.ssh'), join(cwd, '.env')],
    stagings: [root],
  };
  const find = (name: string) => (name in standIns ? join(root, name) : programAt(name));
  const containment = await chooseContainment({ surroundings, signal, find, platform: 'darwin' });
  return { root, home, cwd, containment, run: runner(containment, { cwd, workspace: join(home, 'workspace') }) };
}

const runner =
  (containment: Containment, places: Pick<ContainedRequest, 'cwd' | 'workspace'>) =>
  async (command: string, more: Partial<ContainedRequest> = {}) => {
    await using run = await containment.run({ command, ...places, timeoutMs: 10_000, signal, ...more });
    return { ...run, effects: run.changes.map((change) => `${kindOf(change)} ${change.path}`).sort() };
  };

test('a command runs in the clone, its effects are those on the original, and the original stays as it was', async () => {
  const { cwd, home, containment, run } = await onMacOS();
  expect(containment).toMatchObject({ kind: 'clone', detail: 'clones of the current folder + sandbox-exec' });
  const { ended, effects } = await run('pwd; echo more >> a.txt; echo n > n.txt; echo left > "$TMPDIR/t"');
  expect(ended).toMatchObject({ exitCode: 0, killedBy: null });
  expect(ended.output).toMatch(/\/clone-0\n$/);
  expect(effects).toEqual([`changed ${cwd}/a.txt`, `created ${cwd}/n.txt`]);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a\n');
  expect(readdirSync(cwd).sort()).toEqual(['.env', 'a.txt']);
  expect((await run('echo w2 > ../clone-1/w')).effects).toEqual([`changed ${home}/workspace/w`]);
});

test('what only reads has no effects, and what is deleted is reported', async () => {
  const { cwd, run } = await onMacOS();
  expect((await run('cat a.txt')).effects).toEqual([]);
  expect((await run('rm a.txt')).effects).toEqual([`deleted ${cwd}/a.txt`]);
  expect((await run('chmod 600 a.txt')).effects).toEqual([`metadata ${cwd}/a.txt`]);
});

test('the profile closes secrets where they are and where they were cloned', async () => {
  const { home, cwd, run } = await onMacOS();
  await run('true');
  const profile = readFileSync(join(home, 'seen-profile'), 'utf8');
  expect(profile).toContain(`(subpath "${home}/.ssh")`);
  expect(profile).toContain(`(subpath "${home}/.artoo")`);
  expect(profile).toContain(`(literal "${cwd}/.env")`);
  expect(profile).toMatch(/\(literal "[^"]*\/clone-0\/\.env"\)/);
  expect(profile).toContain('(deny network*)');
});

test('nothing is left of a clone, whether the command succeeded, failed or was stopped', async () => {
  const { root, run } = await onMacOS();
  const staging = join(root, readdirSync(root).find((name) => name.startsWith('artoo-')) ?? '');
  const kept = () => readdirSync(staging).flatMap((name) => readdirSync(join(staging, name)).filter((inner) => /^\d+$/.test(inner)));
  await run('echo n > n');
  await run('exit 3');
  const stopped = await run('echo n > n; sleep 20', { timeoutMs: 500 });
  expect(stopped).toMatchObject({ ended: { killedBy: 'timeout' }, effects: [] });
  expect(kept()).toEqual([]);
});

test.each([
  [
    'walls that cannot be put up',
    { 'sandbox-exec': '#!/bin/sh\necho "sandbox_apply: Operation not permitted" >&2\nexit 71\n' },
    /sandbox_apply/,
  ],
  ['a disk that cannot clone', { cp: '#!/bin/sh\necho "clonefile failed: Operation not supported" >&2\nexit 1\n' }, /not supported/],
])('%s are none', async (_, more, says) => {
  const { containment } = await onMacOS(more);
  expect(containment.kind).toBe('none');
  expect(containment.detail).toMatch(says);
});
