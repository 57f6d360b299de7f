import { hash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { type ScratchProject, scratchProject } from '../../test/support/scratch-project.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import { createPermissions } from './asking/permissions.ts';
import { type Harm, type ToolContext, ToolResult } from './tool.ts';
import { createWriteFile } from './write-file.ts';

let at: ScratchProject;
beforeEach(() => {
  at = scratchProject();
});

const sha = (content: string) => hash('sha256', content);
const write = async (path: string, content = 'new', more: Partial<ToolContext> = {}) =>
  ToolResult.parse(await createWriteFile(at.writing).run({ path, content }, at.context(more)));

async function harmIn(writing: Promise<ToolResult>): Promise<Harm> {
  const { ok, output, error, harm } = await writing;
  expect({ ok, output, class: error?.class }).toEqual({ ok: false, output: '', class: 'refused' });
  return harm ?? expect.unreachable();
}

describe.each([
  ['a git hook', '.git/hooks/pre-commit', 'created', 'project/.git/hooks/pre-commit'],
  ['where a symlink leads to git hooks', 'git/hooks/pre-commit', 'created', 'project/.git/hooks/pre-commit'],
  ['a git hook in the workspace', 'ws/.git/hooks/pre-commit', 'created', 'workspace/.git/hooks/pre-commit'],
  ['what other agents obey', 'AGENTS.md', 'created', 'project/AGENTS.md'],
  ['what other agents obey, in the workspace', '../workspace/a/CLAUDE.md', 'created', 'workspace/a/CLAUDE.md'],
  ['what configures artoo', '.artoo/config.yaml', 'created', 'project/.artoo/config.yaml'],
  ['what the shell runs at its start', '../home/.bashrc', 'created', 'home/.bashrc'],
  ['where programs start by themselves', '../home/.config/autostart/x.desktop', 'created', 'home/.config/autostart/x.desktop'],
  ['where programs are looked for', '../programs/ls', 'created', 'programs/ls'],
  ["over somebody's file", 'old.txt', 'changed', 'project/old.txt'],
  ["over somebody's file, deeper", 'inner/deep/old.txt', 'changed', 'project/src/deep/old.txt'],
  ['over a hidden file', '.settled', 'changed', 'project/.settled'],
  ['over a file outside', '../outside/old.txt', 'changed', 'outside/old.txt'],
  ['over a file behind a symlink', 'out/old.txt', 'changed', 'outside/old.txt'],
  ['over a file behind a symlink in the workspace', 'ws/out/old.txt', 'changed', 'outside/old.txt'],
  ['through a symlink', 'out.txt', 'changed', 'outside/old.txt'],
  ['through a symlink inside the workspace', 'ws/link.txt', 'changed', 'workspace/old.txt'],
  ["over the workspace's git config", 'ws/.git/config', 'changed', 'workspace/.git/config'],
] as const)('asks before it writes %s', (_, path, change, real) => {
  test('and does nothing', async () => {
    const before = at.tree();
    const harm = await harmIn(write(path));
    const [asked, there] = [join(at.cwd, path), join(at.folder, real)];
    const linked = lstatSync(asked, { throwIfNoEntry: false })?.isSymbolicLink();
    expect(harm.effects).toMatchObject([{ path: linked ? there : asked, change, hash: sha('new'), why: expect.any(String) }]);
    expect(harm.effects[0]?.diff).toMatch(change === 'created' ? /^@@ -0,0 \+1,1 @@\n\+new/ : /^@@ -1,1 \+1,1 @@\n-old\n(.*\n)?\+new/);
    expect(harm.action).toBe(`write ${asked === there ? asked : `${asked} → ${there}`}, 3 bytes`);
    expect(at.tree()).toEqual(before);
  });

  test('and after a yes does just that', async () => {
    const before = at.tree();
    const { hash: approved, effects } = await harmIn(write(path));
    const [{ path: changed, change: kind } = expect.unreachable()] = effects;
    expect(await write(path, 'new', { approved })).toMatchObject({
      ok: true,
      changed: [{ path: changed, change: kind, hash: sha('new') }],
    });
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
  const sample = '.git/hooks/sample';

  test.each<[string, () => void]>([
    ['when somebody changed the file since', () => writeFileSync(join(at.cwd, sample), 'theirs')],
    ['when the file is gone', () => rmSync(join(at.cwd, sample))],
    [
      'when the file has become a symlink, even to the same content',
      () => {
        rmSync(join(at.cwd, sample));
        symlinkSync('../../../outside/old.txt', join(at.cwd, sample));
      },
    ],
  ])('%s', async (_, meanwhile) => {
    const { hash: approved } = await harmIn(write(sample));
    meanwhile();
    const before = at.tree();
    const again = await harmIn(write(sample, 'new', { approved }));
    expect(again.hash).not.toBe(approved);
    expect(at.tree()).toEqual(before);
  });

  test('when a file appeared where a new one was to be', async () => {
    const { hash: approved } = await harmIn(write('AGENTS.md'));
    writeFileSync(join(at.cwd, 'AGENTS.md'), 'theirs');
    expect((await harmIn(write('AGENTS.md', 'new', { approved }))).effects).toMatchObject([{ change: 'changed' }]);
    expect(at.tree()['project/AGENTS.md']).toBe('theirs');
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

describe('asks before it writes over', () => {
  const create = async (path: string, content: string, task_id = 'task') =>
    expect(await write(path, content, { call: { task_id, key: `1.1.1/R3/${path}` } })).toMatchObject({ ok: true });

  test.each<[string, string, () => Promise<void>]>([
    [
      "the task's own file that another program changed since",
      'own.txt',
      async () => {
        await create('own.txt', 'mine');
        writeFileSync(join(at.cwd, 'own.txt'), 'theirs');
      },
    ],
    ['what another task created', 'own.txt', () => create('own.txt', 'mine', 'another')],
    ['a file with a content that the task wrote elsewhere', 'old.txt', () => create('own.txt', 'old')],
    [
      "a symlink in place of the task's own file",
      'own.txt',
      async () => {
        await create('own.txt', 'old');
        rmSync(join(at.cwd, 'own.txt'));
        symlinkSync('../outside/old.txt', join(at.cwd, 'own.txt'));
      },
    ],
    [
      "a symlink to the task's own file",
      'to-own.txt',
      async () => {
        await create('own.txt', 'mine');
        symlinkSync('own.txt', join(at.cwd, 'to-own.txt'));
      },
    ],
    [
      "another's file, although the task changed it with a yes before",
      'old.txt',
      async () => {
        const { hash: approved } = await harmIn(write('old.txt', 'newer'));
        expect(await write('old.txt', 'newer', { approved })).toMatchObject({ ok: true });
      },
    ],
  ])('%s', async (_, path, prepare) => {
    await prepare();
    const before = at.tree();
    expect((await harmIn(write(path))).effects).toMatchObject([{ change: 'changed' }]);
    expect(at.tree()).toEqual(before);
  });
});

describe('rules', () => {
  const ruled = (lists: Partial<Record<'allow' | 'ask' | 'deny', string>>) => {
    const read = (text: string | undefined, use: 'allow' | 'ask' | 'deny') => {
      if (text === undefined) return [];
      const rule = readRule(text.replace('@', at.folder), { cwd: at.cwd, home: join(at.folder, 'home') }, use);
      return 'wrong' in rule ? expect.unreachable(rule.wrong) : [rule];
    };
    const { allow, ask, deny } = lists;
    const permissions = createPermissions({ allow: read(allow, 'allow'), ask: read(ask, 'ask'), deny: read(deny, 'deny') });
    return createWriteFile({ ...at.writing, permissions });
  };

  test.each([
    ['an allowed file is written freely', { allow: 'write(./old.txt)' }, 'old.txt', 'free'],
    ['an allowed folder, with all that is in it', { allow: 'write(./src/**)' }, 'src/deep/old.txt', 'free'],
    ['a rule for a link does not reach what is behind it', { allow: 'write(./**)' }, 'out.txt', 'asks'],
    ['a rule for a folder does not reach what a link in it leads to', { allow: 'write(./out/**)' }, 'out/old.txt', 'asks'],
    ['a rule with a star does not reach sensitive places', { allow: 'write(./**)' }, '.git/hooks/pre-commit', 'asks'],
    ['a file that a rule asks about is asked about, even a new one', { ask: 'write(./new/**)' }, 'new/a.txt', 'asks'],
    ['a file that a rule asks about is asked about, in the workspace', { ask: 'write(@/workspace/**)' }, 'ws/old.txt', 'asks'],
    ['what is forbidden is not asked about', { deny: 'write(./new/**)' }, 'new/a.txt', 'denied'],
    ['what is forbidden behind a link neither', { deny: 'write(@/outside/**)' }, 'out/new.txt', 'denied'],
    ['what is forbidden by the name of a link neither', { deny: 'write(./out/**)' }, 'out/new.txt', 'denied'],
    ['a file that a rule asks about by the name of a link is asked about', { ask: 'write(./out/**)' }, 'out/new.txt', 'asks'],
    ['deny wins', { allow: 'write(./old.txt)', deny: 'write(./old.txt)' }, 'old.txt', 'denied'],
  ] as const)('%s', async (_, lists, path, expected) => {
    const before = at.tree();
    const { ok, harm } = await ruled(lists).run({ path, content: 'new' }, at.context());
    const told = ok ? 'free' : harm?.denied === undefined ? 'asks' : 'denied';
    expect(told).toBe(expected);
    expect(at.changedSince(before)).toHaveLength(ok ? 1 : 0);
    const approved = await ruled(lists).run({ path, content: 'new' }, at.context({ approved: harm?.hash }));
    expect(approved.ok).toBe(expected !== 'denied');
  });

  test('what lends the rights of its owner is asked about, though its path is allowed', async () => {
    chmodSync(join(at.cwd, 'old.txt'), 0o4755);
    const { harm } = await ruled({ allow: 'write(./old.txt)' }).run({ path: 'old.txt', content: 'new' }, at.context());
    expect(harm?.effects).toMatchObject([{ change: 'changed', why: expect.stringContaining('rights') }]);
  });

  test.each(['ws/new.txt', 'ws/deep/er/new.txt'])('what was refused by its real path is asked about by any other: %s', async (path) => {
    const [real, parent] = [join(at.folder, path.replace('ws', 'workspace')), join(at.folder, 'workspace/deep/er')];
    for (const refused of path.includes('er') ? [real, parent] : [real])
      expect(await harmIn(write(path, 'new', { refused: [`created ${refused}`] }))).toMatchObject({
        reason: expect.stringContaining('refused'),
      });
    expect(existsSync(real)).toBe(false);
  });

  test('the rule that is offered would allow it', async () => {
    const { rule } = await harmIn(write('old.txt'));
    expect(rule).toBe(`write(${join(at.cwd, 'old.txt')})`);
    expect(await ruled({ allow: rule ?? '' }).run({ path: 'old.txt', content: 'new' }, at.context())).toMatchObject({ ok: true });
  });

  test.each(['config.yaml', 'undo/task/x', 'tasks/x.jsonl'])(
    "nothing is written to artoo's own data, whatever is allowed: %s",
    async (name) => {
      symlinkSync(at.data, join(at.cwd, 'data'));
      for (const path of [join(at.data, name), `data/${name}`]) {
        const harm = await harmIn(ruled({ allow: `write(${at.data}/**)` }).run({ path, content: 'new' }, at.context()));
        expect(harm.denied).toBeDefined();
        await harmIn(write(path, 'new', { approved: harm.hash }));
      }
      expect(existsSync(join(at.data, name))).toBe(false);
    },
  );
});

test('whatever the path, a yes allows what was asked and nothing else', async () => {
  const names = ['..', '.', '.git', 'git', 'out', 'out.txt', 'inner', 'src', 'old.txt', 'dangling', 'new', 'a', '.x', 'ws', 'deep'];
  const part = fc.constantFrom('/', '/', '/', '../outside', ...names);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 7 }), async (parts) => {
      const path = parts.join('');
      fc.pre(resolve(at.cwd, path).startsWith(`${at.folder}/`)); // only paths in the test's own folder
      const before = at.tree();
      const { harm } = await write(path);
      if (!harm) return void tidy(before);
      const { ok, changed = [] } = await write(path, 'new', { approved: harm.hash });
      expect({ ok, changed }).toEqual({ ok: true, changed: harm.effects.map(({ diff: _, why: __, ...effect }) => effect) });
      expect(at.changedSince(before).map(([name]) => join(at.folder, name))).toEqual(changed.map((effect) => realpathSync(effect.path)));
      tidy(before);
      expect(at.tree()).toEqual(before);
    }),
    { numRuns: 100 / oneIn(4) },
  );
});

function tidy(before: Record<string, string>): void {
  for (const name of Object.keys(at.tree()).toReversed()) {
    if (!(name in before)) rmSync(join(at.folder, name), { recursive: true });
    else if (before[name] === 'old') writeFileSync(join(at.folder, name), 'old');
  }
}
