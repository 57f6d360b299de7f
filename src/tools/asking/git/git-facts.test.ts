import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, repositoryIn } from '../../../../test/support/repository.ts';
import { scratch } from '../../../../test/support/scratch.ts';
import type { Change } from '../../changes/change.ts';
import { gatherGitFacts } from './git-facts.ts';

const owner = { uid: 1, gid: 1 };

/** New files at these paths in a folder, with content read from another place; `null` means one that cannot be read. */
function changesIn(folder: string, contents: Readonly<Record<string, Buffer | string | null>>): readonly Change[] {
  const from = scratch();
  return Object.entries(contents).map(([path, content], at) => {
    const file = join(from, String(at));
    if (content !== null) writeFileSync(file, content);
    const after = {
      kind: 'file',
      mode: 0o644,
      ...owner,
      size: content?.length ?? 9,
      mtime_ms: 1,
      hash: hash('sha256', content ?? 'a'),
    } as const;
    return { path: join(folder, path), before: null, after, from: file, stamp: null };
  });
}

const gather = async (changes: readonly Change[], line = 'true') => {
  const signal = new AbortController().signal;
  const facts = await gatherGitFacts(changes, { line, home: scratch(), cwd: scratch(), isOwn: () => false, signal });
  return changes.map((change) => facts.get(change) ?? {});
};

const isAct = { actsLater: expect.any(String) };

describe('what cannot be read is not what git wrote', () => {
  test('in a repository', async () => {
    const folder = scratch();
    repositoryIn(folder);
    const id = '0'.repeat(38);
    const facts = await gather(
      changesIn(folder, { '.git/index': null, '.git/refs/heads/x': null, '.git/MERGE_MSG': null, [`.git/objects/ab/${id}`]: null }),
    );
    expect(facts.map((fact) => fact.isNote)).toEqual([undefined, undefined, undefined, undefined]);
    expect(facts[3]).toEqual(isAct);
  });

  test('in a new one', async () => {
    const layout = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/x': '', '.git/refs/x': '' };
    expect((await gather(changesIn(scratch(), { ...layout, '.git/config': null }))).at(-1)).toEqual(isAct);
    const folders = changesIn(scratch(), { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects': '', '.git/refs': '', '.git/config': '' });
    expect((await gather(folders)).at(-1)).toEqual({ isNote: true });
  });
});

test('objects are checked where repositories share them', async () => {
  const folder = scratch();
  mkdirSync(join(folder, 'store/objects/pack'), { recursive: true });
  mkdirSync(join(folder, 'store/objects/info'));
  const made = scratch();
  git(made, 'init', '-q');
  writeFileSync(join(made, 'a'), 'a');
  const id = git(made, 'hash-object', '-w', 'a').trim();
  const real = readFileSync(join(made, '.git/objects', id.slice(0, 2), id.slice(2)));
  const facts = await gather(
    changesIn(folder, {
      [`store/objects/${id.slice(0, 2)}/${id.slice(2)}`]: real,
      [`store/objects/ab/${id.slice(2)}`]: real,
      'store/x': 'x',
    }),
  );
  expect(facts).toEqual([{ isNote: true }, isAct, {}]);
});

test('an object may get a new time, and nothing else', async () => {
  const folder = scratch();
  repositoryIn(folder);
  const [made] = changesIn(folder, { [`.git/objects/ab/${'0'.repeat(38)}`]: 'x' });
  if (made?.after?.kind !== 'file') throw new Error('it is a file');
  const touched = { ...made, before: { ...made.after, mtime_ms: 0 } };
  expect(await gather([touched, { ...touched, before: { ...made.after, mode: 0o444 } }])).toEqual([{ isNote: true }, {}]);
});

test('another mode of a file on which git acts also acts, even in a repository that is not named .git', async () => {
  const folder = scratch();
  git(folder, 'init', '-q', '--bare', 'store');
  const modes = changesIn(folder, { 'store/hooks/update': 'x', 'store/config': 'x', 'store/description': 'x' }).map((made) =>
    made.after?.kind === 'file' ? { ...made, before: { ...made.after, mode: 0o755 } } : made,
  );
  expect(await gather(modes)).toEqual([isAct, isAct, {}]);
});

test('what is checked is what was judged, not what is found at its path', async () => {
  const folder = scratch();
  repositoryIn(folder);
  const made = scratch();
  git(made, 'init', '-q');
  const objects = ['small', randomBytes(300_000)].map((content) => {
    writeFileSync(join(made, 'a'), content);
    const id = git(made, 'hash-object', '-w', 'a').trim();
    return `.git/objects/${id.slice(0, 2)}/${id.slice(2)}`;
  });
  const forged = Object.fromEntries(objects.map((path) => [path, 'forged']));
  const changes = changesIn(folder, { ...forged, '.git/MERGE_MSG': '0'.repeat(40), '.git/refs/heads/side': 'forged' });
  const genuine = [...objects.map((path) => readFileSync(join(made, path))), 'a text\n', git(folder, 'rev-parse', 'HEAD')];
  for (const [at, { from = '' }] of changes.entries()) writeFileSync(from, genuine[at] ?? '');
  const sized = changes.map((change, at) =>
    change.after?.kind === 'file' ? { ...change, after: { ...change.after, size: Buffer.from(genuine[at] ?? '').length } } : change,
  );
  expect((await gather(sized)).map(({ isNote }) => isNote)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a large file is what its name is the hash of', async () => {
  const folder = scratch();
  git(folder, 'init', '-q');
  const name = hash('sha256', 'large');
  const at = (name: string) => `.git/lfs/objects/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
  expect(await gather(changesIn(folder, { [at(name)]: 'large', [at('ab'.repeat(32))]: 'large' }))).toEqual([{ isNote: true }, isAct]);
});

test('a repository may be made in a place that is sensitive for another reason, and stays that way', async () => {
  const layout = { HEAD: 'ref: refs/heads/main\n', objects: '', refs: '', config: '[core]\n\tbare = true\n' };
  expect((await gather(changesIn(join(scratch(), '.ssh'), layout), 'git init --bare .ssh')).at(-1)).toEqual({});
});

test('outside of repositories there is nothing to say', async () => {
  expect(await gather(changesIn(scratch(), { 'a/index': 'x', HEAD: 'x' }))).toEqual([{}, {}]);
});
