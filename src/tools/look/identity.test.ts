/** How a look around identifies a project for memory, in real repositories. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { isProof } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { createLookAround, type LookOptions } from './look-around.ts';

const never = new AbortController().signal;
const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always'];
const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', [...as, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

async function identityAt(cwd: string, options: Partial<LookOptions> = {}): Promise<string | undefined> {
  const look = createLookAround({ data: scratch(), gate: gateOf(), path: '', limitMs: 20_000, ...options });
  return (await look({ cwd, workspace: '/workspace' }, never)).identity;
}

const origin = 'https://ada:s3cret@example.org/team/app.git';

/**
 * A repository with two commits at `app` in a folder of its own, and its first commit. Repositories with the same history are copies of the same one.
 */
function repository({ from = origin, history = 'ours' }: { readonly from?: string | null; readonly history?: string } = {}) {
  const place = scratch();
  const root = join(place, 'app');
  const made = repositories.get(history) ?? newRepository(history);
  repositories.set(history, made);
  cpSync(made.root, root, { recursive: true, preserveTimestamps: true });
  if (from !== null) git(root, 'remote', 'add', 'origin', from);
  return { place, root, first: made.first };
}

const repositories = new Map<string, { readonly root: string; readonly first: string }>();
afterAll(() => {
  for (const { root } of repositories.values()) rmSync(root, { recursive: true });
});

function newRepository(history: string) {
  const root = mkdtempSync(join(tmpdir(), 'artoo-identity-'));
  git(root, 'init');
  for (const text of ['one', 'two']) {
    writeFileSync(join(root, 'a.txt'), `${text} ${history}`);
    git(root, 'add', '-A');
    git(root, 'commit', '-m', text);
  }
  return { root, first: git(root, 'rev-list', '--max-parents=0', 'HEAD') };
}

describe('a project is known by', () => {
  test('its origin and its first commit, without what is secret about the origin', async () => {
    const { root, first } = repository();
    expect(await identityAt(root)).toBe(`example.org/team/app#${first}`);
  });

  test('its first commit, where it has no origin', async () => {
    const { root, first } = repository({ from: null });
    expect(await identityAt(root)).toBe(`commit:${first}`);
  });

  test('its real root, where it has neither', async () => {
    const root = scratch();
    git(root, 'init');
    mkdirSync(join(root, 'sub'));
    symlinkSync(root, join(scratch(), 'link'));
    expect(await identityAt(join(root, 'sub'))).toBe(root);
  });

  test('its real folder, where it is not a repository, whatever way leads there', async () => {
    const folder = scratch();
    const link = join(scratch(), 'link');
    symlinkSync(folder, link);
    expect(await identityAt(link)).toBe(folder);
  });

  test('its root, where git is not installed', async () => {
    const { root } = repository();
    expect(await identityAt(root, { findGit: () => undefined })).toBe(root);
  });

  test('its real folder, where that holds secrets', async () => {
    const { root } = repository();
    expect(await identityAt(root, { gate: gateOf({ data: root }) })).toBe(root);
  });
});

describe('a project is the same', () => {
  test('in each of its folders', async () => {
    const { root, first } = repository();
    mkdirSync(join(root, 'deep/er'), { recursive: true });
    expect(await identityAt(join(root, 'deep/er'))).toBe(`example.org/team/app#${first}`);
  });

  test('where it was moved to', async () => {
    const { root, place, first } = repository();
    renameSync(root, join(place, 'elsewhere'));
    expect(await identityAt(join(place, 'elsewhere'))).toBe(`example.org/team/app#${first}`);
  });

  test('where it was cloned to from the same origin', async () => {
    const { root, place, first } = repository();
    git(place, 'clone', root, 'clone');
    git(join(place, 'clone'), 'remote', 'set-url', 'origin', 'git@example.org:team/app');
    expect(await identityAt(join(place, 'clone'))).toBe(`example.org/team/app#${first}`);
  });

  test('where it was cloned to from a folder, if it has no origin of its own', async () => {
    const { root, place, first } = repository({ from: null });
    git(place, 'clone', root, 'clone');
    expect(await identityAt(join(place, 'clone'))).toBe(`commit:${first}`);
  });

  test('in a worktree', async () => {
    const { root, place, first } = repository();
    git(root, 'worktree', 'add', join(place, 'tree'));
    expect(await identityAt(join(place, 'tree'))).toBe(`example.org/team/app#${first}`);
  });

  test('on a branch that another project was merged into', async () => {
    const { root, first } = repository();
    const other = repository({ history: 'theirs' });
    git(root, 'fetch', other.root, 'main');
    git(root, 'merge', '--allow-unrelated-histories', '-s', 'ours', '-m', 'both', 'FETCH_HEAD');
    expect(await identityAt(root)).toBe(`example.org/team/app#${first}`);
  });

  test('whatever is grafted or replaced in its history', async () => {
    const { root, first } = repository();
    const head = git(root, 'rev-parse', 'HEAD');
    git(root, 'replace', '--graft', head);
    writeFileSync(join(root, '.git/info/grafts'), `${head}\n`);
    expect(await identityAt(root)).toBe(`example.org/team/app#${first}`);
  });
});

describe('a project is another one', () => {
  test('in a submodule, which has an origin of its own', async () => {
    const { root } = repository();
    const inner = repository({ from: null, history: 'theirs' });
    git(root, 'submodule', 'add', inner.root, 'inner');
    git(join(root, 'inner'), 'remote', 'set-url', 'origin', 'https://example.org/team/inner');
    expect(await identityAt(join(root, 'inner'))).toBe(`example.org/team/inner#${inner.first}`);
  });

  test('where a fork of it comes from', async () => {
    const { root, place, first } = repository();
    git(place, 'clone', root, 'fork');
    git(join(place, 'fork'), 'remote', 'set-url', 'origin', 'https://example.org/mallory/app');
    expect(await identityAt(join(place, 'fork'))).toBe(`example.org/mallory/app#${first}`);
  });

  test('where its origin is borrowed and its history is not', async () => {
    const { root } = repository();
    expect(await identityAt(repository({ history: 'theirs' }).root)).not.toBe(await identityAt(root));
  });

  test.each<[string, (root: string) => void]>([
    ['a shallow clone', (root) => git(root, 'clone', '--depth', '1', `file://${root}`, '../other')],
    ['a clone without commits', (root) => git(root, 'init', '../other')],
  ])('where the beginning of its history is not there: %s', async (_, clone) => {
    const { root, place } = repository();
    clone(root);
    const other = join(place, 'other');
    git(other, 'config', 'remote.origin.url', origin);
    expect(await identityAt(other)).toBe('example.org/team/app');
  });

  test.runIf(isProof)('where its history is too long to be followed', { timeout: 60_000 }, async () => {
    const { root, first } = repository();
    const commits = (count: number, from: string) =>
      Array.from(
        { length: count },
        (_, at) => `commit refs/heads/main\ncommitter A <a@b> ${at} +0000\ndata 1\nx\n${at === 0 ? `from ${from}\n` : ''}`,
      );
    const grow = (count: number) =>
      execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: commits(count, git(root, 'rev-parse', 'main')).join('') });
    grow(19_998);
    expect(await identityAt(root)).toBe(`example.org/team/app#${first}`);
    grow(1);
    expect(await identityAt(root)).toBe('example.org/team/app');
  });
});

describe('a folder that passes for a repository beside it is known by its own path', () => {
  const disguises: readonly (readonly [string, (fake: string, root: string) => void])[] = [
    ['by a file that leads there', (fake, root) => writeFileSync(join(fake, '.git'), `gitdir: ${root}/.git\n`)],
    ['by a file that leads there from below', (fake) => writeFileSync(join(fake, '.git'), 'gitdir: ../app/.git\n')],
    [
      'by a file that leads to a worktree of it',
      (fake, root) => {
        git(root, 'worktree', 'add', '../tree');
        writeFileSync(join(fake, '.git'), `gitdir: ${root}/.git/worktrees/tree\n`);
      },
    ],
    [
      'by a common folder',
      (fake, root) => {
        git(fake, 'init');
        writeFileSync(join(fake, '.git/commondir'), `${root}/.git\n`);
        writeFileSync(join(fake, '.git/gitdir'), `${fake}/.git\n`);
      },
    ],
    [
      'by a common folder, with a folder that says it is its worktree',
      (fake, root) => {
        mkdirSync(join(fake, 'worktrees/x'), { recursive: true });
        writeFileSync(join(fake, 'worktrees/x/HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(fake, 'worktrees/x/commondir'), `${root}/.git\n`);
        writeFileSync(join(fake, 'worktrees/x/gitdir'), `${fake}/.git\n`);
        writeFileSync(join(fake, '.git'), 'gitdir: worktrees/x\n');
      },
    ],
    [
      'by a common folder whose name is no text',
      (fake, root) => {
        git(fake, 'init');
        symlinkSync(join(root, '.git'), Buffer.concat([Buffer.from(join(fake, 'l')), Buffer.of(0xff)]));
        writeFileSync(join(fake, '.git/commondir'), Buffer.concat([Buffer.from('../l'), Buffer.of(0xff, 0x0a)]));
      },
    ],
    ...['ref: ', 'ref:\t', 'ref:'].map(
      (ref) =>
        [
          `by a name that stands for another, which is a link (${JSON.stringify(ref)})`,
          (fake: string, root: string) => {
            cpSync(join(root, '.git'), join(fake, '.git'), { recursive: true });
            writeFileSync(join(fake, '.git/refs/heads/main'), `${ref}refs/heads/other\n`);
            symlinkSync(join(root, '.git/refs/heads/main'), join(fake, '.git/refs/heads/other'));
          },
        ] as const,
    ),
    [
      'by a link in the manner of old versions of git',
      (fake, root) => {
        cpSync(join(root, '.git'), join(fake, '.git'), { recursive: true });
        rmSync(join(fake, '.git/refs/heads/main'));
        symlinkSync('refs/heads/other', join(fake, '.git/refs/heads/main'));
        symlinkSync(join(root, '.git/refs/heads/main'), join(fake, '.git/refs/heads/other'));
      },
    ],
    ...['refs', 'refs/heads', 'refs/heads/main', 'objects', 'config', 'HEAD'].map(
      (part) =>
        [
          `by a link in place of ${part}`,
          (fake: string, root: string) => {
            cpSync(join(root, '.git'), join(fake, '.git'), { recursive: true });
            rmSync(join(fake, '.git', part), { recursive: true });
            symlinkSync(join(root, '.git', part), join(fake, '.git', part));
          },
        ] as const,
    ),
  ];

  test.each(disguises)('%s', async (_, disguise) => {
    const { root, place, first } = repository();
    const fake = join(place, 'fake');
    mkdirSync(fake);
    disguise(fake, root);
    expect(await identityAt(fake)).toBe(fake);
    expect(await identityAt(root)).toBe(`example.org/team/app#${first}`);
  });
});
