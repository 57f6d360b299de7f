/** A team whose turns are played by functions, in a small repository: everything except the agents is real. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { watchHeartbeats } from '../../src/team/agents/heartbeats.ts';
import type { Task } from '../../src/team/board/board.ts';
import { openBoardFile } from '../../src/team/board/file.ts';
import { newBoard } from '../../src/team/board/new-board.ts';
import { newText } from '../../src/team/board/text/read-text.ts';
import { gitOutput } from '../../src/team/git/git.ts';
import { readEntries } from '../../src/team/journal.ts';
import { reviewCriteria } from '../../src/team/review/verdict.ts';
import type { Post, Runner, Turn, TurnEnd } from '../../src/team/runners/runner.ts';
import { openJournalFacts } from '../../src/team/supervisor/journal-facts.ts';
import { supervise, type TeamEnd } from '../../src/team/supervisor/loop.ts';
import { thisHost } from '../../src/team/supervisor/surroundings.ts';
import type { Team } from '../../src/team/supervisor/team.ts';
import { scratch } from '../support/scratch.ts';
import { aTask } from './boards.ts';

export type Play = (turn: Turn, say: (kind: Parameters<Post>[1]['kind'], body: object) => ReturnType<Post>, team: Team) => Promise<void>;
type Script = { readonly [Role in Turn['role']]?: Play };

/** A repository with these tasks on its board, and the file that they change. */
export async function repository(tasks: readonly Task[]): Promise<string> {
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

export const plainTask = (id: string, priority = 1): Task => aTask({ id, priority, kind: 'docs', history: [{ event: 'finalized' }] });

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
    return { end, detail: '' };
  };
  return { name: 'played', graceMs: 0, run: take, resume: take, async [Symbol.asyncDispose]() {} };
};

export function teamOf(root: string, script: Script): Team {
  const file = openBoardFile({ root, env: {} });
  onTestFinished(() => file[Symbol.asyncDispose]());
  const succeeds = async () => ({ exit: 0, output: '' });
  const played = playedBy(script, () => team);
  const team: Team = {
    ...{
      root,
      file,
      past: openJournalFacts(root),
      heartbeats: watchHeartbeats(),
      keeping: succeeds,
      discarding: succeeds,
      env: {},
      host: thisHost(),
      looked: new Map(),
      warned: new Set(),
    },
    runners: { planner: [played], coder: [played], code_reviewer: [played] },
    now: () => new Date(),
    alert: () => {},
  };
  return team;
}

export const work = (team: Team, agents: Parameters<typeof supervise>[1]['agents'], maxWaitMs = 0): Promise<TeamEnd> =>
  supervise(team, { agents, maxWaitMs, signal: AbortSignal.timeout(60_000) });

/** A coder that writes this into the file, and submits. */
export const writing =
  (text: (turn: Turn) => string): Play =>
  async (turn, say) => {
    await say('checkpoint', { intent: 'write', validation: 'read', files_to_modify: ['hello.txt'] });
    writeFileSync(join(turn.folder, 'hello.txt'), text(turn));
    await say('submit', { message: `write ${turn.task}` });
  };

/** A reviewer that approves what it is shown. */
export const approving: Play = async (turn, say, team) => {
  const task = (await team.file.read()).tasks.find(({ id }) => id === turn.task);
  const criteria = reviewCriteria(task ?? {}).map((criterion) => ({ criterion, verdict: 'pass', evidence: 'hello.txt:1' }));
  await say('verdict', { commit: task?.review_commit, criteria, overall: 'APPROVED' });
};

export const statuses = async ({ file }: Team) => Object.fromEntries((await file.read()).tasks.map(({ id, status }) => [id, status]));
export const actions = (root: string) =>
  readEntries(join(root, '.liza/journal.jsonl')).flatMap((entry) => (entry.kind === 'update' ? entry.log.map(({ action }) => action) : []));
