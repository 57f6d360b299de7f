import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import { decideByRules } from '../laws/rules/rules.ts';
import { configure } from './configure.ts';
import { settingsFrom } from './settings.ts';

const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

/** The rules on a machine where this is the person's own configuration file. */
async function rulesOf(own: string) {
  const home = scratch();
  mkdirSync(join(home, '.artoo'));
  writeFileSync(join(home, '.artoo/config.yaml'), own);
  return settingsFrom(await configure({ flags: {}, env: {}, cwd: '/projects/p', home })).rules;
}

describe('docs/rules.md', () => {
  test('has an example that can be used as it is', async () => {
    const rules = await rulesOf(/```yaml\n([^`]+)```/.exec(page)?.[1] ?? '');
    expect([rules.allow.length, rules.ask.length, rules.deny.length]).toEqual([2, 1, 2]);
    const decided = (command: string) => decideByRules(rules, { tool: 'shell', command }).decision;
    expect([decided('git commit -m x'), decided('npm test'), decided('git push'), decided('ls')]).toEqual(['allow', 'ask', 'deny', 'none']);
    expect(decideByRules(rules, { tool: 'write', path: '/projects/p/docs/a/b.md' }).decision).toBe('allow');
  });

  const forms = [...page.matchAll(/^\| `((?:shell|write|read|folder|net|fetch|mcp|shortcuts)\([^`]+\))` \|/gm)].map(
    ([, text = '']) => text,
  );
  test.each(forms)('names %s, which is a rule', (text) => {
    expect(readRule(text, { cwd: '/p', home: '/h' })).toMatchObject({ text });
  });

  test.each([
    'shell',
    'shell(*)',
    'shell(python*)',
    'shell(sudo ls)',
    'shell(make*)',
    'shell(npm exec x)',
    'shell(docker run x)',
    'shell(find*)',
    'shell(npm install*)',
  ])('says that %s can never be allowed', (text) => {
    expect(readRule(text, { cwd: '/p', home: '/h' })).toHaveProperty('wrong');
    expect(readRule(text, { cwd: '/p', home: '/h' }, 'deny')).not.toHaveProperty('wrong');
  });

  test.each(['git status; rm -rf x', 'git status $(rm x)', 'git stash'])(
    'says that shell(git status*) does not allow %s',
    async (command) => {
      const rules = await rulesOf('allow: [shell(git status*)]\n');
      expect(decideByRules(rules, { tool: 'shell', command }).decision).toBe('none');
    },
  );

  test.each(['git push', 'ls && sudo git push -f', "bash -c 'git push'", 'echo $(git push)', '/usr/bin/git -C x push'])(
    'says that shell(git push*) forbids %s',
    async (command) => {
      const rules = await rulesOf('deny: [shell(git push*)]\n');
      expect(decideByRules(rules, { tool: 'shell', command }).decision).toBe('deny');
    },
  );
});

test('a rule for a folder that is searched for programs in this shell is told to free nothing', async () => {
  const home = scratch();
  const flags = { allow: ['folder(~/tools)', 'folder(~/.cache/x)'] };
  const { notes } = await configure({ flags, env: { PATH: `/usr/bin:${home}/tools/bin` }, cwd: '/projects/p', home });
  expect(notes.filter((note) => note.includes('has no effect'))).toEqual([
    'folder(~/tools) (flag --allow) has no effect: it holds a folder that is searched for programs',
  ]);
});

describe('a rule for one folder', () => {
  test.each([
    ['shell(npm test) in /projects/p', 'allow'],
    ['shell(npm test) in /projects', 'allow'],
    ['shell(npm test) in /projects/other', 'none'],
    ['shell(npm test) in /projects/pp', 'none'],
    ['shell(npm test) in ~/p', 'none'],
  ])('%s decides %s', async (rule, decision) => {
    const { allow, ask, deny } = await rulesOf(`allow:\n  - ${rule}\n`);
    expect(decideByRules({ allow, ask, deny }, { tool: 'shell', command: 'npm test' }).decision).toBe(decision);
  });

  test('holds by the real paths of both', async () => {
    const root = realpathSync(scratch());
    mkdirSync(join(root, 'real/deep'), { recursive: true });
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync('real', join(root, 'link'));
    symlinkSync('../elsewhere', join(root, 'real/out'));
    const count = async (folder: string, cwd: string) =>
      settingsFrom(await configure({ flags: { allow: [`shell(npm test) in ${folder}`] }, env: {}, cwd, home: root })).rules.allow.length;
    expect(await count(join(root, 'link'), join(root, 'real/deep'))).toBe(1);
    expect(await count('~/link', join(root, 'real'))).toBe(1);
    expect(await count(join(root, 'real'), join(root, 'real/out'))).toBe(0);
    await expect(count('~bob/x', root)).rejects.toMatchObject({ code: 'usage' });
  });

  test('that is none is an error, wherever it would hold', async () => {
    await expect(rulesOf('allow:\n  - shell(python*) in /projects/other\n')).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
