import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, realpathSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { putSkill, skillText } from '../../../test/support/skill.ts';
import { createReadHead } from '../look/read-head.ts';
import { findSkills } from './find-skills.ts';

function place() {
  const [root, home] = [realpathSync(scratch()), realpathSync(scratch())];
  const cwd = join(root, 'packages/one');
  mkdirSync(cwd, { recursive: true });
  const search = (more: { root?: undefined } = {}) =>
    findSkills({ cwd, root, home, readHead: createReadHead(gateOf({ home }).for({ cwd })), ...more });
  const found = async (more?: { root?: undefined }) => {
    const { skills, unusable } = await search(more);
    return { names: skills.map(({ name, isOwn }) => `${name}${isOwn ? ' (own)' : ''}`), unusable: unusable.map(({ why }) => why) };
  };
  return { root, home, cwd, search, found };
}

test('skills are found from the folder up to the root, and in the home', async () => {
  const { root, home, cwd, search, found } = place();
  putSkill(cwd, 'near', { 'scripts/run.sh': 'true\n', 'b.md': 'x' });
  putSkill(root, 'far', {}, '.claude/skills');
  putSkill(home, 'mine');
  putSkill(home, 'mine-too', {}, '.claude/skills');
  mkdirSync(join(cwd, '.agents/skills/empty'));
  writeFileSync(join(cwd, '.agents/skills/README.md'), 'no skill');
  expect(await found()).toEqual({ names: ['mine (own)', 'mine-too (own)', 'near', 'far'], unusable: [] });
  const near = (await search()).skills.find(({ name }) => name === 'near');
  expect(near).toMatchObject({ description: 'Does near.', body: 'How near is done.', files: ['SKILL.md', 'b.md', 'scripts/run.sh'] });
});

test('outside of a repository only the folder itself counts', async () => {
  const { root, cwd, found } = place();
  putSkill(cwd, 'near');
  putSkill(root, 'far');
  expect((await found({ root: undefined })).names).toEqual(['near']);
});

test("of two with one name the person's own counts, then the nearest, and the other is reported", async () => {
  const { root, home, cwd, search } = place();
  putSkill(cwd, 'twice');
  putSkill(root, 'twice');
  putSkill(root, 'mine');
  putSkill(home, 'mine');
  const { skills, unusable } = await search();
  expect(skills.map(({ file }) => file)).toEqual([join(home, '.agents/skills/mine/SKILL.md'), join(cwd, '.agents/skills/twice/SKILL.md')]);
  expect(unusable).toHaveLength(2);
  expect(unusable[0]?.why).toContain('another skill with that name');
});

test('a folder that is reached in two ways is one', async () => {
  const { cwd, found } = place();
  putSkill(cwd, 'one');
  mkdirSync(join(cwd, '.claude'));
  symlinkSync('../.agents/skills', join(cwd, '.claude/skills'));
  expect(await found()).toEqual({ names: ['one'], unusable: [] });
});

function largeFile(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 1e9);
}

test.each<[string, (folder: string, outside: string) => void, string]>([
  ['no front matter', (folder) => writeFileSync(join(folder, 'SKILL.md'), '# hello'), 'no front matter'],
  ['the name of another folder', (folder) => writeFileSync(join(folder, 'SKILL.md'), skillText('other')), 'its folder is called bad'],
  ['a file of 1 GB', (folder) => truncateSync(join(folder, 'SKILL.md'), 1e9), 'not text'],
  ['a long text', (folder) => appendFileSync(join(folder, 'SKILL.md'), 'x'.repeat(70_000)), 'longer than 64 KiB'],
  ['another file of 1 GB', (folder) => largeFile(join(folder, 'big')), 'more than 8 MiB'],
  ['no text', (folder) => writeFileSync(join(folder, 'SKILL.md'), Buffer.from([0xff, 0xfe])), 'not UTF-8 text'],
  ['a link out of the folder', (folder, outside) => symlinkSync(outside, join(folder, 'out')), 'out in its folder is a link out of it'],
  ['a link that leads nowhere', (folder) => symlinkSync('gone', join(folder, 'gone')), 'a link that leads nowhere'],
  ['a pipe among its files', (folder) => execFileSync('mkfifo', [join(folder, 'pipe')]), 'neither a file nor a folder'],
  ['too many files', (folder) => Array.from({ length: 257 }, (_, at) => writeFileSync(join(folder, `${at}`), '')), 'more than 256 files'],
  ['folders too deep', (folder) => mkdirSync(join(folder, 'a/b/c/d/e/f/g'), { recursive: true }), 'more than 6 deep'],
])('a bad one is left out with the reason: %s', async (_, spoil, why) => {
  const { cwd, found } = place();
  spoil(putSkill(cwd, 'bad'), scratch());
  putSkill(cwd, 'good');
  expect(await found()).toEqual({ names: ['good'], unusable: [expect.stringContaining(why)] });
});

test('a SKILL.md that is a pipe, a folder or a link to a secret is not read', async () => {
  const { cwd, home, found } = place();
  const pipe = putSkill(cwd, 'pipe');
  renameSync(join(pipe, 'SKILL.md'), join(pipe, 'x'));
  execFileSync('mkfifo', [join(pipe, 'SKILL.md')]);
  mkdirSync(join(cwd, '.agents/skills/folder/SKILL.md'), { recursive: true });
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, '.ssh/id_rsa'), skillText('key'));
  mkdirSync(join(cwd, '.agents/skills/key'));
  symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, '.agents/skills/key/SKILL.md'));
  const { names, unusable } = await found();
  expect(names).toEqual([]);
  expect(unusable).toHaveLength(3);
});

test("a project's skill that is a link out of the project is left out, the person's own may be one", async () => {
  const { cwd, home, found } = place();
  const elsewhere = scratch();
  putSkill(elsewhere, 'linked');
  for (const root of [cwd, home]) mkdirSync(join(root, '.agents/skills'), { recursive: true });
  symlinkSync(join(elsewhere, '.agents/skills/linked'), join(cwd, '.agents/skills/linked'));
  expect(await found()).toEqual({ names: [], unusable: ['its folder is a link out of the project'] });
  symlinkSync(join(elsewhere, '.agents/skills/linked'), join(home, '.agents/skills/linked'));
  expect((await found()).names).toEqual(['linked (own)']);
});

test.each<[string, (folder: string) => void]>([
  ['its text', (folder) => appendFileSync(join(folder, 'SKILL.md'), 'more')],
  ['one of its files', (folder) => appendFileSync(join(folder, 'scripts/run.sh'), 'more')],
  ['the name of a file', (folder) => renameSync(join(folder, 'scripts/run.sh'), join(folder, 'scripts/ran.sh'))],
  ['a new file', (folder) => writeFileSync(join(folder, 'new'), '')],
  ['a link where a file was', (folder) => symlinkSync('scripts/run.sh', join(folder, 'link'))],
])('its hash changes with %s, and not by itself', async (_, change) => {
  const { cwd, search } = place();
  const folder = putSkill(cwd, 'one', { 'scripts/run.sh': 'true\n' });
  const hash = async () => (await search()).skills[0]?.hash;
  const before = await hash();
  linkSync(join(folder, 'SKILL.md'), join(scratch(), 'same'));
  expect(await hash()).toBe(before);
  change(folder);
  expect(await hash()).not.toBe(before);
});
