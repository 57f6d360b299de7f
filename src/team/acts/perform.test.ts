import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { aBoard, aTask, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import type { Board } from '../board/board.ts';
import { openBoardFile } from '../board/file.ts';
import { newText } from '../board/text/read-text.ts';
import { readEntries } from '../journal.ts';
import { PlannedTask } from '../letters/letter.ts';
import type { Act } from './act.ts';
import { actOn } from './act-on.ts';
import { perform } from './perform.ts';

const facts = { now: now.toISOString(), dead: [], specs: { 'specs/vision.md': 'hash' } } as const;
const plannedFields = {
  description: 'Say goodbye',
  spec_ref: 'specs/vision.md',
  done_when: 'bye prints Goodbye!',
  scope: 'IN: parting words',
} as const;
const agents = { 'coder-1': idleCoder(), 'code-reviewer-1': idleReviewer() };

/** The board after an act that is not refused. */
function after(board: Board, act: Act): Board {
  const performed = perform(board, act);
  if (!performed.ok) throw new Error(performed.why.join('; '));
  return performed.board;
}

describe('an act', () => {
  test('that approves drafts makes all of them free, with the hash of their spec', () => {
    const board = aBoard([inState('DRAFT', { id: 'a' }), inState('DRAFT', { id: 'b' })], agents);
    const { tasks, sprint } = after(board, { act: 'finalize', tasks: ['a', 'b'], facts });
    expect(tasks).toMatchObject([
      { status: 'UNCLAIMED', spec_hash: 'hash' },
      { status: 'UNCLAIMED', spec_hash: 'hash' },
    ]);
    expect(sprint.scope?.planned).toEqual(['a', 'b']);
  });

  test('that approves drafts approves none where one is not ready', () => {
    const board = aBoard([inState('DRAFT', { id: 'a' }), inState('DRAFT', { id: 'b', scope: '' })], agents);
    expect(perform(board, { act: 'finalize', tasks: ['a', 'b'], facts })).toMatchObject({
      ok: false,
      why: [expect.stringContaining('b: scope')],
    });
  });

  test('that registers an agent gives it what the one before it held', () => {
    const held = inState('CLAIMED');
    const dead = { ...facts, dead: ['coder-1'] };
    const board = aBoard([held], { 'coder-1': idleCoder({ status: 'WORKING', current_task: 't1' }) });
    const act: Act = { act: 'register', agent: 'coder-1', role: 'coder', newcomer: { runner: 'built-in' }, facts: dead };
    expect(after(board, act).agents['coder-1']).toMatchObject({ status: 'WORKING', current_task: 't1', runner: 'built-in' });
    expect(perform(board, { ...act, facts })).toMatchObject({ ok: false, why: [expect.stringContaining('is alive')] });
  });

  test('that takes a review away needs a lease that is over, or force', () => {
    const board = aBoard([inState('READY_FOR_REVIEW')], {
      ...agents,
      'code-reviewer-1': idleReviewer({ status: 'REVIEWING', current_task: 't1' }),
    });
    const act: Act = { act: 'release_review', task: 't1', facts };
    expect(perform(board, act)).toMatchObject({ ok: false });
    for (const allowed of [
      { ...act, force: true },
      { ...act, facts: { ...facts, dead: ['code-reviewer-1'] } },
    ]) {
      const next = after(board, allowed);
      expect(next.tasks[0]).toMatchObject({ reviewing_by: null, review_lease_expires: null });
      expect(next.agents['code-reviewer-1']).toMatchObject({ status: 'IDLE', current_task: null });
    }
  });

  test('that begins a turn counts it, for the one that holds the task alone', () => {
    const board = aBoard([inState('CLAIMED', { turns: 2 })], agents);
    expect(after(board, { act: 'turn', agent: 'coder-1', task: 't1', facts }).tasks[0]?.turns).toBe(3);
    expect(perform(board, { act: 'turn', agent: 'coder-2', task: 't1', facts }).ok).toBe(false);
  });

  test('that begins a turn again makes the letters of the previous one stale', () => {
    const board = aBoard([inState('CLAIMED', { turns: 2, fencing: 4 })], agents);
    expect(after(board, { act: 'turn', agent: 'coder-1', task: 't1', isAnew: true, facts }).tasks[0]).toMatchObject({
      turns: 3,
      fencing: 5,
    });
  });

  test('that claims a review is refused where another one has it', () => {
    const free = aBoard([inState('READY_FOR_REVIEW', { reviewing_by: null, review_lease_expires: null })], agents);
    const act: Act = { act: 'claim_review', task: 't1', reviewer: 'code-reviewer-1', facts };
    const claimed = after(free, act);
    expect(claimed.tasks[0]).toMatchObject({ reviewing_by: 'code-reviewer-1', review_lease_expires: expect.any(String) });
    expect(perform(claimed, { ...act, reviewer: 'code-reviewer-2' }).ok).toBe(false);
    expect(perform(free, { ...act, reviewer: 'coder-1' }).ok).toBe(false);
  });

  test('that ends the sprint reaches the goal where nothing is open', () => {
    expect(after(aBoard([inState('MERGED')], {}), { act: 'end_sprint', facts })).toMatchObject({
      sprint: { status: 'COMPLETED', timeline: { ended: expect.any(String) } },
      goal: { status: 'COMPLETED' },
    });
    expect(after(aBoard([inState('MERGED'), aTask({ id: 't2' })], {}), { act: 'end_sprint', facts }).goal.status).toBe('IN_PROGRESS');
  });

  test('that continues after a checkpoint keeps why', () => {
    const stopped = after(aBoard([aTask()], {}), { act: 'checkpoint', why: 'look at it', facts });
    expect(stopped.sprint.status).toBe('CHECKPOINT');
    const { sprint } = after(stopped, { act: 'go_on', decision: 'CONTINUE', because: 'fine', facts });
    expect(sprint).toMatchObject({ status: 'IN_PROGRESS', retrospective: [{ decision: 'CONTINUE', because: 'fine' }] });
    expect(perform(aBoard([aTask()], {}), { act: 'go_on', decision: 'CONTINUE', because: '', facts }).ok).toBe(false);
    expect(after(stopped, { act: 'checkpoint', why: 'me, too', facts })).toBe(stopped);
  });

  test.each([
    ['CONTINUE', 'UNCLAIMED', 'sprint-1', 'IN_PROGRESS'],
    ['ADJUST_SPECS', 'UNCLAIMED', 'sprint-1', 'IN_PROGRESS'],
    ['ADJUST_CONTRACTS', 'UNCLAIMED', 'sprint-1', 'IN_PROGRESS'],
    ['REPLAN', 'BLOCKED', 'sprint-1', 'IN_PROGRESS'],
    ['PIVOT', 'BLOCKED', 'sprint-2', 'IN_PROGRESS'],
    ['STOP', 'UNCLAIMED', 'sprint-1', 'ABORTED'],
  ] as const)('that decides %s at a checkpoint', (decision, status, id, sprintStatus) => {
    const tasks = [aTask(), inState('MERGED', { id: 'old' }), aTask({ id: 'draft', status: 'DRAFT' })];
    const stopped = after(aBoard(tasks, {}), { act: 'checkpoint', why: 'look at it', facts });
    const board = after(stopped, { act: 'go_on', decision, because: 'the market moved', facts });
    expect(board.tasks.map((task) => task.status)).toEqual([status, ...(decision === 'PIVOT' ? [] : ['MERGED']), 'DRAFT']);
    expect(board.sprint).toMatchObject({ id, status: sprintStatus, retrospective: [{ decision, because: 'the market moved' }] });
    expect(board.sprint.scope?.planned).toEqual(decision === 'PIVOT' ? ['t1'] : []);
    expect(board.goal.status).toBe(sprintStatus);
    expect(perform(stopped, { act: 'go_on', decision, because: 'the market moved', facts })).toMatchObject({
      log: [{ action: 'checkpoint_released', detail: `${decision}: the market moved` }],
    });
  });

  test('that replans takes work from everyone, and no coder has failed it', () => {
    const agents = {
      'coder-1': idleCoder({ status: 'WORKING', current_task: 't1' }),
      'code-reviewer-1': idleReviewer({ status: 'REVIEWING', current_task: 't2' }),
    };
    const tasks = [
      inState('CLAIMED'),
      inState('READY_FOR_REVIEW', { id: 't2', assigned_to: 'coder-2' }),
      inState('APPROVED', { id: 't3' }),
    ];
    const stopped = after(aBoard(tasks, agents), { act: 'checkpoint', why: 'look', facts });
    const board = after(stopped, { act: 'go_on', decision: 'REPLAN', because: 'too large', facts });
    expect(board.tasks.map(({ status, failed_by, blocked_reason }) => [status, failed_by ?? [], blocked_reason])).toEqual(
      Array.from({ length: 3 }, () => ['BLOCKED', [], 'the person replans: too large']),
    );
    expect(Object.values(board.agents).map(({ status }) => status)).toEqual(['IDLE', 'IDLE']);
  });

  test.each([
    ['sprint-9', 'sprint-10'],
    ['alpha', 'alpha-2'],
    [null, 'sprint-2'],
    ['2026', '2027'],
  ])('that pivots from sprint %s opens %s', (id, expected) => {
    const plain = aBoard([aTask()], {});
    const stopped = {
      ...plain,
      sprint: { ...plain.sprint, id, status: 'CHECKPOINT' as const, timeline: { deadline: '2026-11-15T11:00:00Z' } },
    };
    const { sprint } = after(stopped, { act: 'go_on', decision: 'PIVOT', because: 'x', facts });
    expect(sprint).toMatchObject({
      id: expected,
      timeline: { started: expect.any(String), deadline: null, checkpoint_at: null, ended: null },
    });
  });

  test('that adds a task makes it free at once, where nothing speaks against it, or a draft', () => {
    const task = PlannedTask.parse({ ...plannedFields, id: 'new' });
    const add = { act: 'add', task, isDraft: false, facts } as const;
    expect(after(aBoard([], {}), add)).toMatchObject({
      tasks: [{ id: 'new', status: 'UNCLAIMED', spec_hash: 'hash' }],
      sprint: { scope: { planned: ['new'] } },
    });
    expect(after(aBoard([], {}), { ...add, isDraft: true }).tasks).toMatchObject([{ id: 'new', status: 'DRAFT' }]);
    expect(perform(aBoard([], {}), { ...add, task: { ...task, done_when: 'it is nice' } })).toMatchObject({ ok: false, code: 'refused' });
    expect(perform(aBoard([], {}), { ...add, task: { ...task, id: '../etc' } })).toMatchObject({ ok: false, code: 'refused' });
    expect(perform(aBoard([aTask({ id: 'new' })], {}), add)).toMatchObject({ ok: false, code: 'refused' });
  });

  test('that makes a board is refused where there is one', () => {
    const beginning = { goal: 'x', spec: 'specs/vision.md', integrationBranch: 'integration' };
    expect(perform(aBoard([], {}), { act: 'init', beginning, facts })).toMatchObject({ ok: false });
  });

  test('is in the journal with what it was decided by, also where it was refused', async () => {
    const root = scratch();
    mkdirSync(join(root, '.liza'));
    mkdirSync(join(root, 'specs'));
    writeFileSync(join(root, 'specs/vision.md'), 'greet');
    writeFileSync(join(root, '.liza/state.yaml'), newText(aBoard([aTask()], {})));
    await using file = openBoardFile({ root });
    const note: Act = { act: 'note', message: 'be quick', facts };
    const refused: Act = { act: 'turn', agent: 'coder-1', task: 't1', facts };
    await actOn(file, 'human', note);
    await actOn(file, 'supervisor', () => refused);
    expect(readEntries(join(root, '.liza/journal.jsonl'))).toMatchObject([
      { kind: 'foreign', before: '' },
      { kind: 'update', by: 'human', what: 'note', act: note },
      { kind: 'refusal', by: 'supervisor', what: 'turn', act: refused, why: [expect.any(String)] },
    ]);
  });
});
