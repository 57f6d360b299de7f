import { expect, test } from 'vitest';
import { aTask } from '../../../test/team/boards.ts';
import { approving, plainTask, repository, statuses, teamOf, work, writing } from '../../../test/team/played-team.ts';
import { boardTime } from '../board/time.ts';
import { replayJournal } from '../replay/read-journal.ts';
import { supervise } from './loop.ts';
import { doNow, type Team } from './team.ts';

/** A team with a clock on which every wait ends at once. */
function hurried(team: Team): { readonly team: Team; readonly alerts: readonly string[] } {
  const alerts: string[] = [];
  let passed = 0;
  const now = () => {
    passed += 2_000;
    return new Date(Date.now() + passed);
  };
  return { alerts, team: { ...team, now, alert: (text) => alerts.push(text) } };
}

const again = {
  ...{ id: 't2', description: 'Greet again', spec_ref: 'specs/vision.md', done_when: ['hello.txt says hi'], scope: 'IN: greeting' },
  ...{ kind: 'docs', depends_on: [], priority: 1 },
};

test('a run whose coders all failed says who stopped and why, and ends although a planner and a reviewer are left', async () => {
  const root = await repository([plainTask('t1')]);
  const { team, alerts } = hurried(teamOf(root, { coder: async () => {} }));
  const end = await supervise(team, { agents: ['planner', 'coder', 'code_reviewer'], signal: AbortSignal.timeout(30_000) });
  expect(end).toBe('failed');
  expect(alerts).toContainEqual(expect.stringMatching(/^coder-1 stops: 3 of its turns failed/));
  expect((await team.file.read()).agents).toEqual({});
}, 40_000);

test('a plan that waits for the person is told once, with the command', async () => {
  const root = await repository([aTask({ ...plainTask('t1'), status: 'DRAFT', created: boardTime(new Date()), history: [] })]);
  const alerts: string[] = [];
  const team: Team = { ...teamOf(root, {}), alert: (text) => alerts.push(text) };
  const stop = new AbortController();
  const running = supervise(team, { agents: ['planner', 'coder'], signal: stop.signal });
  await expect.poll(() => alerts).toEqual([expect.stringContaining('(t1); in another terminal: artoo team plan')]);
  await doNow(team, 'human', { act: 'note', message: 'wake up', for: 'coder' });
  stop.abort();
  expect(await running).toBe('stopped');
  expect(alerts).toHaveLength(1);
});

test('what the person asks for after a sprint is completed is planned, opens the next one, and is done in it', async () => {
  const root = await repository([plainTask('t1')]);
  const team = teamOf(root, {
    planner: async (turn, say) => {
      expect(turn.prompt).toContain('greet twice');
      expect(await say('plan', { tasks: [again] })).toMatchObject({ ok: true });
    },
    coder: writing(({ task: id }) => `from ${id}\n`),
    code_reviewer: approving,
  });
  expect(await work(team, ['planner', 'coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(await team.file.read()).toMatchObject({ sprint: { id: 'sprint-1', status: 'COMPLETED' }, goal: { status: 'COMPLETED' } });
  expect(await work(team, ['planner'])).toBe('done'); // the person has said nothing new
  await doNow(team, 'human', { act: 'note', message: 'greet twice' });
  expect(await work(team, ['planner', 'coder', 'code_reviewer'], 20_000)).toBe('done');
  const { sprint, goal, tasks } = await team.file.read();
  expect(sprint).toMatchObject({
    id: 'sprint-2',
    status: 'COMPLETED',
    scope: { planned: ['t2'] },
    timeline: { ended: expect.any(String) },
  });
  expect([goal.status, tasks.map(({ id, status }) => `${id} ${status}`)]).toEqual(['COMPLETED', ['t2 MERGED']]);
  expect(replayJournal(root)).toMatchObject({ difference: undefined });
}, 60_000);

test('tasks that the person asked a planner for are drafts beside what is there', async () => {
  const root = await repository([plainTask('t1')]);
  const team = teamOf(root, {
    planner: async (turn, say) => {
      expect(turn.prompt).toMatch(/WAKE TRIGGER: NEW_NOTE[\s\S]*t1 \(UNCLAIMED\)/);
      await say('plan', { tasks: [again] });
    },
  });
  await doNow(team, 'human', { act: 'ask_plan', message: 'greet twice' });
  expect(await work(team, ['planner'])).toBe('idle');
  expect(await statuses(team)).toEqual({ t1: 'UNCLAIMED', t2: 'DRAFT' });
  expect(await work(team, ['planner'])).toBe('idle'); // the planner is not asked again
  expect(replayJournal(root)).toMatchObject({ difference: undefined });
}, 40_000);
