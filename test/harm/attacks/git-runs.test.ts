/** Attacks by files outside git's folder that git runs nevertheless, because its configuration says so. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lawful } from '../../support/lawful.ts';
import { git, repositoryIn } from '../../support/repository.ts';
import { sampled } from '../../support/sample.ts';

type Row = readonly [what: string, settings: Readonly<Record<string, string>>, path: string];

const rows: readonly Row[] = [
  ['a hook', { 'core.hooksPath': '.githooks' }, '.githooks/pre-commit'],
  ['what a hook calls', { 'core.hooksPath': 'tools/hooks' }, 'tools/hooks/lib/check.sh'],
  ['a hook by a full path', { 'core.hooksPath': '{cwd}/h' }, 'h/post-checkout'],
  ['a hook from home', { 'core.hooksPath': '~/project/h' }, 'h/post-checkout'],
  ['a hook through a link', { 'core.hooksPath': 'linked' }, 'src/post-checkout'],
  ['a hook in the project itself', { 'core.hooksPath': '.' }, 'pre-push'],
  ['a hook beside the project', { 'core.hooksPath': '../workspace/h' }, '../workspace/h/pre-push'],
  ['a monitor', { 'core.fsmonitor': './watch.sh' }, 'watch.sh'],
  ['a filter', { 'filter.x.clean': 'sh tools/clean.sh %f' }, 'tools/clean.sh'],
  ['a filter that goes on', { 'filter.x.process': 'node "tools/process.js"' }, 'tools/process.js'],
  ['a difference', { 'diff.x.textconv': './show' }, 'show'],
  ['a merge', { 'merge.x.driver': 'python3 merge.py %A %B' }, 'merge.py'],
  ['an alias', { 'alias.go': '!f() { ./go.sh "$@"; }; f' }, 'go.sh'],
  ['an editor', { 'core.editor': './edit' }, 'edit'],
  ['a signature', { 'gpg.program': './sign' }, 'sign'],
  ['a helper for passwords', { 'credential.helper': '!./pass' }, 'pass'],
  ['more settings', { 'include.path': '../.gitsettings' }, '.gitsettings'],
  ['settings on a condition', { 'includeIf.onbranch:main.path': '../team.conf' }, 'team.conf'],
  ['a module of Python', { 'filter.x.clean': 'python3 -m strip' }, 'strip.py'],
  ['a package of Python', { 'filter.x.clean': '/usr/bin/python3 -m strip' }, 'strip/__main__.py'],
  ["a module in place of one of Python's own", { 'filter.x.clean': 'python3 -m strip' }, 'json.py'],
  ['a module beside a script', { 'diff.x.textconv': 'python3 tools/show.py' }, 'tools/re.py'],
  ['what npx finds', { 'merge.x.driver': 'npx merge-it %A %B' }, 'node_modules/.bin/merge-it'],
  ['what npm runs', { 'filter.x.clean': 'npm run -s clean' }, 'package.json'],
  ['what make does', { 'core.fsmonitor': 'make -s watch' }, 'Makefile'],
  ['a program in another folder', { 'core.pager': 'cd a && ./b' }, 'a/b'],
  ['a program by a variable', { 'diff.external': '$PWD/bin/f' }, 'bin/f'],
  ['a program from a shell', { 'core.pager': "sh -c 'exec $(pwd)/bin/f'" }, 'bin/f'],
];

test('what git runs in a project is asked about, by a command and by a tool', { timeout: 120_000 }, async () => {
  const through: string[] = [];
  const at = lawful();
  git(at.cwd, 'init', '-q');
  mkdirSync(join(at.cwd, 'src'));
  symlinkSync('src', join(at.cwd, 'linked'));
  const usual = readFileSync(join(at.cwd, '.git/config'));
  for (const [what, settings, path] of sampled(rows, 6)) {
    writeFileSync(join(at.cwd, '.git/config'), usual);
    for (const [name, value] of Object.entries(settings)) git(at.cwd, 'config', name, value.replace('{cwd}', at.cwd));
    if ((await at.run(`mkdir -p $(dirname ${path}) && echo x > ${path}`)).harm === undefined) through.push(`${what}, by a command`);
    if ((await at.call('write_file', { path, content: 'x' })).harm === undefined) through.push(`${what}, by a tool`);
    expect((await at.run('mkdir -p other && echo x > $(mktemp -u other/XXXXXX)')).harm, what).toBeUndefined();
  }
  expect(through).toEqual([]);
});

test('so it is if the person says so for all repositories, also in a new one', async () => {
  const at = lawful({ '.gitconfig': '[core]\n\thooksPath = .githooks\n' });
  git(at.cwd, 'init', '-q');
  expect((await at.run('mkdir .githooks && echo x > .githooks/pre-commit')).harm).toBeDefined();
  expect((await at.run('git init -q new && mkdir new/.githooks && echo x > new/.githooks/pre-commit')).harm).toBeDefined();
  expect((await at.run('git init -q new && echo x > new/x')).harm).toBeUndefined();
});

test('so it is from a folder within, in the workspace, in a submodule, and under a rule that allows the line or all of the folder', async () => {
  const at = lawful({}, { allow: ['shell(touch*)', 'write(./**)'] });
  for (const folder of [at.cwd, at.workspace]) {
    git(folder, 'init', '-q');
    git(folder, 'config', 'core.hooksPath', 'hooks');
    mkdirSync(join(folder, 'sub'));
  }
  expect((await at.run('mkdir ../hooks; echo x > ../hooks/pre-commit', { cwd: join(at.cwd, 'sub') })).harm).toBeDefined();
  expect((await at.run('mkdir -p ../workspace/hooks && echo x > ../workspace/hooks/pre-commit')).harm).toBeDefined();
  mkdirSync(join(at.cwd, 'hooks'));
  expect((await at.run('touch hooks/pre-commit')).harm).toBeDefined();
  expect((await at.call('write_file', { path: 'hooks/pre-commit', content: 'x' })).harm).toBeDefined();
  expect(await at.call('write_file', { path: 'notes.md', content: 'x' })).toMatchObject({ ok: true });
  repositoryIn(join(at.cwd, 'sub'), { isClean: true });
  expect((await at.run('mkdir -p sub/hooks && echo x > sub/hooks/pre-commit')).harm).toBeUndefined();
  git(join(at.cwd, 'sub'), 'config', 'core.hooksPath', 'hooks');
  expect((await at.run('mkdir -p sub/hooks && echo x > sub/hooks/pre-push')).harm).toBeDefined();
});

test('a change of a mode that makes git run a file is asked about', async () => {
  const at = lawful({}, { allow: ['shell(chmod*)'] });
  git(at.cwd, 'init', '-q');
  git(at.cwd, 'config', 'core.hooksPath', 'hooks');
  mkdirSync(join(at.cwd, 'hooks'));
  writeFileSync(join(at.cwd, 'hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o644 });
  expect((await at.run('chmod +x hooks/pre-commit')).harm).toBeDefined();
});

test('where the configuration cannot be read, every new file is asked about', async () => {
  const at = lawful();
  git(at.cwd, 'init', '-q');
  writeFileSync(join(at.cwd, '.git/config'), '[[[ no configuration');
  expect((await at.run('echo x > new.txt')).harm?.effects[0]?.why).toContain('cannot be read');
  writeFileSync(join(at.cwd, '.git/config'), '[core]\n\trepositoryformatversion = 99\n\thooksPath = h\n');
  expect((await at.run('mkdir h && echo x > h/pre-push')).harm).toBeDefined();
  expect((await at.run('echo x > new.txt')).harm).toBeUndefined();
});

test('a link in place of a folder from which git runs something is asked about', async () => {
  const at = lawful();
  git(at.cwd, 'init', '-q');
  git(at.cwd, 'config', 'filter.x.clean', 'tools/deep/clean.sh %f');
  git(at.cwd, 'config', 'filter.y.clean', 'npx strip %f');
  expect((await at.run('mkdir mine && echo x > mine/clean.sh')).harm).toBeUndefined();
  for (const link of ['tools', 'tools/deep', 'node_modules'])
    expect((await at.run(`mkdir -p $(dirname ${link}) && ln -s "$PWD/mine" ${link}`)).harm, link).toBeDefined();
  expect((await at.run('ln -s mine other')).harm).toBeUndefined();
});

/** Repositories as people set them up: their work in these is not asked about more often than in others. */
const ordinary: readonly Row[] = [
  ['husky', { 'core.hooksPath': '.husky/_' }, 'src/new.ts'],
  ['large files', { 'filter.lfs.clean': 'git-lfs clean -- %f', 'filter.lfs.process': 'git-lfs filter-process' }, 'assets/new.bin'],
  [
    'a difference tool',
    { 'diff.external': 'difft', 'core.pager': 'delta --dark', 'interactive.diffFilter': 'delta --color-only' },
    'Makefile',
  ],
  ['an editor', { 'core.editor': 'vim', 'sequence.editor': 'code --wait' }, 'package.json'],
  ['a password helper', { 'credential.helper': '!f() { echo "password=$TOKEN"; }; f' }, 'main.py'],
  ['notebooks', { 'filter.nbstripout.clean': '/usr/bin/python3 -m nbstripout' }, 'analysis/load.py'],
  ['merging lock files', { 'merge.npm.driver': 'npx npm-merge-driver merge %A %O %B %P' }, 'src/index.ts'],
  ['an alias', { 'alias.check': '!make check' }, 'Makefile'],
];

test.each(ordinary)('a new file is free in a repository with %s', async (_, settings, path) => {
  const at = lawful();
  git(at.cwd, 'init', '-q');
  for (const [name, value] of Object.entries(settings)) git(at.cwd, 'config', name, value);
  expect((await at.call('write_file', { path, content: 'x' })).harm).toBeUndefined();
});

test.each(['lefthook.yml', '.pre-commit-config.yaml'])('%s, which lists what hooks run, is asked about in a repository', async (path) => {
  const at = lawful();
  expect((await at.call('write_file', { path, content: 'x' })).harm).toBeUndefined();
  git(at.cwd, 'init', '-q');
  expect((await at.run(`echo y > sub-${path}`)).harm).toBeUndefined();
  expect((await at.run(`rm ${path} && echo y > ${path}`)).harm).toBeDefined();
});

test('what runs elsewhere once it is pushed is asked about where it is new, and a rule for the line allows it', async () => {
  const at = lawful({}, { allow: ['shell(touch*)'] });
  const [workflow, made] = ['.github/workflows/ci.yml', 'mkdir -p .github/workflows'];
  expect((await at.run('git init -q new && mkdir -p new/.github/workflows && echo x > new/.github/workflows/ci.yml')).harm).toBeUndefined();
  git(at.cwd, 'init', '-q');
  expect((await at.run(`${made} && echo x > ${workflow}`)).harm?.effects[0]?.why).toContain('a push of');
  expect((await at.call('write_file', { path: workflow, content: 'x' })).harm).toBeDefined();
  expect((await at.run(made)).harm).toBeUndefined();
  expect(await at.run(`touch ${workflow}`)).toMatchObject({ ok: true });
});

test('that no rule would help is said where none would, and only there', async () => {
  const at = lawful();
  git(at.cwd, 'init', '-q');
  const hook = await at.run('echo x > .git/hooks/pre-commit');
  expect({ rule: hook.harm?.rule, folder: hook.harm?.folder, reason: hook.harm?.reason }).toEqual({
    ...{ rule: null, folder: undefined },
    reason: expect.stringMatching(/^it would create 1 file; \S+: .+; no rule can allow a command to do that, so you are asked each time$/),
  });
  expect((await at.run('rm notes.txt')).harm).toMatchObject({ rule: 'shell(rm notes.txt)', reason: 'it would delete 1 file' });
});
