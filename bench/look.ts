/**
 * What the look around a task costs, against `git status` of the same folder in the same round: a small repository, one with 10,000 files, a folder
 * of 100,000 entries; and a second look, after which nothing has changed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReadingGate } from '../src/tools/files/reading-gate.ts';
import { createLookAround } from '../src/tools/look/look-around.ts';
import { compare, seconds } from './measure.ts';
import { report } from './report.ts';

const home = mkdtempSync('/var/tmp/artoo-bench-');
const data = join(home, '.artoo');
const looker = () => createLookAround({ data, gate: createReadingGate({ home, data }), path: process.env.PATH ?? '' });
const known = looker();
const { signal } = new AbortController();
const git = (cwd: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd, stdio: 'ignore' });
};

/** A repository with that many files, all committed, in folders of a hundred. */
function repository(files: number): string {
  const root = join(home, `repository-${files}`);
  for (let at = 0; at < files; at += 1) {
    if (at % 100 === 0) mkdirSync(join(root, `folder-${at / 100}`), { recursive: true });
    writeFileSync(join(root, `folder-${Math.floor(at / 100)}`, `${at}.txt`), `file ${at}\n`);
  }
  writeFileSync(join(root, 'package.json'), '{ "scripts": { "test": "vitest" } }');
  writeFileSync(join(root, 'AGENTS.md'), 'Use tabs.\n'.repeat(200));
  git(root, 'init');
  git(root, 'add', '-A');
  git(root, 'commit', '-m', 'all of it');
  return root;
}

function few(): string {
  const root = join(home, 'few');
  mkdirSync(root);
  for (const name of ['README.md', 'AGENTS.md', 'package.json']) writeFileSync(join(root, name), '{}\n');
  return root;
}

/** One folder that directly contains that many entries, in no repository. */
function crowded(files: number): string {
  const root = join(home, `crowded-${files}`);
  mkdirSync(root);
  for (let at = 0; at < files; at += 1) writeFileSync(join(root, `${at}.txt`), '');
  return root;
}

const small = repository(100);
const large = repository(10_000);

for (const [name, cwd, repositoryBeside] of [
  ['a repository of 100 files', small, small],
  ['a repository of 10,000 files', large, large],
  ['a folder of 100,000 entries', crowded(100_000), small],
  ['a folder of three files', few(), small],
] as const) {
  for (const [how, look] of [
    ['', looker],
    [', nothing of it changed since', () => known],
  ] as const) {
    const { subject, ratio } = await compare(15, async () => ({
      subject: await seconds(() => look()({ cwd, workspace: home }, signal)),
      baseline: await seconds(() => git(repositoryBeside, 'status')),
    }));
    const against = repositoryBeside === cwd ? '`git status` of the same folder' : '`git status` of 100 files';
    report({ name: `the look around: ${name}${how}`, figure: subject * 1000, unit: 'ms', ratio, against, aim: '300 ms' });
  }
}
rmSync(home, { recursive: true });
