import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openBoardFile } from '../../src/team/board/file.ts';
import { aTask } from './boards.ts';
import { repositoryWithTeam, runTeam } from './team-repository.ts';

const text = z.string();
const count = z.number().int().min(0);
const Cycle = z.strictObject({ at: text, D: z.number(), gradL: z.number(), next: text, directive: text, why: text });
const Alert = z.strictObject({ isUrgent: z.boolean(), text, more: z.array(text), command: text.optional() });
const Watched = z.strictObject({ level: text, title: text, about: text, text, isSaid: z.boolean(), escalates: z.boolean() });
const used = { usd: z.number(), inputTokens: count, outputTokens: count, modelCalls: count, unpriced: z.array(text) };
const Cost = z.strictObject({ ...used, turns: count, unknownTurns: count });

const Status = z.strictObject({
  ...{ root: text, goal: text, goalStatus: text, spec: text.optional(), sprint: text, sprintStatus: text, done: count },
  ...{ integrationBranch: text, testCommand: text.optional(), alerts: z.array(Alert), watched: z.array(Watched) },
  tasks: z.array(
    z.strictObject({
      ...{ id: text, status: text, description: text, who: text.optional(), reason: text.optional(), steered: Cycle.optional() },
      ...{ iteration: z.tuple([count, count]).optional(), cycle: z.tuple([count, count]).optional(), leaseLeft: z.number().optional() },
      ...{ waitsFor: z.array(text), questions: z.array(text) },
    }),
  ),
  agents: z.array(
    z.strictObject({
      ...{ id: text, status: text, task: text.optional(), runner: text.optional(), isAlive: z.boolean(), leaseLeft: z.number().optional() },
    }),
  ),
});

const Turn = z.strictObject({
  ...{ run: text, agent: text, task: text.nullable(), runner: text, began: text, ended: text.optional(), end: text.optional() },
  ...{ detail: text.optional(), cost: z.strictObject(used).optional() },
});

const Report = z.strictObject({
  ...{ root: text, made: z.iso.datetime(), integrationBranch: text, testCommand: text.optional(), workedMs: count, cost: Cost },
  goal: z.strictObject({ text, status: text, spec: text.optional(), created: text.optional() }),
  sprint: z.strictObject({
    ...{ id: text, status: text, started: text.optional(), ended: text.optional(), deadline: text.optional(), lastedMs: count.optional() },
    decisions: z.array(z.strictObject({ at: text, decision: text, because: text })),
  }),
  metrics: z.record(text, count),
  tasks: z.array(
    z.strictObject({
      ...{ id: text, status: text, description: text, kind: text, spec: text.optional(), claims: count, rejections: count },
      ...{ coders: z.array(text), reviewers: z.array(text), cycles: z.array(Cycle), why: text.optional() },
      ...{ lastedMs: count.optional(), workedMs: count, driftCommits: count.optional(), commit: text.optional(), cost: Cost },
      steps: z.array(z.strictObject({ at: text, event: text, who: text, text })),
    }),
  ),
  turns: z.array(Turn),
  anomalies: z.array(z.strictObject({ at: text, task: text, by: text, type: text, text })),
  ...{ alerts: z.array(Alert), watched: z.array(Watched), alertLog: z.array(text) },
  questions: z.array(z.strictObject({ task: text, question: text, reason: text })),
  discoveries: z.array(z.strictObject({ by: text, severity: text, text, task: text.optional() })),
  checklist: z.array(z.strictObject({ text, more: z.array(text), command: text.optional() })),
});

const steered = {
  event: 'steered',
  agent: 'supervisor',
  next: 'same_coder',
  directive: 'refine',
  loss: { D: 0.5 },
  grad_l: -0.1,
  reason: 'why',
};

/** A team whose board and journal contain every kind of content. */
async function busyTeam(): Promise<string> {
  const root = await repositoryWithTeam();
  await using file = openBoardFile({ root, env: {} });
  const time = '2026-11-15T11:00:00Z';
  const blocked = { blocked_reason: 'silent', blocked_questions: ['What?'], steering: { replans: 1 } };
  const history = [
    { time, event: 'claimed', agent: 'coder-1' },
    { time, ...steered },
    { time, event: 'blocked', agent: 'coder-1' },
  ];
  const merged = { status: 'MERGED', merge_commit: 'c'.repeat(40), approved_by: 'code-reviewer-1', assigned_to: 'coder-1' } as const;
  await file.update('human', (board) => ({
    ...{ ok: true, what: 'edit' },
    board: {
      ...board,
      tasks: [
        aTask({ id: 'stuck', status: 'BLOCKED', ...blocked, history }),
        aTask({ id: 'free', depends_on: ['stuck'] }),
        aTask({
          id: 'old',
          ...merged,
          review_commit: 'b'.repeat(40),
          history: [{ time, event: 'merged', agent: 'code-reviewer-1', drift_commits: 1 }],
        }),
      ],
      agents: { 'coder-1': { role: 'coder', status: 'IDLE', lease_expires: time, runner: 'built-in' } },
      anomalies: [{ timestamp: time, task: 'stuck', reporter: 'coder-1', type: 'scope_deviation', details: { root_cause: 'x' } }],
      discovered: [{ id: 'd1', by: 'coder-1', description: 'a typo', severity: 'low', urgency: 'deferred' }],
      sprint: { ...board.sprint, timeline: { ...board.sprint.timeline, deadline: '2099-01-01T00:00:00Z' } },
    },
  }));
  const turn = { kind: 'intent', what: 'turn', id: 'r1', run: 'r1', by: 'coder-1', task: 'stuck', fencing: 1, runner: 'built-in' } as const;
  await file.record(turn);
  await file.record({ kind: 'outcome', of: 'r1', detail: 'done: it blocked' });
  writeFileSync(join(root, '.liza/alerts.log'), '[now] WARNING BLOCKED: stuck\n');
  return root;
}

test('the output for programs has the fields that the documentation names, and no others', async () => {
  const root = await busyTeam();
  const documented = readFileSync(new URL('../../docs/team.md', import.meta.url), 'utf8');
  for (const [part, schema] of Object.entries({ status: Status, report: Report })) {
    const read = schema.safeParse(JSON.parse((await runTeam(root, [part, '--json'])).out));
    expect(read.error?.issues).toBeUndefined();
    for (const name of namesIn(read.data)) expect(documented).toContain(`\`${name}\``);
  }
  const told = Report.parse(JSON.parse((await runTeam(root, ['report', '--json'])).out));
  expect(told.turns).toMatchObject([{ run: 'r1', agent: 'coder-1', end: 'done', detail: 'it blocked' }]);
  expect(told.tasks).toMatchObject([
    { id: 'stuck', why: 'why', cycles: [{ D: 0.5, gradL: -0.1 }] },
    { id: 'free' },
    { id: 'old', driftCommits: 1 },
  ]);
  expect(told.cost).toMatchObject({ turns: 1, unknownTurns: 1 });
});

/** The names of all fields, except the metrics, whose names come from the board. */
function namesIn(value: unknown): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...namesIn(each)]));
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.entries(value).flatMap(([name, each]) => [name, ...(name === 'metrics' ? [] : namesIn(each))]));
}

test('a page is written where one is asked for, over an earlier one, and over nothing else', async () => {
  const root = await busyTeam();
  await runTeam(root, ['report', '--html']);
  await runTeam(root, ['report', '--html']);
  expect(readFileSync(join(root, '.liza/report.html'), 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/);
  await runTeam(root, ['report', 'mine.html', '--html']);
  expect(existsSync(join(root, 'mine.html'))).toBe(true);
  const precious = join(root, 'precious.html');
  writeFileSync(precious, 'mine');
  await expect(runTeam(root, ['report', 'precious.html', '--html'])).rejects.toMatchObject({ code: 'usage' });
  expect(readFileSync(precious, 'utf8')).toBe('mine');
  await expect(runTeam(root, ['report', 'mine.html'])).rejects.toMatchObject({ code: 'usage' });
  await expect(runTeam(root, ['report', '--html', '--json'])).rejects.toMatchObject({ code: 'usage' });
});

test('a summary is there at a checkpoint, when a sprint is left and when it is aborted', async () => {
  const root = await busyTeam();
  const summary = join(root, '.liza/sprint_summary.md');
  const isWrittenBy = async (...args: readonly string[]) => {
    rmSync(summary, { force: true });
    await runTeam(root, args);
    return existsSync(summary) && readFileSync(summary, 'utf8');
  };
  expect(await isWrittenBy('checkpoint')).toContain('# sprint-1: Greet people');
  expect(await isWrittenBy('resume', '--decision', 'PIVOT', '--because', 'x')).toContain('# sprint-1: Greet people');
  expect(await isWrittenBy('abort', '--yes')).toMatch(/# sprint-2: Greet people\n\n- goal: aborted/);
});
