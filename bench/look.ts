/** What the look around a task costs, against `git status` of the same folder in the same round: a small repository, one with 10,000 files, and a folder of 100,000 entries. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretPlacesOf } from '../src/laws/places/secret-places.ts';
import { createLookAround } from '../src/tools/look/look-around.ts';
import { compare, seconds } from './measure.ts';

const home = mkdtempSync('/var/tmp/artoo-bench-');
const look = createLookAround({ data: join(home, '.artoo'), secrets: secretPlacesOf(home), path: process.env.PATH ?? '' });
const { signal } = new AbortController();
const git = (cwd: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd, stdio: 'ignore' });
};

/** A repository of so many files in folders of a hundred, all committed. */
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

/** One folder that holds so many entries itself, in no repository. */
function crowded(files: number): string {
  const root = join(home, `crowded-${files}`);
  mkdirSync(root);
  for (let at = 0; at < files; at += 1) writeFileSync(join(root, `${at}.txt`), '');
  return root;
}

const ms = (value: number): string => `${(value * 1000).toFixed(1)} ms`;
const small = repository(100);

console.log('the look around a task (aim: within 300 ms)');
for (const [name, cwd, beside] of [
  ['a repository of 100 files', small, small],
  ['a repository of 10,000 files', repository(10_000), undefined],
  ['a folder of 100,000 entries', crowded(100_000), small],
] as const) {
  let leftOut = 0;
  const { subject, baseline, ratio } = await compare(15, async () => ({
    subject: await seconds(async () => {
      leftOut += (await look({ cwd, workspace: home }, signal)).left_out.length;
    }),
    baseline: await seconds(() => git(beside ?? cwd, 'status')),
  }));
  const missing = leftOut === 0 ? '' : `, ${leftOut} parts left out`;
  console.log(
    `  ${name.padEnd(30)} ${ms(subject)}   git status${beside === cwd || !beside ? '' : ' elsewhere'} ${ms(baseline)}   ${ratio.toFixed(1)}×${missing}`,
  );
}
rmSync(home, { recursive: true });
