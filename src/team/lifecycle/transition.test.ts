import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBoard, aTask, commitOf, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import { type Board, finalStatuses, type TaskStatus, taskOf, taskStatuses } from '../board/board.ts';
import { isValid, validateBoard } from '../board/validate.ts';
import type { Edge, Facts, Who } from './edge.ts';
import { targetsOf, transition } from './transition.ts';

/** The table of moves, written by hand: who may make each move. */
const table: Readonly<Record<TaskStatus | 'new', Partial<Record<TaskStatus, string>>>> = {
  new: { DRAFT: 'PH' },
  DRAFT: { UNCLAIMED: 'PH', BLOCKED: 'SH', ABANDONED: 'PH' },
  UNCLAIMED: { CLAIMED: 'S', BLOCKED: 'SH', SUPERSEDED: 'P', ABANDONED: 'PH' },
  CLAIMED: { CLAIMED: 'S', UNCLAIMED: 'SH', READY_FOR_REVIEW: 'C', BLOCKED: 'CSH' },
  READY_FOR_REVIEW: { APPROVED: 'R', REJECTED: 'RS', BLOCKED: 'SH' },
  REJECTED: { CLAIMED: 'S', BLOCKED: 'SH', SUPERSEDED: 'P', ABANDONED: 'PH' },
  APPROVED: { MERGED: 'S', INTEGRATION_FAILED: 'S', BLOCKED: 'SH' },
  INTEGRATION_FAILED: { CLAIMED: 'S', UNCLAIMED: 'P', BLOCKED: 'SH', SUPERSEDED: 'P', ABANDONED: 'PH' },
  BLOCKED: { UNCLAIMED: 'PH', SUPERSEDED: 'P', ABANDONED: 'PH' },
  MERGED: {},
  SUPERSEDED: {},
  ABANDONED: {},
};
const ids: Readonly<Record<Who, string>> = { P: 'planner-1', C: 'coder-1', R: 'code-reviewer-1', S: 'supervisor', H: 'human' };
const everyone = Object.keys(ids) as Who[];

describe.each([...taskStatuses, 'new' as const])('from %s', (from) => {
  test.each(everyone)('%s reaches what the table says, and nothing else', (who) => {
    const expected = taskStatuses.filter((to) => table[from][to]?.includes(who));
    expect(taskStatuses.filter((to) => targetsOf(from, who).includes(to))).toEqual(expected);
  });
});

/** An edge to each status with everything that it may require. */
const edgeTo = (to: TaskStatus, by: string, task = 't1'): Edge => {
  const edges: { readonly [To in TaskStatus]: Edge & { readonly to: To } } = {
    DRAFT: { to: 'DRAFT', task, by, draft: { description: 'Say hello' } },
    UNCLAIMED: { to: 'UNCLAIMED', task, by, whatChanged: 'the spec says it now', specHash: 'f00' },
    CLAIMED: { to: 'CLAIMED', task, by, coder: 'coder-1', baseCommit: commitOf('a') },
    READY_FOR_REVIEW: { to: 'READY_FOR_REVIEW', task, by, fencing: 1 },
    BLOCKED: { to: 'BLOCKED', task, by, fencing: 1, reason: 'the spec is silent', questions: ['What is printed?'] },
    APPROVED: { to: 'APPROVED', task, by, commit: commitOf('b') },
    REJECTED: { to: 'REJECTED', task, by, commit: commitOf('b'), reason: 'Blockers: 1' },
    MERGED: { to: 'MERGED', task, by, commit: commitOf('c') },
    INTEGRATION_FAILED: { to: 'INTEGRATION_FAILED', task, by, reason: 'conflict', paths: ['a.ts'] },
    SUPERSEDED: { to: 'SUPERSEDED', task, by, rootCause: 'two concerns', replacements: ['t2'] },
    ABANDONED: { to: 'ABANDONED', task, by, reason: 'no longer wanted' },
  };
  return edges[to];
};
const worktree = { branch: 'task/t1', head: commitOf('b'), isClean: true, hasConflictMarkers: false };
const facts: Facts = { now, dead: new Set(), gates: [], approval: [], tip: commitOf('b'), worktree };
const around = (board: Board) => ({
  files: ['specs/vision.md'],
  dirs: board.tasks.flatMap((task) => (task.worktree ? [task.worktree] : [])),
  env: {},
  now,
});

/** A board with one task in this state, another task, and free agents. */
const boardWith = (from: TaskStatus, fields: Parameters<typeof inState>[1] = {}): Board => {
  const holds =
    from === 'CLAIMED'
      ? { status: 'WORKING', current_task: 't1' }
      : from === 'READY_FOR_REVIEW'
        ? { status: 'WAITING', current_task: 't1' }
        : {};
  return aBoard(
    [inState(from, fields), aTask({ id: 't2', history: [{ time: '2026-11-15T11:00:00Z', event: 'finalized', agent: 'human' }] })],
    {
      'coder-1': idleCoder(holds),
      'coder-2': idleCoder(),
      'code-reviewer-1': idleReviewer(from === 'READY_FOR_REVIEW' ? { status: 'REVIEWING', current_task: 't1' } : {}),
      'planner-1': { role: 'planner', status: 'IDLE' },
    },
  );
};

/** What each move of the table requires besides what `facts` has. */
const special = (from: TaskStatus, to: TaskStatus, by: Who): { readonly fields?: object; readonly facts?: Partial<Facts> } => {
  if (from === 'CLAIMED' && (to === 'CLAIMED' || to === 'UNCLAIMED')) return { facts: { dead: new Set(['coder-1']) } };
  if (from === 'READY_FOR_REVIEW' && to === 'REJECTED' && by === 'S') return { facts: { tip: commitOf('d') } };
  if (to === 'BLOCKED' && by === 'S') return { fields: { depends_on: ['gone'] } };
  return {};
};

const moves = taskStatuses.flatMap((from) =>
  Object.entries(table[from]).flatMap(([to, who]) => [...who].map((by) => [from, to as TaskStatus, by as Who] as const)),
);
describe.each(moves)('%s → %s by %s', (from, to, by) => {
  const { fields = {}, facts: more = {} } = special(from, to, by);
  const before = boardWith(from, fields);
  const board = 'depends_on' in fields ? { ...before, tasks: [...before.tasks, inState('ABANDONED', { id: 'gone' })] } : before;
  const reclaims = from === 'CLAIMED' && to === 'CLAIMED';
  const edge = reclaims ? ({ ...edgeTo(to, ids[by]), coder: 'coder-2' } as Edge) : edgeTo(to, ids[by]);

  test('is made, is in the history, and leaves a valid board and the old one as it was', () => {
    const was = structuredClone(board);
    const result = transition(board, edge, { ...facts, ...more });
    expect(result.ok ? [] : result.why).toEqual([]);
    if (!result.ok) return;
    expect(taskOf(result.board, 't1')?.status).toBe(to);
    expect(taskOf(result.board, 't1')?.history?.at(-1)).toMatchObject({ time: '2026-11-15T12:00:00Z', event: result.event.event });
    expect(validateBoard(result.board, around(result.board))).toEqual([]);
    expect(board).toEqual(was);
    expect(taskOf(result.board, 't2')).toBe(taskOf(board, 't2'));
  });
});

test('a move that is not in the table is refused, whatever its facts', () => {
  for (const from of taskStatuses)
    for (const to of taskStatuses)
      for (const by of everyone) {
        if (to === 'DRAFT' || table[from][to]?.includes(by)) continue;
        expect(transition(boardWith(from), edgeTo(to, ids[by]), facts), `${from} ${to} ${by}`).toMatchObject({ ok: false, code: 'edge' });
      }
});

describe('refused', () => {
  const why = (from: TaskStatus, edge: Edge, more: Partial<Facts> = {}, fields: object = {}) =>
    transition(boardWith(from, fields), edge, { ...facts, ...more });
  test.each<[string, TaskStatus, Edge, Partial<Facts>, object, 'guard' | 'stale' | 'unknown' | 'edge']>([
    ['a plan without the gates', 'DRAFT', edgeTo('UNCLAIMED', 'human'), { gates: undefined } as never, {}, 'guard'],
    ['a plan that the gates refuse', 'DRAFT', edgeTo('UNCLAIMED', 'human'), { gates: ['no spec'] }, {}, 'guard'],
    ['an id that is there', 'DRAFT', edgeTo('DRAFT', 'planner-1'), {}, {}, 'guard'],
    ['an id that is a path', 'DRAFT', edgeTo('DRAFT', 'planner-1', '../x'), {}, {}, 'guard'],
    ['a task that is not there', 'DRAFT', edgeTo('UNCLAIMED', 'human', 't9'), {}, {}, 'unknown'],
    ['an actor that is not an agent', 'DRAFT', edgeTo('UNCLAIMED', 'boss'), {}, {}, 'edge'],
    ['a claim before what it needs', 'UNCLAIMED', edgeTo('CLAIMED', 'supervisor'), {}, { depends_on: ['t2'] }, 'guard'],
    ['a claim for a dead coder', 'UNCLAIMED', edgeTo('CLAIMED', 'supervisor'), { dead: new Set(['coder-1']) }, {}, 'guard'],
    ['a claim that another holds', 'CLAIMED', { ...edgeTo('CLAIMED', 'supervisor'), coder: 'coder-2' } as Edge, {}, {}, 'guard'],
    ['a claim without a commit', 'UNCLAIMED', { ...edgeTo('CLAIMED', 'supervisor'), baseCommit: 'HEAD' } as Edge, {}, {}, 'guard'],
    [
      'a rejected task while its coder lives',
      'REJECTED',
      { ...edgeTo('CLAIMED', 'supervisor'), coder: 'coder-2' } as Edge,
      {},
      {},
      'guard',
    ],
    ['a release of a living claim', 'CLAIMED', edgeTo('UNCLAIMED', 'human'), {}, {}, 'guard'],
    ['a forced release by the supervisor', 'CLAIMED', { ...edgeTo('UNCLAIMED', 'supervisor'), force: true } as Edge, {}, {}, 'guard'],
    ['a submission of another claim', 'CLAIMED', { ...edgeTo('READY_FOR_REVIEW', 'coder-1'), fencing: 0 } as Edge, {}, {}, 'stale'],
    ['a submission by another coder', 'CLAIMED', edgeTo('READY_FOR_REVIEW', 'coder-2'), {}, {}, 'stale'],
    [
      'a submission after the lease',
      'CLAIMED',
      edgeTo('READY_FOR_REVIEW', 'coder-1'),
      {},
      { lease_expires: '2026-11-15T11:59:59Z' },
      'stale',
    ],
    ['a submission without checkpoint', 'CLAIMED', edgeTo('READY_FOR_REVIEW', 'coder-1'), {}, { history: [] }, 'guard'],
    ['uncommitted changes', 'CLAIMED', edgeTo('READY_FOR_REVIEW', 'coder-1'), { worktree: { ...worktree, isClean: false } }, {}, 'guard'],
    ['another branch', 'CLAIMED', edgeTo('READY_FOR_REVIEW', 'coder-1'), { worktree: { ...worktree, branch: 'main' } }, {}, 'guard'],
    ['no change', 'CLAIMED', edgeTo('READY_FOR_REVIEW', 'coder-1'), { worktree: { ...worktree, head: commitOf('a') } }, {}, 'guard'],
    [
      'conflict markers',
      'CLAIMED',
      edgeTo('READY_FOR_REVIEW', 'coder-1'),
      { worktree: { ...worktree, hasConflictMarkers: true } },
      {},
      'guard',
    ],
    ['a block without a question', 'CLAIMED', { ...edgeTo('BLOCKED', 'coder-1'), questions: [] } as Edge, {}, {}, 'guard'],
    ['four questions', 'CLAIMED', { ...edgeTo('BLOCKED', 'coder-1'), questions: ['a', 'b', 'c', 'd'] } as Edge, {}, {}, 'guard'],
    ['a block of another claim', 'CLAIMED', { ...edgeTo('BLOCKED', 'coder-1'), fencing: 7 } as Edge, {}, {}, 'stale'],
    [
      'a verdict on another commit',
      'READY_FOR_REVIEW',
      { ...edgeTo('APPROVED', 'code-reviewer-1'), commit: commitOf('d') } as Edge,
      {},
      {},
      'guard',
    ],
    ['a verdict on a branch that moved', 'READY_FOR_REVIEW', edgeTo('APPROVED', 'code-reviewer-1'), { tip: commitOf('d') }, {}, 'guard'],
    [
      'a verdict by the author',
      'READY_FOR_REVIEW',
      edgeTo('APPROVED', 'code-reviewer-1'),
      {},
      { assigned_to: 'code-reviewer-1', reviewing_by: 'code-reviewer-1' },
      'guard',
    ],
    ['a verdict by a reviewer without the claim', 'READY_FOR_REVIEW', edgeTo('APPROVED', 'code-reviewer-2'), {}, {}, 'guard'],
    [
      'a verdict after the lease',
      'READY_FOR_REVIEW',
      edgeTo('REJECTED', 'code-reviewer-1'),
      {},
      { review_lease_expires: '2026-11-15T11:59:59Z' },
      'guard',
    ],
    ['an approval against the rules', 'READY_FOR_REVIEW', edgeTo('APPROVED', 'code-reviewer-1'), { approval: ['tests fail'] }, {}, 'guard'],
    [
      'an approval that no rule was asked for',
      'READY_FOR_REVIEW',
      edgeTo('APPROVED', 'code-reviewer-1'),
      { approval: undefined } as never,
      {},
      'guard',
    ],
    ['a rejection without reason', 'READY_FOR_REVIEW', { ...edgeTo('REJECTED', 'code-reviewer-1'), reason: ' ' } as Edge, {}, {}, 'guard'],
    ['a rejection by the supervisor of what did not move', 'READY_FOR_REVIEW', edgeTo('REJECTED', 'supervisor'), {}, {}, 'guard'],
    ['a merge that its coder approved', 'APPROVED', edgeTo('MERGED', 'supervisor'), {}, { approved_by: 'coder-1' }, 'guard'],
    [
      'a planner that tries an exhausted task again',
      'BLOCKED',
      edgeTo('UNCLAIMED', 'planner-1'),
      {},
      { failed_by: ['coder-1', 'coder-2'] },
      'guard',
    ],
    ['trying again without a change', 'BLOCKED', { ...edgeTo('UNCLAIMED', 'human'), whatChanged: '' } as Edge, {}, {}, 'guard'],
    ['a replacement by itself', 'BLOCKED', { ...edgeTo('SUPERSEDED', 'planner-1'), replacements: ['t1'] } as Edge, {}, {}, 'guard'],
    ['a replacement that is not there', 'BLOCKED', { ...edgeTo('SUPERSEDED', 'planner-1'), replacements: ['t9'] } as Edge, {}, {}, 'guard'],
    ['no replacement', 'BLOCKED', { ...edgeTo('SUPERSEDED', 'planner-1'), replacements: [] } as Edge, {}, {}, 'guard'],
    ['giving up without a reason', 'BLOCKED', { ...edgeTo('ABANDONED', 'human'), reason: '' } as Edge, {}, {}, 'guard'],
  ])('%s', (_, from, edge, more, fields, code) => {
    const result = why(from, edge, more, fields);
    expect(result).toMatchObject({ ok: false, code });
    if (!result.ok) expect(result.why.length).toBeGreaterThan(0);
  });
});

describe('a claim', () => {
  const claimedBy = (from: TaskStatus, coder: string, fields: object, more: Partial<Facts> = {}) => {
    const result = transition(boardWith(from, fields), { ...edgeTo('CLAIMED', 'supervisor'), coder } as Edge, { ...facts, ...more });
    if (!result.ok) throw new Error(result.why.join('; '));
    return { task: taskOf(result.board, 't1'), agents: result.board.agents };
  };

  test('has a lease, a place, a number, and a coder at work', () => {
    const { task, agents } = claimedBy('UNCLAIMED', 'coder-1', {});
    expect(task).toMatchObject({
      assigned_to: 'coder-1',
      worktree: '.worktrees/t1',
      base_commit: commitOf('a'),
      lease_expires: '2026-11-15T12:30:00Z',
      iteration: 1,
      fencing: 1,
    });
    expect(agents['coder-1']).toMatchObject({ status: 'WORKING', current_task: 't1', lease_expires: '2026-11-15T12:30:00Z' });
  });

  test('after a rejection continues in the next iteration for the same coder', () => {
    const { task } = claimedBy('REJECTED', 'coder-1', {
      iteration: 2,
      fencing: 4,
      review_cycles_current: 2,
      review_cycles_total: 2,
      base_commit: commitOf('e'),
    });
    expect(task).toMatchObject({ iteration: 3, fencing: 5, review_cycles_current: 2, base_commit: commitOf('e') });
    expect(task?.history?.at(-1)).toMatchObject({ event: 'reclaimed_after_rejection', agent: 'coder-1' });
  });

  test('by another coder starts again', () => {
    const fields = { iteration: 3, fencing: 4, review_cycles_current: 2, review_cycles_total: 2, failed_by: ['coder-1'] };
    const { task } = claimedBy('REJECTED', 'coder-2', fields);
    expect(task).toMatchObject({
      assigned_to: 'coder-2',
      iteration: 1,
      fencing: 5,
      review_cycles_current: 0,
      review_cycles_total: 2,
      base_commit: commitOf('a'),
    });
    expect(task?.history?.at(-1)).toMatchObject({ event: 'reassigned_after_rejection', agent: 'coder-2', previous_assignee: 'coder-1' });
  });

  test('counts its turns from zero, unless the same coder continues where its lease ended', () => {
    const over = { lease_expires: '2026-11-15T11:00:00Z', turns: 7 };
    expect(claimedBy('REJECTED', 'coder-1', { turns: 7 }).task?.turns).toBe(0);
    expect(claimedBy('CLAIMED', 'coder-2', over).task?.turns).toBe(0);
    const free = aBoard([inState('CLAIMED', over)], { 'coder-1': idleCoder() });
    const resumed = transition(free, { ...edgeTo('CLAIMED', 'supervisor'), coder: 'coder-1' } as Edge, facts);
    expect(resumed.ok && taskOf(resumed.board, 't1')).toMatchObject({ turns: 7, iteration: 1, fencing: 2 });
  });

  test('lasts as long as its task says, if it does', () =>
    expect(claimedBy('UNCLAIMED', 'coder-1', { lease_duration_override: 3_600 }).task?.lease_expires).toBe('2026-11-15T13:00:00Z'));

  test('taken over from a dead coder frees it, and counts on', () => {
    const { task, agents } = claimedBy('CLAIMED', 'coder-2', { fencing: 6 }, { dead: new Set(['coder-1']) });
    expect(task).toMatchObject({ assigned_to: 'coder-2', fencing: 7, iteration: 1 });
    expect(agents['coder-1']).toMatchObject({ status: 'IDLE', current_task: null });
  });

  test('for a fix keeps the work, and says so', () => {
    const { task } = claimedBy('INTEGRATION_FAILED', 'coder-2', { iteration: 2 });
    expect(task).toMatchObject({
      integration_fix: true,
      iteration: 3,
      worktree: '.worktrees/t1',
      base_commit: commitOf('a'),
      approved_by: null,
    });
  });
});

test('work that could not be merged, and is free again, is not lost to its next coder', () => {
  const result = transition(boardWith('INTEGRATION_FAILED'), edgeTo('UNCLAIMED', 'planner-1'), facts);
  expect(result.ok && taskOf(result.board, 't1')).toMatchObject({ previous_commit: commitOf('b'), review_commit: null, approved_by: null });
});

test('a task that is tried again after a block is steered again, and remembers who failed it', () => {
  const state = { replans: 2, prev_directive: null, last: null, worsening: 0 };
  const result = transition(
    boardWith('BLOCKED', { steering: state as never, failed_by: ['coder-1'] }),
    edgeTo('UNCLAIMED', 'human'),
    facts,
  ); // any state will do
  expect(result.ok && taskOf(result.board, 't1')).toMatchObject({ steering: null, failed_by: ['coder-1'], blocked_reason: null });
});

test.each([
  ['its coder', 'coder-1', ['coder-2'], ['coder-2', 'coder-1']],
  ['its coder, again', 'coder-1', ['coder-1'], ['coder-1']],
  ['the supervisor, because of a limit', 'supervisor', ['coder-2'], ['coder-2', 'coder-1']],
  ['the person, which is not a failure', 'human', ['coder-2'], ['coder-2']],
] as const)('a task that is blocked by %s remembers each coder that failed it, once', (_, by, failed, after) => {
  const result = transition(boardWith('CLAIMED', { failed_by: [...failed] }), edgeTo('BLOCKED', by), facts);
  expect(result.ok && taskOf(result.board, 't1')?.failed_by).toEqual(after);
});

test('what depended on a superseded task depends on its replacements', () => {
  const board = aBoard([inState('BLOCKED'), aTask({ id: 't2' }), aTask({ id: 't3', depends_on: ['t1'] })], {});
  const result = transition(board, edgeTo('SUPERSEDED', 'planner-1'), facts);
  expect(result.ok && taskOf(result.board, 't3')?.depends_on).toEqual(['t2']);
});

test('the first plan is the person’s, the next ones the planner’s', () => {
  const drafts = aBoard([inState('DRAFT'), inState('DRAFT', { id: 't2' })], {});
  expect(transition(drafts, edgeTo('UNCLAIMED', 'planner-1'), facts)).toMatchObject({ ok: false, code: 'guard' });
  const approved = transition(drafts, edgeTo('UNCLAIMED', 'human'), facts);
  expect(approved.ok && transition(approved.board, edgeTo('UNCLAIMED', 'planner-1', 't2'), facts).ok).toBe(true);
  expect(approved.ok && approved.board.sprint.scope?.planned).toEqual(['t1']);
});

test('no sequence of moves reaches an invalid board, an approval by the author, or moves a final task', () => {
  const mostly = <T>(usual: T, other: T) => fc.nat(9).map((n) => (n > 0 ? usual : other));
  const step = fc.record({
    task: fc.constantFrom('t1', 't2', 't3', 't4'),
    pick: fc.nat(),
    coder: fc.constantFrom('coder-1', 'coder-2'),
    isOld: mostly(false, true),
    dead: fc.subarray(['coder-1', 'coder-2', 'code-reviewer-1']).map((agents) => new Set(agents)),
    gates: mostly<readonly string[]>([], ['no spec']),
    approval: mostly<readonly string[]>([], ['tests fail']),
    tip: mostly(commitOf('b'), commitOf('d')),
    isClean: mostly(true, false),
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      let board = aBoard([aTask({ id: 't1' }), aTask({ id: 't2', depends_on: ['t1'] }), inState('DRAFT', { id: 't3' })], {
        'coder-1': idleCoder(),
        'coder-2': idleCoder(),
        'code-reviewer-1': idleReviewer(),
      });
      for (const { task, pick, coder, isOld, isClean, ...looked } of steps) {
        const { status, fencing = 0 } = taskOf(board, task) ?? {};
        if (status === 'READY_FOR_REVIEW') board = reviewed(board, task);
        if (status === 'CLAIMED') board = checkpointed(board, task);
        const possible = everyone.flatMap((who) => targetsOf(status ?? 'new', who).map((to) => [to, ids[who]] as const));
        const [to, by] = possible[pick % possible.length] ?? (['CLAIMED', 'supervisor'] as const);
        const asked = {
          ...edgeTo(to, by, task),
          coder,
          fencing: isOld ? 0 : fencing,
          replacements: ['t3'],
          draft: aTask({ depends_on: ['t2'] }),
        };
        const result = transition(board, asked as Edge, {
          ...facts,
          ...looked,
          worktree: { ...worktree, branch: `task/${task}`, isClean },
        });
        if (!result.ok) continue;
        seen.add(`${status} ${to}`);
        expect(status === undefined || !finalStatuses.has(status)).toBe(true);
        board = result.board;
        const findings = validateBoard(board, around(board));
        expect(isValid(findings), JSON.stringify(findings)).toBe(true);
        for (const each of board.tasks) if (each.approved_by) expect(each.approved_by).not.toBe(each.assigned_to);
      }
    }),
    { numRuns: 300 },
  );
  expect(seen.size).toBeGreaterThan(20);
});

const changed = (board: Board, id: string, fields: object): Board => ({
  ...board,
  tasks: board.tasks.map((task) => (task.id === id ? { ...task, ...fields } : task)),
});
const reviewed = (board: Board, id: string): Board =>
  changed(board, id, { reviewing_by: 'code-reviewer-1', review_lease_expires: '2026-11-15T13:00:00Z' });
const checkpointed = (board: Board, id: string): Board =>
  changed(board, id, {
    history: [...(taskOf(board, id)?.history ?? []), { time: '2026-11-15T12:00:00Z', event: 'pre_execution_checkpoint' }],
  });
