/**
 * Six scripted agents complete many tasks on one board, sprint after sprint: all are merged, the board is valid at every moment, and nothing is left
 * over. A proof takes twenty minutes; ARTOO_SOAK_TASKS sets how many tasks the first sprint has, and ARTOO_SOAK_MINUTES for how many minutes new
 * sprints are started.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenTeam, openTeam } from '../../src/app/team/open-team.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { uncapped } from '../../src/laws/caps.ts';
import { actOn } from '../../src/team/acts/act-on.ts';
import { openBoardFile } from '../../src/team/board/file.ts';
import { newBoard } from '../../src/team/board/new-board.ts';
import { newText } from '../../src/team/board/text/read-text.ts';
import { gitOutput } from '../../src/team/git/git.ts';
import { isLockFree, type LockName } from '../../src/team/hold-lock.ts';
import { readEntries } from '../../src/team/journal.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { collectedHeap } from '../support/collected-heap.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';
import { doneWhen, helloModel, isRejectedOnce } from './hello-model.ts';

const count = Number(process.env.ARTOO_SOAK_TASKS ?? (isProof ? 200 : 4));
const minutes = Number(process.env.ARTOO_SOAK_MINUTES ?? (isProof ? 20 : 0));
const isTold = isProof || process.env.ARTOO_SOAK_TASKS !== undefined;
/** The tasks of each sprint after the first. */
const laterCount = Math.ceil(count / 4);
/** A sprint whose tasks take longer than this on average counts as stuck. */
const limitMs = 60_000;
/**
 * How much more may be in use after a sprint than after the first, when everything had been loaded: ids of letters, lessons and the board of the
 * last sprint are kept.
 */
const [baseBytes, bytesPerTask] = [8_000_000, 50_000];
const specs = { 'specs/vision.md': 'a'.repeat(64) };

const idsFrom = (first: number, many: number): readonly string[] => Array.from({ length: many }, (_, at) => `task-${first + at}`);

async function repository(): Promise<string> {
  const root = join(scratch(), 'project');
  mkdirSync(join(root, 'specs'), { recursive: true });
  writeFileSync(join(root, 'specs/vision.md'), '# Say hello\n');
  await gitOutput(root, ['init', '--quiet', '--initial-branch=main']);
  await gitOutput(root, ['add', '--all']);
  await gitOutput(root, ['commit', '--quiet', '--message', 'first']);
  await gitOutput(root, ['branch', 'integration']);
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  mkdirSync(join(root, '.liza'));
  const board = newBoard({ goal: 'Say hello', spec: 'specs/vision.md', integrationBranch: 'integration' }, new Date());
  writeFileSync(join(root, '.liza/state.yaml'), newText(board));
  return root;
}

/** The person adds these tasks. After a sprint, the first of them opens the next one. */
async function addTasks({ file }: OpenTeam, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const task = {
      ...{ id, description: 'Say hello', spec_ref: 'specs/vision.md', done_when: doneWhen(id), scope: 'IN: greeting' },
      ...{ priority: 1, depends_on: [], kind: 'docs' as const },
    };
    const facts = { now: new Date().toISOString(), dead: [], specs };
    expect(await actOn(file, 'human', { act: 'add', task, isDraft: false, facts })).toMatchObject({ ok: true });
  }
}

const openFiles = (): number => readdirSync('/proc/self/fd').length;
/** Processes that this one started and that are still running. */
const children = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && new RegExp(`^PPid:\\s${process.pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false; // it ended
    }
  });

/** What is in use in this process and in the repository while no agent is working. */
type InUse = {
  readonly processes: number;
  readonly files: number;
  readonly branches: string;
  readonly worktrees: number;
  readonly folders: readonly string[];
  readonly locks: readonly string[];
  readonly leftovers: readonly string[];
};

async function inUse(root: string): Promise<InUse> {
  const locks = join(root, '.liza/locks');
  return {
    processes: children().length,
    files: openFiles(),
    branches: await gitOutput(root, ['for-each-ref', '--format=%(refname:short)', 'refs/heads']),
    worktrees: (await gitOutput(root, ['worktree', 'list'])).split('\n').length,
    folders: readdirSync(join(root, '.worktrees')),
    locks: readdirSync(locks).filter((name) => !isLockFree(root, name as LockName)),
    leftovers: readdirSync(join(root, '.liza'), { recursive: true })
      .map(String)
      .filter((name) => /\.(?:draft|receipt)$/.test(name)),
  };
}

/** The processor time of this process and of its ended children, in seconds: unlike the clock, it is the same on a busy machine. */
function workedSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0); // utime, stime, cutime, cstime: a hundredth of a second each
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const tell = (line: string): void => {
  if (isTold) process.stderr.write(`soak: ${line}\n`);
};

test(
  `${count} tasks are merged by six agents, ${minutes > 0 ? `and more for ${minutes} minutes, ` : ''}and nothing is left over`,
  async () => {
    const root = await repository();
    const [data, began] = [scratch(), performance.now()];
    const settings = defaultSettings({ data, workspace: root });
    const site = {
      settings: { ...settings, task: { ...settings.task, caps: uncapped, grows: [] } },
      model: helloModel(),
      secrets: () => [],
    };
    const before = { files: openFiles(), children: children() };
    const [alerts, wrong]: [string[], unknown[]] = [[], []];
    let [checks, merged, checking]: [number, number, Promise<void>] = [0, 0, Promise.resolve()];
    let [added, firstHeap, settled]: [number, number, InUse | undefined] = [0, 0, undefined];
    const passedMs = (): number => performance.now() - began;
    {
      await using reader = openBoardFile({ root, env: process.env });
      const check = async (): Promise<void> => {
        checks += 1;
        wrong.push(...(await reader.validate()).filter(({ level }) => level === 'error'));
      };
      await using team = openTeam({
        ...{ root, site, env: process.env, onAlert: (text: string) => alerts.push(text) },
        onLine: (line) => {
          const now = line.kind === 'update' ? line.log.filter(({ action }) => action === 'merged').length : 0;
          merged += now;
          if (now > 0 && merged % 20 === 0)
            tell(`${merged} tasks merged in ${Math.round(passedMs() / 1000)} s, ${Math.round(workedSeconds())} s of work`);
          checking = checking.then(check);
        },
      });
      const agents = ['planner', 'coder', 'coder', 'coder', 'code_reviewer', 'code_reviewer'] as const;
      for (let sprint = 1; sprint === 1 || passedMs() < minutes * 60_000; sprint += 1) {
        const ids = idsFrom(added + 1, sprint === 1 ? count : laterCount);
        await addTasks(team, ids);
        added += ids.length;
        const signal = AbortSignal.timeout(60_000 + ids.length * limitMs);
        expect(await team.supervise({ agents, maxWaitMs: 20_000, signal })).toBe('done');
        await checking;
        const board = await team.file.read();
        expect(board.tasks.filter(({ status }) => status !== 'MERGED').map(({ id, status }) => `${id} ${status}`)).toEqual([]);
        const again = ids.filter(isRejectedOnce).length;
        expect([board.sprint.id, board.sprint.metrics, board.agents]).toMatchObject([
          `sprint-${sprint}`,
          {
            ...{ tasks_done: ids.length, review_verdict_approvals: ids.length, review_verdict_rejections: again },
            task_submitted_for_review_count: ids.length + again,
          },
          {},
        ]);
        const [use, heap] = [await inUse(root), collectedHeap()];
        if (settled === undefined) [settled, firstHeap] = [use, heap];
        expect(use).toMatchObject({ branches: 'integration\nmain', worktrees: 1, folders: [], locks: [], leftovers: [] });
        expect(use.processes).toBeLessThanOrEqual(settled.processes);
        expect(use.files).toBeLessThanOrEqual(settled.files + 2);
        expect(heap - firstHeap).toBeLessThan(baseBytes + (added - count) * bytesPerTask);
        const { processes, files } = use;
        tell(
          `sprint ${sprint} is over after ${Math.round(passedMs() / 1000)} s: ${added} tasks merged, ${processes} processes, ${files} open files, 0 worktrees, 0 locks, ${mb(heap)} in use, ${mb(process.memoryUsage().rss)} in all, ${Math.round(workedSeconds())} s of work`,
        );
      }
    }
    const unexpected = alerts.filter((text) => !text.startsWith('RUBBER STAMP')); // the auditor reports reviewers that approve almost everything
    expect({ unexpected, wrong }).toEqual({ unexpected: [], wrong: [] });
    expect([merged, checks > added]).toEqual([added, true]);
    const refused = readEntries(join(root, '.liza/journal.jsonl')).flatMap((entry) =>
      entry.kind === 'refusal' && entry.act === undefined ? [`${entry.by} ${entry.what}: ${entry.why.join('; ')}`] : [],
    );
    expect(refused).toEqual([]);
    expect(replayJournal(root)).toMatchObject({ difference: undefined, foreign: 1, applied: 0 });
    await expect.poll(() => children().filter((pid) => !before.children.includes(pid)), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => openFiles() - before.files, { timeout: 10_000 }).toBeLessThanOrEqual(2);
    tell(`passed: ${added} tasks, ${checks} looks at the board, each valid; no process, worktree, branch, lock or open file is left`);
  },
  120_000 + minutes * 60_000 + (count + laterCount) * limitMs,
);
