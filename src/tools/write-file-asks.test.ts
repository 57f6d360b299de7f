import { hash } from 'node:crypto';
import { lstatSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Furnished, furnished } from '../../test/support/furnished.ts';
import { type Harm, type OwnFile, type ToolContext, ToolResult } from './tool.ts';
import { writeFile } from './write-file.ts';

let at: Furnished;
beforeEach(() => {
  at = furnished();
});

const sha = (content: string) => hash('sha256', content);
const write = async (path: string, content = 'new', more: Partial<ToolContext> = {}) =>
  ToolResult.parse(await writeFile.run({ path, content }, at.context(more)));

async function harmIn(writing: Promise<ToolResult>): Promise<Harm> {
  const { ok, output, error, harm } = await writing;
  expect({ ok, output, class: error?.class }).toEqual({ ok: false, output: '', class: 'refused' });
  return harm ?? expect.unreachable();
}

describe.each([
  ['outside', '../outside/new.txt', 'created', 'outside/new.txt'],
  ['outside, in a new folder', '../outside/a/b/new.txt', 'created', 'outside/a/b/new.txt'],
  ['beside, where the name starts alike', '../project-2/new.txt', 'created', 'project-2/new.txt'],
  ['where a symlink leads outside', 'out/new.txt', 'created', 'outside/new.txt'],
  ['where a symlink leads outside, further down', 'out/a/b/new.txt', 'created', 'outside/a/b/new.txt'],
  ['where a symlink in the workspace leads outside', 'ws/out/new.txt', 'created', 'outside/new.txt'],
  ['a hidden file', '.bashrc', 'created', 'project/.bashrc'],
  ['into a new hidden folder', 'a/.config/new.txt', 'created', 'project/a/.config/new.txt'],
  ['a git hook', '.git/hooks/pre-commit', 'created', 'project/.git/hooks/pre-commit'],
  ['where a symlink leads into a hidden folder', 'git/hooks/pre-commit', 'created', 'project/.git/hooks/pre-commit'],
  ['where programs start by themselves', 'Library/LaunchAgents/x.plist', 'created', 'project/Library/LaunchAgents/x.plist'],
  ['what other agents obey', 'AGENTS.md', 'created', 'project/AGENTS.md'],
  ['a hidden file in the workspace', '../workspace/.x', 'created', 'workspace/.x'],
  ["over somebody's file", 'old.txt', 'changed', 'project/old.txt'],
  ["over somebody's file, deeper", 'inner/deep/old.txt', 'changed', 'project/src/deep/old.txt'],
  ['over a hidden file', '.env', 'changed', 'project/.env'],
  ['over a file outside', '../outside/old.txt', 'changed', 'outside/old.txt'],
  ['over a file behind a symlink', 'out/old.txt', 'changed', 'outside/old.txt'],
  ['over a file behind a symlink in the workspace', 'ws/out/old.txt', 'changed', 'outside/old.txt'],
  ['through a symlink', 'out.txt', 'changed', 'outside/old.txt'],
  ['through a symlink inside the workspace', 'ws/link.txt', 'changed', 'workspace/old.txt'],
  ["over the workspace's git config", 'ws/.git/config', 'changed', 'workspace/.git/config'],
  ['over a hidden file in the workspace', '../workspace/.env', 'changed', 'workspace/.env'],
] as const)('asks before it writes %s', (_, path, change, real) => {
  test('and does nothing', async () => {
    const before = at.tree();
    const harm = await harmIn(write(path));
    const [asked, there] = [join(at.cwd, path), join(at.folder, real)];
    const linked = lstatSync(asked, { throwIfNoEntry: false })?.isSymbolicLink();
    expect(harm.effects).toEqual([{ path: linked ? there : asked, change }]);
    expect(harm.action).toBe(`write_file ${asked === there ? asked : `${asked} → ${there}`}, 3 bytes`);
    expect(at.tree()).toEqual(before);
  });

  test('and after a yes does just that', async () => {
    const before = at.tree();
    const { hash: approved, effects } = await harmIn(write(path));
    expect(await write(path, 'new', { approved })).toMatchObject({ ok: true, changed: [{ ...effects[0], hash: sha('new') }] });
    expect(at.changedSince(before)).toEqual([[real, 'new']]);
  });

  test('and again when the yes was to something else', async () => {
    const before = at.tree();
    const harm = await harmIn(write(path));
    expect(await harmIn(write(path, 'new', { approved: 'another' }))).toEqual(harm);
    const other = await harmIn(write(path, 'newer', { approved: harm.hash }));
    expect(other.hash).not.toBe(harm.hash);
    expect(at.tree()).toEqual(before);
  });
});

describe('a yes does not hold', () => {
  test.each<[string, () => void]>([
    ['when somebody changed the file since', () => writeFileSync(join(at.cwd, '.env'), 'theirs')],
    ['when the file is gone', () => rmSync(join(at.cwd, '.env'))],
    [
      'when the file is a symlink by now, even to the same content',
      () => {
        rmSync(join(at.cwd, '.env'));
        symlinkSync('../outside/old.txt', join(at.cwd, '.env'));
      },
    ],
  ])('%s', async (_, meanwhile) => {
    const { hash: approved } = await harmIn(write('.env'));
    meanwhile();
    const before = at.tree();
    const again = await harmIn(write('.env', 'new', { approved }));
    expect(again.hash).not.toBe(approved);
    expect(at.tree()).toEqual(before);
  });

  test('when a file appeared where a new one was to be', async () => {
    const { hash: approved } = await harmIn(write('.bashrc'));
    writeFileSync(join(at.cwd, '.bashrc'), 'theirs');
    expect((await harmIn(write('.bashrc', 'new', { approved }))).effects).toMatchObject([{ change: 'changed' }]);
    expect(at.tree()['project/.bashrc']).toBe('theirs');
  });

  test('for another path, folder or content', async () => {
    const env = join(at.cwd, '.env');
    const harms = await Promise.all([
      harmIn(write(env)),
      harmIn(write(env, 'new!')),
      harmIn(write(env, 'new', { cwd: at.folder })),
      harmIn(write(join(at.folder, 'outside/old.txt'))),
    ]);
    expect(new Set(harms.map(({ hash }) => hash)).size).toBe(4);
    expect(await harmIn(write('./src/../.env'))).toEqual(harms[0]);
  });
});

test.each<[string, string, (path: string) => OwnFile]>([
  ["the task's own file that somebody changed since", 'old.txt', (path) => ({ path, hash: sha('mine') })],
  ['a file with a content that the task wrote elsewhere', 'old.txt', () => ({ path: '/elsewhere', hash: sha('old') })],
  ["a symlink in place of the task's own file", 'out.txt', (path) => ({ path, hash: sha('old') })],
  ["a symlink to the task's own file", 'out.txt', (path) => ({ path: realpathSync(path), hash: sha('old') })],
])('asks before it writes over %s', async (_, path, own) => {
  const before = at.tree();
  expect((await harmIn(write(path, 'new', { own: [own(join(at.cwd, path))] }))).effects).toMatchObject([{ change: 'changed' }]);
  expect(at.tree()).toEqual(before);
});

test('whatever the path, a yes allows what was asked and nothing else', async () => {
  const names = ['..', '.', '.git', 'git', 'out', 'out.txt', 'inner', 'src', 'old.txt', 'dangling', 'new', 'a', '.x', 'ws', 'deep'];
  const part = fc.constantFrom('/', '/', '/', '../outside', ...names);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 7 }), async (parts) => {
      const path = parts.join('');
      const { harm } = await write(path);
      fc.pre(harm?.effects[0]?.path.startsWith(`${at.folder}/`) === true); // nothing but the test's own folder
      const before = at.tree();
      const { ok, changed = [] } = await write(path, 'new', { approved: harm?.hash });
      expect({ ok, changed }).toEqual({ ok: true, changed: harm?.effects.map((effect) => ({ ...effect, hash: sha('new') })) });
      expect(at.changedSince(before).map(([name]) => join(at.folder, name))).toEqual(changed.map((effect) => realpathSync(effect.path)));
      for (const name of Object.keys(at.tree()).toReversed()) {
        if (!(name in before)) rmSync(join(at.folder, name), { recursive: true });
        else if (before[name] === 'old') writeFileSync(join(at.folder, name), 'old');
      }
      expect(at.tree()).toEqual(before);
    }),
    { numRuns: 60 },
  );
});
