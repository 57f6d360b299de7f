import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { aTask } from '../../../test/team/boards.ts';
import type { Task } from '../board/board.ts';
import { openBoardFile } from '../board/file.ts';
import { newBoard } from '../board/new-board.ts';
import { newText } from '../board/text/read-text.ts';
import { commitOf, git, gitOutput } from '../git/git.ts';
import { readEntries } from '../journal.ts';
import { reviewCriteria } from '../review/verdict.ts';
import type { Post, Runner, Turn, TurnEnd } from '../runners/runner.ts';
import { supervise, type TeamEnd } from './loop.ts';
import { openPast } from './past.ts';
import { thisHost } from './surroundings.ts';
import { doNow, type Team } from './team.ts';

type Act = (turn: Turn, say: (kind: Parameters<Post>[1]['kind'], body: object) => ReturnType<Post>, team: Team) => Promise<void>;
type Script = { readonly [Role in Turn['role']]?: Act };

/** A repository with these tasks on its board, and the file that they are about. */
async function repository(tasks: readonly Task[]): Promise<string> {
  const root = scratch();
  mkdirSync(join(root, 'specs'));
  writeFileSync(join(root, 'specs/vision.md'), '# Greet people\n');
  writeFileSync(join(root, 'hello.txt'), 'hello\n');
  await gitOutput(root, ['init', '--quiet', '--initial-branch=main']);
  await gitOutput(root, ['add', '--all']);
  await gitOutput(root, ['commit', '--quiet', '--message', 'first']);
  await gitOutput(root, ['branch', 'integration']);
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  mkdirSync(join(root, '.liza'));
  const board = newBoard({ goal: 'Greet', spec: 'specs/vision.md', integrationBranch: 'integration' }, new Date());
  const planned = tasks.map(({ id }) => id);
  const sprint = { ...board.sprint, scope: { planned, stretch: [] } };
  writeFileSync(join(root, '.liza/state.yaml'), newText({ ...board, tasks, sprint }));
  return root;
}

const plainTask = (id: string, priority = 1): Task => aTask({ id, priority, kind: 'docs', history: [{ event: 'finalized' }] });

/** Turns that are played by functions. */
const playedBy = (script: Script, of: () => Team): Runner => {
  const take = async (turn: Turn, post: Post): Promise<TurnEnd> => {
    let number = 0;
    let end: TurnEnd['end'] = 'failed';
    await script[turn.role]?.(
      turn,
      async (kind, body) => {
        const reply = await post(turn, { id: `${turn.run}/${++number}`, kind, body });
        if (reply.ok && reply.ends) end = 'done';
        if (!reply.ok && reply.code === 'stale') end = 'lost';
        return reply;
      },
      of(),
    );
    return { end, detail: '', usd: 0 };
  };
  return { name: 'played', graceMs: 0, run: take, resume: take, async [Symbol.asyncDispose]() {} };
};

function teamOf(root: string, script: Script): Team {
  const file = openBoardFile({ root, env: {} });
  onTestFinished(() => file[Symbol.asyncDispose]());
  const succeeds = async () => ({ exit: 0, output: '' });
  const played = playedBy(script, () => team);
  const team: Team = {
    ...{ root, file, past: openPast(root), keeping: succeeds, discarding: succeeds, env: {}, host: thisHost(), looked: new Map() },
    runners: { planner: played, coder: played, code_reviewer: played },
    now: () => new Date(),
    alert: () => {},
  };
  return team;
}

const work = (team: Team, agents: Parameters<typeof supervise>[1]['agents'], maxWaitMs = 0): Promise<TeamEnd> =>
  supervise(team, { agents, maxWaitMs, signal: AbortSignal.timeout(60_000) });

/** A coder that writes this into the file, and submits. */
const writing =
  (text: (turn: Turn) => string): Act =>
  async (turn, say) => {
    await say('checkpoint', { intent: 'write', validation: 'read', files_to_modify: ['hello.txt'] });
    writeFileSync(join(turn.folder, 'hello.txt'), text(turn));
    await say('submit', { message: `write ${turn.task}` });
  };

/** A reviewer that approves what it is shown. */
const approving: Act = async (turn, say, team) => {
  const task = (await team.file.read()).tasks.find(({ id }) => id === turn.task);
  const criteria = reviewCriteria(task ?? {}).map((criterion) => ({ criterion, verdict: 'pass', evidence: 'hello.txt:1' }));
  await say('verdict', { commit: task?.review_commit, criteria, overall: 'APPROVED' });
};

const statuses = async ({ file }: Team) => Object.fromEntries((await file.read()).tasks.map(({ id, status }) => [id, status]));
const actions = (root: string) =>
  readEntries(join(root, '.liza/journal.jsonl')).flatMap((entry) => (entry.kind === 'update' ? entry.log.map(({ action }) => action) : []));

test('two supervisors that race for one task: one of them claims it', async () => {
  const root = await repository([plainTask('t1')]);
  const [first, second] = [0, 1].map(() => teamOf(root, { coder: writing(() => 'hi\n') }));
  if (!first || !second) throw new Error('there are two');
  await Promise.all([work(first, ['coder']), work(second, ['coder'])]);
  expect(actions(root).filter((action) => action === 'claimed')).toEqual(['claimed']);
  expect(await statuses(first)).toEqual({ t1: 'READY_FOR_REVIEW' });
});

test('a task that is left to a coder of another process, which rests, goes to one that does not', async () => {
  const root = await repository([plainTask('t1')]);
  const stop = new AbortController();
  const failing: Team = { ...teamOf(root, {}), keeping: () => Promise.reject(new Error('no space left')) };
  await failing.file.update('human', (board) => ({
    ...{ ok: true, what: 'setup' },
    board: { ...board, config: { ...board.config, artoo: { setup: 'make ready' } } },
  }));
  const resting = supervise(failing, { agents: ['coder'], signal: stop.signal });
  await expect.poll(async () => Object.keys((await failing.file.read()).agents)).toEqual(['coder-1']);
  const team = teamOf(root, { coder: writing(() => 'hi\n') });
  const working = supervise(team, { agents: ['coder'], signal: stop.signal });
  await expect.poll(() => statuses(team), { timeout: 30_000 }).toEqual({ t1: 'READY_FOR_REVIEW' });
  expect(actions(root)).not.toContain('unregistered'); // the first coder was not waited for until it stopped
  stop.abort();
  expect(await Promise.all([resting, working])).toEqual(['stopped', 'stopped']);
}, 60_000);

test('a coder that is there for one task takes no other, and is done when that is', async () => {
  const root = await repository([plainTask('t1'), plainTask('t2', 2)]);
  const team = teamOf(root, { coder: writing(() => 'hi\n'), code_reviewer: approving });
  const coding = supervise(team, { agents: ['coder'], task: 't2', signal: AbortSignal.timeout(60_000) });
  const reviewing = teamOf(root, { code_reviewer: approving });
  await supervise(reviewing, { agents: ['code_reviewer'], task: 't2', signal: AbortSignal.timeout(60_000) });
  expect(await coding).toBe('done');
  expect(await statuses(team)).toEqual({ t1: 'UNCLAIMED', t2: 'MERGED' });
}, 60_000);

test('a coder whose claim was taken away is fenced off: nothing of it is committed', async () => {
  const root = await repository([plainTask('t1')]);
  const replies: unknown[] = [];
  const team = teamOf(root, {
    async coder(turn, say, { root: at }) {
      await say('checkpoint', { intent: 'write', validation: 'read', files_to_modify: ['hello.txt'] });
      writeFileSync(join(turn.folder, 'hello.txt'), 'too late\n');
      await doNow(team, 'human', { act: 'move', edge: { to: 'UNCLAIMED', task: 't1', by: 'human', force: true } });
      await doNow(team, 'human', { act: 'move', edge: { to: 'BLOCKED', task: 't1', by: 'human', reason: 'wait', questions: ['why?'] } });
      replies.push(await say('submit', { message: 'late' }));
      expect(await commitOf(at, 'refs/heads/task/t1')).toBe(await commitOf(at, 'refs/heads/integration'));
    },
  });
  await work(team, ['coder']);
  expect(replies).toEqual([{ ok: false, code: 'stale', why: [expect.stringContaining('no one')] }]);
  expect(await statuses(team)).toEqual({ t1: 'BLOCKED' });
});

test('a branch that moved after it was submitted is not approved, before or during the review', async () => {
  const root = await repository([plainTask('t1')]);
  const replies: unknown[] = [];
  const more = async (text: string) => {
    writeFileSync(join(root, '.worktrees/t1/hello.txt'), text);
    await gitOutput(join(root, '.worktrees/t1'), ['commit', '--quiet', '--all', '--message', 'sneaked in']);
  };
  let reviews = 0;
  const coding = teamOf(root, { coder: writing(() => 'hi\n') });
  await work(coding, ['coder']);
  await more('sneaked in\n');
  const reviewing = teamOf(root, {
    async code_reviewer(turn, say, team) {
      reviews += 1;
      await more('sneaked in during the review\n');
      const noting: typeof say = async (kind, body) => {
        const reply = await say(kind, body);
        replies.push(reply);
        return reply;
      };
      await approving(turn, noting, team);
    },
  });
  await work(reviewing, ['code_reviewer']);
  expect({ reviews, statuses: await statuses(reviewing) }).toEqual({ reviews: 0, statuses: { t1: 'REJECTED' } });
  await work(teamOf(root, { coder: writing(() => 'again\n') }), ['coder']);
  await supervise(reviewing, { agents: ['code_reviewer'], maxWaitMs: 0, signal: AbortSignal.timeout(4_000) }); // its turn fails, and it would try again
  expect(replies).toContainEqual({ ok: false, code: 'refused', why: [expect.stringContaining('the branch moved')] });
  expect(Object.values(await statuses(reviewing))).not.toContain('APPROVED');
});

test('two changes of one line: the second one is mended by its coder and merged, and the checkout of the person stays as it is', async () => {
  const root = await repository([plainTask('t1'), plainTask('t2', 2)]);
  const before = await gitOutput(root, ['rev-parse', 'HEAD']);
  const team = teamOf(root, {
    coder: (turn, say, of) =>
      writing(({ task }) => (turn.prompt.includes('integration fix') ? 'from t1\nfrom t2\n' : `from ${task}\n`))(turn, say, of),
    code_reviewer: approving,
  });
  expect(await work(team, ['coder', 'coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(await statuses(team)).toEqual({ t1: 'MERGED', t2: 'MERGED' });
  expect(actions(root)).toContain('integration_failed');
  const drifts = (await team.file.read()).tasks.map(({ history }) => history?.find(({ event }) => event === 'merged')?.drift_commits);
  expect(drifts.toSorted()).toEqual([0, 0]); // the one that was mended began again at the tip
  expect((await git(root, ['show', 'integration:hello.txt'])).stdout).toMatch(/from t1\nfrom t2|from t2\nfrom t1/);
  expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\n');
  expect(await gitOutput(root, ['rev-parse', 'HEAD'])).toBe(before);
  expect(await gitOutput(root, ['status', '--porcelain'])).toBe('');
  expect(await gitOutput(root, ['branch', '--list', 'task/*', 'aside/*'])).toBe('');
}, 60_000);

test('a deadline stops everyone, and the file that says so lets them go on when it is removed', async () => {
  const root = await repository([plainTask('t1')]);
  const team = teamOf(root, { coder: writing(() => 'hi\n'), code_reviewer: approving });
  const deadline = '2026-11-15T11:00:00Z';
  await team.file.update('human', (board) => ({
    ...{ ok: true, what: 'edit' },
    board: { ...board, sprint: { ...board.sprint, timeline: { ...board.sprint.timeline, deadline } } },
  }));
  const running = work(team, ['coder', 'code_reviewer'], 20_000);
  const file = join(root, '.liza/CHECKPOINT');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 10_000 }).toContain(`${deadline}, has passed`);
  await expect.poll(async () => (await team.file.read()).sprint.status).toBe('CHECKPOINT');
  expect(await statuses(team)).toEqual({ t1: 'UNCLAIMED' });
  rmSync(file);
  expect(await running).toBe('done');
  expect(await statuses(team)).toEqual({ t1: 'MERGED' });
  const { sprint, goal } = await team.file.read();
  expect([sprint.status, goal.status]).toEqual(['COMPLETED', 'COMPLETED']);
  expect(sprint.retrospective).toMatchObject([{ decision: 'CONTINUE', because: 'the file .liza/CHECKPOINT was removed' }]);
}, 60_000);

test('a merge notes how far the branch went since the work began', async () => {
  const root = await repository([plainTask('t1'), plainTask('t2', 2)]);
  const inFile: Act = async (turn, say) => {
    await say('checkpoint', { intent: 'write', validation: 'read', files_to_modify: [`${turn.task}.txt`] });
    writeFileSync(join(turn.folder, `${turn.task}.txt`), 'hi\n');
    await say('submit', { message: `write ${turn.task}` });
  };
  const team = teamOf(root, { coder: inFile, code_reviewer: approving });
  await work(team, ['coder', 'coder']);
  expect(await work(team, ['code_reviewer'], 20_000)).toBe('done');
  const logged = readFileSync(join(root, '.liza/log.yaml'), 'utf8').match(/drift_commits: \d+/g);
  expect(logged?.toSorted()).toEqual(['drift_commits: 0', 'drift_commits: 1']);
}, 60_000);

test('a sprint that is over registers no agents, and those that a crash left on the board leave it', async () => {
  const root = await repository([]);
  const team = teamOf(root, {});
  const newcomer = { pid: 1, host: team.host, runner: 'played', terminal: null };
  await doNow(team, 'coder-7', { act: 'register', agent: 'coder-7', role: 'coder', newcomer });
  await team.file.update('human', (board) => ({
    ...{ ok: true, what: 'end' },
    board: { ...board, sprint: { ...board.sprint, status: 'COMPLETED' } },
  }));
  expect(await supervise(team, { agents: ['coder', 'code_reviewer'], signal: AbortSignal.timeout(20_000) })).toBe('done');
  expect((await team.file.read()).agents).toEqual({});
  const registered = readEntries(join(root, '.liza/journal.jsonl')).filter((entry) => entry.kind === 'update' && entry.what === 'register');
  expect(registered).toHaveLength(1);
});
