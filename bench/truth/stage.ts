/** The folder that a case is played in: its files, and its git repository where it has one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Scene } from './case.ts';

export function setStage(folder: string, { files, commits = [] }: Pick<Scene, 'files' | 'commits'>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(join(folder, name), content);
    else mkdirSync(join(folder, name), { recursive: true });
  }
  if (commits.length === 0) return;
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  for (const message of commits) git(folder, 'commit', '-q', '--allow-empty', '-m', message);
}

/** The same author and the same time in every run, so that hashes are the same. */
const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  HOME: '/nonexistent',
  GIT_AUTHOR_NAME: 'Mira Lang',
  GIT_AUTHOR_EMAIL: 'mira@example.org',
  GIT_COMMITTER_NAME: 'Mira Lang',
  GIT_COMMITTER_EMAIL: 'mira@example.org',
  GIT_AUTHOR_DATE: '2026-03-02T10:00:00Z',
  GIT_COMMITTER_DATE: '2026-03-02T10:00:00Z',
};

const git = (cwd: string, ...args: readonly string[]) => execFileSync('git', args, { cwd, env: environment, stdio: 'ignore' });
