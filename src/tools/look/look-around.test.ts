import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { canonicalTest } from '../../contracts/shapes/canonical.ts';
import { Surroundings } from '../../contracts/surroundings.ts';
import { createLookAround, type LookOptions } from './look-around.ts';

const never = new AbortController().signal;
/** What a look sees must be as its schema would return it, because it is not parsed again. */
const isCanonical = canonicalTest(Surroundings);

/** A folder that contains these files. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = scratch();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Without a short time limit, unless the test is about it: other tests run at the same time. */
async function lookAt(cwd: string, options: Partial<LookOptions> = {}): Promise<Surroundings> {
  const data = options.data ?? scratch();
  const look = createLookAround({ data, gate: gateOf({ data }), path: '', limitMs: 20_000, ...options });
  const seen = await look({ cwd, workspace: '/workspace' }, never);
  expect(isCanonical(seen)).toBe(true);
  return seen;
}

const git = (cwd: string, ...args: readonly string[]): void => {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' });
};

function repositoryWith(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  git(folder, 'init');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-m', 'First of all\n\nand more', '--allow-empty');
  return folder;
}

test('an empty folder is seen as empty, on this machine, at this time', async () => {
  const cwd = scratch();
  const seen = await lookAt(cwd, { now: () => new Date('2026-02-03T04:05:06.000Z') });
  expect(seen).toMatchObject({
    cwd,
    workspace: '/workspace',
    at: '2026-02-03T04:05:06.000Z',
    listing: { entries: [], more_folders: 0, more_files: 0, whole: true },
    repository: null,
    project: null,
    instructions: [],
    left_out: [],
  });
  expect(seen.os).not.toBe('');
  expect(seen.user).not.toBe('');
});

describe('the folder', () => {
  test('is listed folders first, hidden ones last, links marked', async () => {
    const cwd = folderWith({ 'b.txt': '', '.hidden': '', 'src/a.ts': '', '.config/x': '' });
    symlinkSync('/nowhere', join(cwd, 'link'));
    expect((await lookAt(cwd)).listing?.entries).toEqual(['src/', '.config/', 'b.txt', 'link@', '.hidden']);
  });

  test('shows sixty entries and counts the rest', async () => {
    const cwd = folderWith(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`f${at}`, ''])));
    for (let at = 0; at < 50; at += 1) mkdirSync(join(cwd, `d${at}`));
    const { listing } = await lookAt(cwd);
    expect(listing).toMatchObject({ more_folders: 0, more_files: 60, whole: true });
    expect(listing?.entries).toHaveLength(60);
  });

  test('is not counted to its end when it holds more than a person would read', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'f0'), '');
    for (let at = 1; at < 20_050; at += 1) linkSync(join(cwd, 'f0'), join(cwd, `f${at}`)); // much faster than creating separate files
    const { listing } = await lookAt(cwd);
    expect(listing).toMatchObject({ more_files: 19_940, whole: false });
  });

  test('that does not exist is reported as missing', async () => {
    const { listing, left_out } = await lookAt('/nowhere/at/all');
    expect(listing).toBeNull();
    expect(left_out.join('\n')).toContain('ENOENT');
  });

  test('that is a place where secrets are kept is not looked into', async () => {
    const home = folderWith({ '.ssh/id_rsa': 'KEY', '.ssh/AGENTS.md': 'KEY' });
    const seen = await lookAt(join(home, '.ssh'), { gate: gateOf({ home }) });
    expect(seen).toMatchObject({ listing: null, instructions: [], project: null });
    expect(JSON.stringify(seen)).not.toContain('KEY');
    expect(seen.left_out.join()).toContain('holds secrets');
  });
});

describe('a repository', () => {
  test('is seen with its branch, its last commit and what is changed, from a folder in it', async () => {
    const root = repositoryWith({ 'a.txt': 'a', 'b.txt': 'b', 'sub/c.txt': 'c' });
    writeFileSync(join(root, 'a.txt'), 'other');
    writeFileSync(join(root, 'new.txt'), '');
    const { repository, left_out } = await lookAt(join(root, 'sub'));
    expect(left_out).toEqual([]);
    expect(repository).toEqual({
      root,
      branch: 'main',
      changes: { changed: 1, untracked: 1, first: ['M a.txt', '?? new.txt'] },
      last_commit: { subject: 'First of all', at: expect.stringMatching(/^20/) },
    });
  });

  test('without a commit has none', async () => {
    const root = folderWith();
    git(root, 'init');
    expect((await lookAt(root)).repository).toMatchObject({ branch: 'main', last_commit: null, changes: { changed: 0, untracked: 0 } });
  });

  test('that stands on no branch says so', async () => {
    const root = repositoryWith({ 'a.txt': '' });
    git(root, 'checkout', '--detach');
    expect((await lookAt(root)).repository).toMatchObject({ branch: null, changes: { changed: 0 } });
  });

  test.each<[string, (root: string) => void]>([
    ['without objects', (root) => execFileSync('rm', ['-r', join(root, '.git/objects')])],
    ['with a config that is none', (root) => writeFileSync(join(root, '.git/config'), '[[[ not a config')],
    ['with an index of noise', (root) => writeFileSync(join(root, '.git/index'), 'noise')],
    ['whose .git is an empty file', (root) => execFileSync('sh', ['-c', 'rm -r .git && touch .git'], { cwd: root })],
  ])('that is broken (%s) costs no more than itself', async (_, damage) => {
    const root = repositoryWith({ 'a.txt': '' });
    damage(root);
    const { repository, listing, left_out } = await lookAt(root);
    expect(listing?.entries).toContain('a.txt');
    expect(repository?.changes).toBeNull();
    expect(left_out.join('\n')).toContain('git status: git cannot read it');
  });

  test('is reported without git where that is not installed', async () => {
    const { repository, left_out } = await lookAt(repositoryWith({ 'a.txt': '' }), { findGit: () => undefined });
    expect(repository).toMatchObject({ branch: 'main', changes: null, last_commit: null });
    expect(left_out).toEqual(['git status: git is not installed']);
  });

  /** Each of these would run `evil` if git did what the repository configures. */
  const attacks: readonly (readonly [string, (root: string, evil: string) => void])[] = [
    ['core.fsmonitor', (root, evil) => git(root, 'config', 'core.fsmonitor', evil)],
    ['core.pager', (root, evil) => git(root, 'config', 'core.pager', evil)],
    ['an alias', (root, evil) => git(root, 'config', 'alias.status', `!${evil}`)],
    ['diff.external', (root, evil) => git(root, 'config', 'diff.external', evil)],
    [
      'log.showSignature',
      (root, evil) => {
        git(root, 'config', 'log.showSignature', 'true');
        git(root, 'config', 'gpg.program', evil);
      },
    ],
    ['a clean filter', (root, evil) => withFilter(root, 'clean', evil)],
    ['a filter process', (root, evil) => withFilter(root, 'process', evil)],
    [
      'a filter in a common folder elsewhere',
      (root, evil) => {
        cpSync(join(root, '.git'), join(root, 'elsewhere'), { recursive: true });
        writeFileSync(join(root, '.gitattributes'), '* filter=x\n');
        writeFileSync(join(root, 'elsewhere/config'), `[core]\n\trepositoryformatversion = 0\n[filter "x"]\n\tclean = ${evil}\n`);
        writeFileSync(join(root, '.git/commondir'), '../elsewhere\n');
        writeFileSync(join(root, 'a.txt'), 'changed');
      },
    ],
    [
      'a filter in an included file',
      (root, evil) => {
        withFilter(root, 'clean', evil);
        git(root, 'config', '--unset', 'filter.x.clean');
        writeFileSync(join(root, 'more.conf'), `[filter "x"]\n\tclean = ${evil}\n`);
        git(root, 'config', 'include.path', '../more.conf');
      },
    ],
    [
      'hooks',
      (root, evil) => {
        git(root, 'config', 'core.hooksPath', dirname(evil));
        for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
          writeFileSync(join(dirname(evil), hook), `#!/bin/sh\nexec ${evil}\n`, { mode: 0o755 });
        }
      },
    ],
    [
      'a remote that missing objects are fetched from',
      (root, evil) => {
        for (const [name, value] of Object.entries({
          'extensions.partialClone': 'origin',
          'core.repositoryFormatVersion': '1',
          'remote.origin.promisor': 'true',
          'remote.origin.url': `ext::${evil}`,
          'protocol.ext.allow': 'always',
          'core.sshCommand': evil,
        }))
          git(root, 'config', name, value);
        const objects = join(root, '.git/objects');
        for (const name of readdirSync(objects)) if (name.length === 2) execFileSync('rm', ['-r', join(objects, name)]);
      },
    ],
  ];

  function withFilter(root: string, kind: string, evil: string): void {
    writeFileSync(join(root, '.gitattributes'), '* filter=x\n');
    git(root, 'config', `filter.x.${kind}`, evil);
    writeFileSync(join(root, 'a.txt'), 'x'); // the same length as before, so that only the content differs
  }

  test.each(attacks)('that is hostile runs nothing by %s', async (_, attack) => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const place = scratch();
    const evil = join(place, 'evil');
    writeFileSync(evil, `#!/bin/sh\ntouch ${join(place, 'it-ran')}\ncat\n`);
    chmodSync(evil, 0o755);
    attack(root, evil);
    const { repository } = await lookAt(root);
    expect(repository?.branch).toBe('main');
    expect(readdirSync(place)).not.toContain('it-ran');
  });

  test('that is hostile does run it when git is asked plainly, so that the tests above can fail', () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const place = scratch();
    const evil = join(place, 'evil');
    writeFileSync(evil, `#!/bin/sh\ntouch ${join(place, 'it-ran')}\ncat\n`, { mode: 0o755 });
    withFilter(root, 'clean', evil);
    execFileSync('git', ['status'], { cwd: root, stdio: 'ignore' });
    expect(readdirSync(place)).toContain('it-ran');
  });

  test('that is broken does not lead the look to the one above it, nor run its filters', async () => {
    const root = repositoryWith({ 'sub/a.txt': 'a' });
    const place = scratch();
    const evil = join(place, 'evil');
    writeFileSync(evil, `#!/bin/sh\ntouch ${join(place, 'it-ran')}\ncat\n`, { mode: 0o755 });
    withFilter(root, 'clean', evil);
    mkdirSync(join(root, 'sub/.git'));
    writeFileSync(join(root, 'sub/.git/HEAD'), 'garbage\n');
    writeFileSync(join(root, 'sub/a.txt'), 'b');
    const { repository } = await lookAt(join(root, 'sub'));
    expect(repository).toMatchObject({ root: join(root, 'sub'), branch: null, changes: null });
    expect(readdirSync(place)).not.toContain('it-ran');
  });

  test('that is broken is not told of by what the one above it says', async () => {
    const root = repositoryWith({ 'sub/a.txt': 'a' });
    mkdirSync(join(root, 'sub/.git'));
    writeFileSync(join(root, 'sub/.git/HEAD'), 'garbage\n');
    writeFileSync(join(root, 'sub/a.txt'), 'b');
    const { repository } = await lookAt(join(root, 'sub'));
    expect(repository).toMatchObject({ root: join(root, 'sub'), branch: null, changes: null, last_commit: null });
  });

  test('does not lead the look to another folder by its work tree', async () => {
    const other = folderWith({ 'private-name.txt': '' });
    const root = repositoryWith({ 'a.txt': '' });
    git(root, 'config', 'core.worktree', other);
    expect(JSON.stringify(await lookAt(root))).not.toContain('private-name');
  });
});

describe('the time', () => {
  test('is kept, whatever a git that hangs does', async () => {
    const place = scratch();
    const slow = join(place, 'git');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const { repository, left_out } = await lookAt(repositoryWith({ 'a.txt': '' }), { findGit: () => slow, limitMs: 1_000 });
    expect(repository).toMatchObject({ changes: null, last_commit: null });
    expect(left_out).toEqual(expect.arrayContaining(['git status: not seen within 1000 ms', 'last commit: not seen within 1000 ms']));
  });

  test('ends at once when the look is stopped', async () => {
    const stop = new AbortController();
    const slow = join(scratch(), 'git');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const look = createLookAround({ data: scratch(), gate: gateOf(), path: '', limitMs: 20_000, findGit: () => slow });
    const looking = look({ cwd: repositoryWith({ 'a.txt': '' }), workspace: '/' }, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(looking).rejects.toThrow('stopped');
  });
});

describe('programs', () => {
  test('are looked up and not run', async () => {
    const place = scratch();
    for (const name of ['jq', 'rg', 'unheard-of']) writeFileSync(join(place, name), '#!/bin/sh\ntouch it-ran\n', { mode: 0o755 });
    writeFileSync(join(place, 'make'), '', { mode: 0o644 });
    mkdirSync(join(place, 'node'));
    expect((await lookAt(place, { path: `relative:${place}:/nowhere` })).programs).toEqual(['rg', 'jq']);
    expect(readdirSync(place)).not.toContain('it-ran');
  });

  test('that were seen too late for one look are there for a later one', async () => {
    const place = scratch();
    writeFileSync(join(place, 'jq'), '', { mode: 0o755 });
    const path = [...Array.from({ length: 5_000 }, (_, at) => `${place}/${at}`), place].join(':');
    const look = createLookAround({ data: scratch(), gate: gateOf(), path, limitMs: 20 });
    const programs = async () => (await look({ cwd: place, workspace: place }, new AbortController().signal)).programs;
    expect(await programs()).toEqual([]);
    await expect.poll(programs, { timeout: 20_000 }).toEqual(['jq']);
  });
});

describe('instructions', () => {
  test('are read from the folder up to the root of its repository, then the person’s own', async () => {
    const root = repositoryWith({ 'AGENTS.md': 'top', 'sub/CLAUDE.md': 'claude', 'sub/GEMINI.md': 'gemini', 'sub/deep/x': '' });
    const data = folderWith({ 'AGENTS.md': 'mine' });
    const { instructions } = await lookAt(join(root, 'sub/deep'), { data });
    expect(instructions).toEqual([
      { path: join(root, 'sub/CLAUDE.md'), text: 'claude', cut: false },
      { path: join(root, 'AGENTS.md'), text: 'top', cut: false },
      { path: join(data, 'AGENTS.md'), text: 'mine', cut: false },
    ]);
  });

  test('are those of the folder alone where there is no repository', async () => {
    const folder = folderWith({ 'AGENTS.md': 'above', 'sub/AGENTS.md': 'here' });
    expect((await lookAt(join(folder, 'sub'))).instructions.map(({ text }) => text)).toEqual(['here']);
  });

  test('of a megabyte are cut, and leave the person’s own their room', async () => {
    const root = repositoryWith({ 'AGENTS.md': 'far', 'sub/AGENTS.md': 'é'.repeat(500_000) });
    const data = folderWith({ 'AGENTS.md': 'mine' });
    const { instructions, left_out } = await lookAt(join(root, 'sub'), { data });
    expect(instructions.map(({ cut, text }) => [cut, text.slice(0, 4)])).toEqual([
      [true, 'éééé'],
      [false, 'mine'],
    ]);
    const bytes = instructions.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(32 * 1024);
    expect(bytes).toBeGreaterThan(32 * 1024 - 8);
    expect(left_out).toEqual([`${join(root, 'AGENTS.md')}: there is no room for it`]);
  });

  test.each<[string, (path: string, home: string) => void, string]>([
    ['a link to itself', (path) => symlinkSync(path, path), 'loop'],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), 'not a regular file'],
    ['a folder', (path) => mkdirSync(path), 'a folder'],
    ['a link to a secret', (path, home) => symlinkSync(join(home, '.ssh/id_rsa'), path), 'holds secrets'],
    ['a binary', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0])), 'not UTF-8 text'],
    ['a device', (path) => symlinkSync('/dev/zero', path), 'not a regular file'],
  ])('that are %s are left out, and reported to be', async (_, make, why) => {
    const home = folderWith({ '.ssh/id_rsa': 'KEY' });
    const cwd = folderWith({ 'CLAUDE.md': 'next' });
    make(join(cwd, 'AGENTS.md'), home);
    const seen = await lookAt(cwd, { gate: gateOf({ home }) });
    expect(seen.instructions.map(({ text }) => text)).toEqual(['next']);
    expect(seen.left_out.join('\n')).toContain(why);
    expect(JSON.stringify(seen)).not.toContain('KEY');
  });

  test('of the person that link into a secret place are left out', async () => {
    const home = folderWith({ '.ssh/id_rsa': 'KEY' });
    const data = scratch();
    symlinkSync(join(home, '.ssh/id_rsa'), join(data, 'AGENTS.md'));
    expect(JSON.stringify(await lookAt(scratch(), { data, gate: gateOf({ home, data }) }))).not.toContain('KEY');
  });

  test('that link into the data of artoo are left out', async () => {
    const data = folderWith({ 'tasks/t.jsonl': 'KEY' });
    const cwd = scratch();
    symlinkSync(join(data, 'tasks/t.jsonl'), join(cwd, 'AGENTS.md'));
    expect(JSON.stringify(await lookAt(cwd, { data }))).not.toContain('KEY');
  });

  test('are found although a link above the folder leads in a circle', async () => {
    const folder = folderWith({ 'sub/AGENTS.md': 'here' });
    symlinkSync(folder, join(folder, 'sub/up'));
    expect((await lookAt(join(folder, 'sub/up/sub/up/sub'))).instructions.map(({ text }) => text)).toEqual(['here']);
  });
});

describe('a second look at the same folder', () => {
  /** All looks use the same looker, which caches what was written long ago. */
  async function looker(cwd: string, options: Partial<LookOptions> = {}) {
    const data = options.data ?? scratch();
    const look = createLookAround({ data, gate: gateOf({ data }), path: '', limitMs: 20_000, ...options });
    return () => look({ cwd, workspace: '/workspace' }, never);
  }

  /** Waits until what was written is old enough to be cached, and returns the last look. */
  async function untilKept(look: () => Promise<Surroundings>): Promise<Surroundings> {
    for (let before = await look(); ; before = await look()) {
      const { listing } = await look();
      if (listing === before.listing) return before;
    }
  }

  test('reads nothing again where nothing has changed', async () => {
    const look = await looker(folderWith({ 'README.md': '# One', 'AGENTS.md': 'Use tabs.' }));
    const first = await untilKept(look);
    const { listing, project, instructions } = await look();
    expect(listing).toBe(first.listing);
    expect(project).toBe(first.project);
    expect(instructions).toBe(first.instructions);
  });

  test.each<readonly [string, (cwd: string) => void, (seen: Surroundings) => unknown, unknown]>([
    ['a new file', (cwd) => writeFileSync(join(cwd, 'new.txt'), ''), ({ listing }) => listing?.entries.includes('new.txt'), true],
    ['another README', (cwd) => writeFileSync(join(cwd, 'README.md'), '# Two'), ({ project }) => project?.readme, '# Two'],
    ['a manifest', (cwd) => writeFileSync(join(cwd, 'Cargo.toml'), ''), ({ project }) => project?.manifests, ['Cargo.toml']],
    [
      'other instructions',
      (cwd) => writeFileSync(join(cwd, 'AGENTS.md'), 'Use spaces.'),
      ({ instructions }) => instructions.map(({ text }) => text),
      ['Use spaces.'],
    ],
    ['a repository', (cwd) => git(cwd, 'init'), ({ repository }) => repository?.branch, 'main'],
  ])('sees %s', async (_, change, of, expected) => {
    const cwd = folderWith({ 'README.md': '# One', 'AGENTS.md': 'Use tabs.' });
    const look = await looker(cwd);
    await untilKept(look);
    change(cwd);
    expect(of(await look())).toEqual(expected);
  });

  test('sees the instructions that the person writes', async () => {
    const data = scratch();
    const look = await looker(folderWith({ 'a.txt': '' }), { data });
    await untilKept(look);
    writeFileSync(join(data, 'AGENTS.md'), 'Be brief.');
    expect((await look()).instructions.map(({ text }) => text)).toEqual(['Be brief.']);
  });

  test('sees a program that was installed, and one that is gone', async () => {
    const bin = folderWith({ git: '', node: '' });
    chmodSync(join(bin, 'node'), 0o755);
    const look = await looker(folderWith({ 'a.txt': '' }), { path: bin });
    await untilKept(look);
    expect((await look()).programs).toEqual(['node']);
    chmodSync(join(bin, 'git'), 0o755);
    expect((await look()).programs).toEqual(['node', 'git']);
    rmSync(join(bin, 'node'));
    expect((await look()).programs).toEqual(['git']);
  });

  test('sees a file that was changed in a repository', async () => {
    const cwd = repositoryWith({ 'deep/below/a.txt': 'one' });
    const look = await looker(cwd);
    await untilKept(look);
    writeFileSync(join(cwd, 'deep/below/a.txt'), 'another');
    expect((await look()).repository?.changes?.first).toEqual(['M deep/below/a.txt']);
  });

  test('does not show a place that has since become one where secrets are kept', async () => {
    const [cwd, home] = [folderWith({ 'AGENTS.md': 'Use tabs.' }), scratch()];
    const look = await looker(cwd, { gate: gateOf({ home }) });
    await untilKept(look);
    symlinkSync(join(cwd, 'AGENTS.md'), join(home, '.ssh'));
    expect(await look()).toMatchObject({
      instructions: [],
      left_out: [`${join(cwd, 'AGENTS.md')}: it holds secrets, which are not shown to models`],
    });
  });
});
