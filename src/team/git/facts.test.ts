import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTask } from '../../../test/team/boards.ts';
import type { Verdict } from '../letters/letter.ts';
import { whyNotApproved } from '../review/approval.ts';
import { reviewFacts } from '../review/review-facts.ts';
import { type LookRequest, lookAtCommit, type RunCommand } from './facts.ts';
import { checkOutForReview, removeReview } from './worktrees.ts';

const root = mkdtempSync(join(tmpdir(), 'artoo-team-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-C', root, ...args], { encoding: 'utf8' }).trim();
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const commit = (message: string): string => {
  git('add', '--all');
  git('commit', '--quiet', '-m', message);
  return git('rev-parse', 'HEAD');
};

/** The tests of this repository are words that its program must contain. */
const testCommand =
  'for each in test/*; do grep -qF "$(cat $each)" greet.sh || { echo "missing: $(cat $each)"; exit 3; }; echo "ok - $each"; done';
const shell: RunCommand = async (command, cwd) => {
  const { status, stdout } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
  return { exit: status ?? 1, output: stdout };
};

let [base, done, folder] = ['', '', ''];
beforeAll(async () => {
  git('init', '--quiet', '-b', 'main');
  put('.git/info/exclude', '.liza/\n.worktrees/\n');
  put('greet.sh', 'echo hello\n');
  put('test/hello', 'echo hello');
  put('test/old', 'echo');
  base = commit('first');
  put('greet.sh', 'echo hello\necho goodbye\n');
  put('test/goodbye*', 'echo goodbye');
  put('test/hello', 'echo hell');
  rmSync(join(root, 'test/old'));
  symlinkSync('/etc/hostname', join(root, 'outside.txt'));
  done = commit('second');
  folder = await checkOutForReview(root, 't1', done);
});

const history = [
  { time: '2026-11-15T11:00:00Z', event: 'claimed', agent: 'coder-1' },
  {
    time: '2026-11-15T11:00:00Z',
    event: 'pre_execution_checkpoint',
    agent: 'coder-1',
    checkpoint: { files_to_modify: ['greet.sh', 'test/'] },
  },
];
const request = (fields: Partial<LookRequest> = {}): LookRequest => ({
  root,
  folder,
  task: aTask({ base_commit: base, review_commit: done, spec_hash: 'f00', history }),
  settings: { testCommand, testPaths: ['test/**'], setup: undefined },
  specs: { hashOf: () => 'ba5' },
  run: shell,
  signal: new AbortController().signal,
  ...fields,
});

test('a commit is looked at: its files, its spec, its tests, here and on the base', async () => {
  const facts = await lookAtCommit(request());
  expect(facts).toMatchObject({
    changes: [
      { path: 'greet.sh', kind: 'changed' },
      { path: 'outside.txt', kind: 'added' },
      { path: 'test/goodbye*', kind: 'added' },
      { path: 'test/hello', kind: 'changed' },
      { path: 'test/old', kind: 'removed' },
    ],
    spec: { state: 'changed', file: 'specs/vision.md', was: 'f00', is: 'ba5' },
    beyondCheckpoint: ['outside.txt'],
    tests: { added: ['test/goodbye*'], changed: ['test/hello'], removed: ['test/old'] },
    test: { exit: 0, isCutOff: false },
    testOnBase: { exit: 3, isCutOff: false, output: 'missing: echo goodbye\n' },
  });
  expect(facts.diff).toContain('+echo goodbye');
  expect(readdirSync(join(root, '.worktrees'))).toEqual(['.review-t1']);
});

test('evidence is looked up in the commit, not in the folder', async () => {
  const facts = await lookAtCommit(request());
  writeFileSync(join(folder, 'made-up.sh'), 'echo goodbye\n');
  const evidence = [
    'greet.sh:2',
    'greet.sh says "echo goodbye"',
    'printed "ok - test/hello"',
    'made-up.sh:1',
    'outside.txt:1',
    'it is fine',
    '"echo farewell"',
  ];
  const verdict: Verdict = {
    commit: done,
    criteria: evidence.map((each) => ({ criterion: each, verdict: 'pass', evidence: each })),
    blockers: [],
    concerns: [],
    prior: [],
    overall: 'APPROVED',
  };
  const found = await reviewFacts(root, verdict, facts);
  expect(found).toEqual({
    isEvidenceFound: [true, true, true, false, false, false, false],
    testExit: 0,
    changesTests: true,
    tests: { changed: ['test/hello'], removed: ['test/old'] },
  });
  expect(whyNotApproved(verdict, { kind: 'code' }, found)).toHaveLength(4);
});

test('a command that never ends is ended at its limit, however it takes that, and is not approved', async () => {
  const ended: string[] = [];
  const hangs: RunCommand = (_, cwd, signal) =>
    new Promise((resolve, reject) =>
      signal.addEventListener('abort', () => {
        ended.push(cwd);
        if (ended.length === 1) resolve({ exit: 0, output: 'so far' });
        else reject(signal.reason);
      }),
    );
  const facts = await lookAtCommit(request({ run: hangs, limitMs: 5 }));
  expect([facts.test, facts.testOnBase]).toMatchObject([
    { exit: 124, isCutOff: true, output: 'so far' },
    { exit: 124, isCutOff: true, output: '' },
  ]);
  expect(ended).toEqual([folder, join(root, '.worktrees/.base-t1')]);
  expect(existsSync(join(root, '.worktrees/.base-t1'))).toBe(false);
});

test('a review that is stopped leaves nothing', async () => {
  const stop = new AbortController();
  const stops: RunCommand = async (_, cwd) => {
    if (cwd !== folder) stop.abort(new Error('paused'));
    return { exit: 1, output: '' };
  };
  await expect(lookAtCommit(request({ run: stops, signal: stop.signal }))).rejects.toThrow('paused');
  expect(existsSync(join(root, '.worktrees/.base-t1'))).toBe(false);
});

test.each([
  ['the setup comes first, in both places', { setup: 'make', testCommand }, 0, ['make', testCommand, 'make', testCommand]],
  ['a setup that fails is what ended', { setup: 'make', testCommand }, 2, ['make', 'make']],
  ['without a test command nothing runs', { setup: 'make', testCommand: undefined }, 0, []],
] as const)('%s', async (_, settings, exit, commands) => {
  const ran: string[] = [];
  const run: RunCommand = async (command) => ({ exit, output: String(ran.push(command)) });
  const facts = await lookAtCommit(request({ settings: { ...settings, testPaths: ['test/**'] }, run }));
  expect(ran).toEqual(commands);
  expect(facts.test?.exit).toBe(commands.length === 0 ? undefined : exit);
});

test('a commit that is gone is said to be', async () => {
  const lost = request({ task: aTask({ base_commit: 'f'.repeat(40), review_commit: done }) });
  await expect(lookAtCommit(lost)).rejects.toMatchObject({ code: 'git_failed' });
  await removeReview(root, 't1');
});
