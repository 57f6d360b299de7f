import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { aBoard, aTask, commitOf, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import { type Board, finalStatuses, type Task, taskOf } from '../board/board.ts';
import { roles, type TeamRole } from '../board/ids.ts';
import { isValid, validateBoard } from '../board/validate.ts';
import { transition } from '../lifecycle/transition.ts';
import { wakeOf } from '../planning/wake.ts';
import { reviewCriteria } from '../review/verdict.ts';
import type { LetterFacts } from './admission.ts';
import { admit, kindsFor } from './admit.ts';
import { type Letter, letterKinds, readLetter } from './letter.ts';

const facts: LetterFacts = {
  now,
  dead: new Set(),
  admitted: new Set(),
  specs: { hashOf: (path) => (path === 'specs/vision.md' ? 'f00' : undefined) },
  tip: commitOf('b'),
  worktree: { branch: 'task/t1', head: commitOf('b'), isClean: true, hasConflictMarkers: false },
};
const agentOf: Readonly<Record<TeamRole, string>> = { planner: 'planner-1', coder: 'coder-1', code_reviewer: 'code-reviewer-1' };
const agents = (task?: Task) => ({
  'planner-1': { role: 'planner', status: 'IDLE' },
  'coder-1': idleCoder(task?.status === 'CLAIMED' ? { status: 'WORKING', current_task: 't1' } : {}),
  'coder-2': idleCoder(),
  'code-reviewer-1': idleReviewer(),
});
const boardWith = (task: Task, ...others: readonly Task[]): Board => aBoard([task, ...others], agents(task));
const finalized = aTask({ id: 't0', history: [{ time: '2026-11-15T11:00:00Z', event: 'finalized', agent: 'human' }] });

const plannedTask = (fields: object = {}) => ({
  id: 'farewell',
  description: 'Say goodbye',
  spec_ref: 'specs/vision.md#farewell',
  done_when: 'farewell prints "Goodbye, World!"',
  scope: 'IN: saying goodbye. OUT: greeting.',
  ...fields,
});
const verdict = (task: Task, fields: object = {}) => ({
  commit: commitOf('b'),
  criteria: reviewCriteria(task).map((criterion) => ({ criterion, verdict: 'pass', evidence: 'hello.js:1' })),
  overall: 'APPROVED',
  ...fields,
});
const rejection = (task: Task) =>
  verdict(task, {
    overall: 'REJECTED',
    blockers: [
      {
        file: 'hello.js',
        line: 3,
        issue: 'no greeting for an empty name',
        why: 'the spec asks for it',
        suggestion: 'print World',
        spec_ref: 'specs/vision.md',
      },
    ],
  });
const checkpoint = { intent: 'print it', validation: 'node --test: 1 passes', files_to_modify: ['hello.js'] };

const letter = (kind: string, body: object, fields: object = {}): Letter => {
  const read = readLetter({ id: 'l1', agent: 'coder-1', fencing: 1, task: 't1', kind, body, ...fields });
  if (!read.ok) throw new Error(read.why.join('; '));
  return read.letter;
};
const byPlanner = { agent: 'planner-1', fencing: 0 };
const byReviewer = { agent: 'code-reviewer-1' };
const reviewed = { isEvidenceFound: Array.from({ length: 20 }, () => true), testExit: 0, changesTests: true };

describe('a letter', () => {
  test.each([
    ['an unknown kind', { id: 'l', agent: 'coder-1', fencing: 1, kind: 'merge', body: {} }],
    ['no body', { id: 'l', agent: 'coder-1', fencing: 1, kind: 'submit' }],
    ['a field too many', { id: 'l', agent: 'coder-1', fencing: 1, kind: 'submit', body: { message: 'done', approved: true } }],
    ['a negative number', { id: 'l', agent: 'coder-1', fencing: -1, kind: 'submit', body: { message: 'done' } }],
    ['four questions', { id: 'l', agent: 'coder-1', fencing: 1, kind: 'block', body: { reason: 'r', questions: ['a', 'b', 'c', 'd'] } }],
    ['a summary of two lines', { id: 'l', agent: 'coder-1', fencing: 1, kind: 'handoff', body: { summary: 'a\nb', next_action: 'c' } }],
    ['a short commit', { id: 'l', agent: 'code-reviewer-1', fencing: 1, kind: 'verdict', body: { ...verdict(aTask()), commit: 'abc' } }],
    ['text', 'submit'],
    ['nothing', null],
  ])('with %s is refused with a reason', (_, value) => {
    const read = readLetter(value);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.why.join('')).not.toBe('');
  });

  test.each(roles)('of a %s is of a kind that it sends', (role) => {
    const board = boardWith(inState('CLAIMED'));
    for (const kind of letterKinds.filter((each) => !kindsFor(role).includes(each))) {
      const sent = { id: 'l', agent: agentOf[role], fencing: 1, task: 't1', kind, body: {} } as Letter;
      expect(admit(board, sent, facts), kind).toMatchObject({ ok: false });
    }
  });

  test('counts once', () => {
    const board = boardWith(inState('CLAIMED'));
    const sent = letter('submit', { message: 'done' });
    const first = admit(board, sent, facts);
    expect(first.ok && admit(first.board, sent, { ...facts, admitted: new Set(['l1']) })).toMatchObject({
      ok: true,
      board: first.ok && first.board,
    });
  });

  test.each([
    ['of an agent that is not there', { agent: 'coder-9' }],
    ['of a coder that lost its claim', { agent: 'coder-2' }],
    ['with the number of an earlier claim', { fencing: 0 }],
    ['without a task', { task: undefined }],
    ['about a task that is not there', { task: 't9' }],
  ])('%s is stale', (_, fields) =>
    expect(admit(boardWith(inState('CLAIMED')), letter('submit', { message: 'done' }, fields), facts)).toMatchObject({
      ok: false,
      code: 'stale',
    }),
  );

  test.each([
    ['checkpoint', checkpoint],
    ['log', { detail: 'still here' }],
    ['handoff', { summary: 'half done', next_action: 'the tests' }],
  ])('of the kind %s with the number of an earlier claim is stale', (kind, body) =>
    expect(admit(boardWith(inState('CLAIMED')), letter(kind, body, { fencing: 0 }), facts)).toMatchObject({ ok: false, code: 'stale' }),
  );

  test('about a merged task is stale', () =>
    expect(admit(boardWith(inState('MERGED')), letter('log', { detail: 'still here' }), facts)).toMatchObject({
      ok: false,
      code: 'stale',
    }));
});

describe('of a coder', () => {
  test('a checkpoint is in the history, and the submission after it goes to review', () => {
    const board = boardWith(inState('CLAIMED', { history: [{ time: '2026-11-15T11:00:00Z', event: 'claimed', agent: 'coder-1' }] }));
    expect(admit(board, letter('submit', { message: 'done' }), facts)).toMatchObject({ ok: false, code: 'refused' });
    const noted = admit(board, letter('checkpoint', checkpoint), facts);
    if (!noted.ok) throw new Error(noted.why.join());
    const submitted = admit(noted.board, letter('submit', { message: 'done' }, { id: 'l2' }), facts);
    expect(submitted.ok && taskOf(submitted.board, 't1')).toMatchObject({ status: 'READY_FOR_REVIEW', review_commit: commitOf('b') });
    const late = submitted.ok && admit(submitted.board, letter('checkpoint', checkpoint, { id: 'l3' }), facts);
    expect(late).toMatchObject({ ok: false, why: ['t1 is READY_FOR_REVIEW: a checkpoint belongs to a claim'] });
  });

  test('a block asks, and names who failed', () => {
    const blocked = admit(
      boardWith(inState('CLAIMED')),
      letter('block', { reason: 'the spec is silent', questions: ['What is printed?'] }),
      facts,
    );
    expect(blocked.ok && taskOf(blocked.board, 't1')).toMatchObject({
      status: 'BLOCKED',
      failed_by: ['coder-1'],
      blocked_questions: ['What is printed?'],
    });
  });
});

describe('of a reviewer', () => {
  const task = inState('READY_FOR_REVIEW');
  const sent = (body: object, more: Partial<LetterFacts> = {}) =>
    admit(boardWith(task), letter('verdict', body, byReviewer), { ...facts, review: reviewed, ...more });

  test('an approval with everything that the rules ask for counts', () =>
    expect(sent(verdict(task))).toMatchObject({ ok: true, board: { tasks: [{ status: 'APPROVED', approved_by: 'code-reviewer-1' }] } }));

  test.each<[string, object, Partial<LetterFacts>]>([
    ['evidence that is not there', verdict(task), { review: { ...reviewed, isEvidenceFound: [true, false, true, true, true] } }],
    ['evidence that was not looked up', verdict(task), { review: { ...reviewed, isEvidenceFound: [] } }],
    ['tests that fail', verdict(task), { review: { ...reviewed, testExit: 1 } }],
    ['no test changed', verdict(task), { review: { ...reviewed, changesTests: false } }],
    ['a checkout that was not looked at', verdict(task), { review: undefined } as never],
    ['a criterion without a verdict', verdict(task, { criteria: [{ criterion: 'no obvious defect', verdict: 'pass' }] }), {}],
    [
      'a criterion that failed',
      verdict(task, { criteria: reviewCriteria(task).map((criterion) => ({ criterion, verdict: 'fail', failure_class: 'logical' })) }),
      {},
    ],
    [
      'an approval of what could not be judged',
      verdict(task, {
        criteria: reviewCriteria(task).map((criterion) => ({ criterion, verdict: 'cannot_judge', evidence: 'no browser here' })),
      }),
      {},
    ],
    [
      'what could not be judged for no reason',
      { ...rejection(task), criteria: reviewCriteria(task).map((criterion) => ({ criterion, verdict: 'cannot_judge' })) },
      {},
    ],
    ['a branch that moved', verdict(task), { tip: commitOf('d') }],
    ['a rejection without a blocker', verdict(task, { overall: 'REJECTED' }), {}],
    ['a blocker without a line', { ...rejection(task), blockers: [{ file: 'a.js', issue: 'x', why: 'y', suggestion: 'z' }] }, {}],
    [
      'a failure of no class',
      { ...rejection(task), criteria: reviewCriteria(task).map((criterion) => ({ criterion, verdict: 'fail' })) },
      {},
    ],
  ])('is refused with %s', (_, body, more) => expect(sent(body, more)).toMatchObject({ ok: false, code: 'refused' }));

  test('a documentation task needs no tests', () => {
    const docs = inState('READY_FOR_REVIEW', { kind: 'docs' });
    const sentDocs = letter('verdict', verdict(docs), byReviewer);
    expect(admit(boardWith(docs), sentDocs, { ...facts, review: { ...reviewed, changesTests: false } })).toMatchObject({ ok: true });
  });

  test('a rejection is rendered, counted, and must be answered point by point the next time', () => {
    const rejected = sent(rejection(task));
    if (!rejected.ok) throw new Error(rejected.why.join());
    expect(taskOf(rejected.board, 't1')).toMatchObject({ status: 'REJECTED', review_cycles_current: 1, review_cycles_total: 1 });
    const reason = taskOf(rejected.board, 't1')?.rejection_reason ?? '';
    expect(reason.split('\n').slice(0, 4)).toEqual([
      'Blockers: 1',
      '- [blocker] hello.js:3 — no greeting for an empty name',
      '  Why it matters: the spec asks for it',
      '  Suggestion: print World',
    ]);
    const again = inState('READY_FOR_REVIEW', { iteration: 2, rejection_reason: reason });
    const answer = (prior: readonly object[]) =>
      admit(boardWith(again), letter('verdict', verdict(again, { prior }), byReviewer), { ...facts, review: reviewed });
    expect(answer([])).toMatchObject({ ok: false, code: 'refused' });
    expect(answer([{ issue: 'No greeting for an empty name', status: 'RESOLVED' }])).toMatchObject({ ok: true });
  });
});

describe('of a planner', () => {
  const plan = (tasks: readonly object[], board = boardWith(aTask(), finalized)) =>
    admit(board, letter('plan', { tasks }, byPlanner), facts);

  test('a plan stays a draft until the person has seen the first one', () => {
    const empty = aBoard([], agents());
    const first = plan([plannedTask()], empty);
    expect(first.ok && first.board.tasks.map(({ status }) => status)).toEqual(['DRAFT']);
    const later = plan([plannedTask()]);
    expect(later.ok && taskOf(later.board, 'farewell')).toMatchObject({ status: 'UNCLAIMED', spec_hash: 'f00', kind: 'code' });
    expect(later.ok && later.board.sprint.scope?.planned).toEqual(['farewell']);
  });

  test.each([
    ['no spec', { spec_ref: 'specs/gone.md' }],
    ['a spec elsewhere', { spec_ref: '../specs/vision.md' }],
    ['nothing observable', { done_when: 'it works correctly' }],
    ['nothing observable in one line of two', { done_when: ['farewell prints "Goodbye"', 'everything is fine'] }],
    ['nine lines', { done_when: Array.from({ length: 9 }, (_, at) => `farewell prints ${at}`) }],
    ['no scope', { scope: 'farewell' }],
    ['files for a scope', { scope: 'IN: src/farewell.js, test/farewell.test.js' }],
    ['an unknown dependency', { depends_on: ['t9'] }],
    ['itself to wait for', { depends_on: ['farewell'] }],
    ['tests alone', { description: 'Add unit tests for greet' }],
    ['an id that is a path', { id: '../x' }],
    ['an id that is there', { id: 't1' }],
  ])('with %s is refused, and nothing of it counts', (_, fields) => {
    const refused = plan([plannedTask({ id: 'fine' }), plannedTask(fields)]);
    expect(refused).toMatchObject({ ok: false, code: 'refused' });
  });

  test('replaces a task by sharper ones, and says why', () => {
    const board = boardWith(inState('BLOCKED'), finalized, aTask({ id: 't3', depends_on: ['t1'] }));
    const rescoped = admit(
      board,
      letter('rescope', { root_cause: 'the spec was silent', alignment: 'names are optional', tasks: [plannedTask()] }, byPlanner),
      facts,
    );
    if (!rescoped.ok) throw new Error(rescoped.why.join());
    expect(taskOf(rescoped.board, 't1')).toMatchObject({
      status: 'SUPERSEDED',
      superseded_by: ['farewell'],
      rescope_reason: 'the spec was silent',
    });
    expect(taskOf(rescoped.board, 'farewell')).toMatchObject({ status: 'UNCLAIMED', supersedes: 't1' });
    expect(taskOf(rescoped.board, 't3')?.depends_on).toEqual(['farewell']);
    expect(rescoped.board.goal.alignment_history).toHaveLength(1);
  });

  test('cannot have a task wait for one that was replaced, but for what replaced it', () => {
    const board = boardWith(inState('SUPERSEDED'), aTask({ id: 't2', history: [{ event: 'finalized' }] }));
    const waitingFor = (id: string) => admit(board, letter('plan', { tasks: [plannedTask({ depends_on: [id] })] }, byPlanner), facts);
    expect([waitingFor('t1'), waitingFor('t2')]).toMatchObject([{ ok: false, code: 'refused' }, { ok: true }]);
  });

  test.each([
    ['two coders failed', { failed_by: ['coder-1', 'coder-2'] }, ['hypothesis_exhaustion']],
    ['one coder failed', { failed_by: ['coder-1'] }, []],
    ['reviews went round in circles', { blocked_reason: 'review_deadlock: rejected 5 times' }, ['review_deadlock']],
    [
      'both happened',
      { failed_by: ['coder-1', 'coder-2'], blocked_reason: 'review_deadlock: rejected 5 times' },
      ['hypothesis_exhaustion', 'review_deadlock'],
    ],
  ])('that replaces a task after %s has code write that down first, with the cause that was found', (_, fields, types) => {
    const body = { root_cause: 'the spec was silent', alignment: 'names are optional', tasks: [plannedTask()] };
    const rescoped = admit(boardWith(inState('BLOCKED', fields), finalized), letter('rescope', body, byPlanner), facts);
    if (!rescoped.ok) throw new Error(rescoped.why.join());
    const anomaly = (type: string) => ({ type, task: 't1', reporter: 'supervisor', details: { root_cause: 'the spec was silent' } });
    expect(rescoped.board.anomalies ?? []).toMatchObject(types.map(anomaly));
    expect(rescoped.log.map(({ action }) => action)).toEqual([...types.map(() => 'anomaly'), 'task_added', 'tasks_finalized', 'rescoped']);
  });

  test('decides about what was discovered', () => {
    const board = { ...boardWith(aTask(), finalized), discovered: [{ id: 'disc-1', urgency: 'immediate' as const }] };
    const triage = (body: object) => admit(board, letter('triage', { discovery: 'disc-1', why: 'it matters', ...body }, byPlanner), facts);
    expect(wakeOf(board, undefined)).toEqual({ trigger: 'IMMEDIATE_DISCOVERY', about: ['disc-1'] });
    for (const decision of ['defer', 'reject']) {
      const decided = triage({ decision });
      expect(decided).toMatchObject({
        ok: true,
        board: { discovered: [{ urgency: 'deferred', triage: decision, triage_reason: 'it matters' }] },
      });
      expect(decided.ok && wakeOf(decided.board, undefined)).toBeUndefined();
    }
    expect(triage({ decision: 'convert' })).toMatchObject({ ok: false });
    const converted = triage({ decision: 'convert', task: plannedTask() });
    expect(converted).toMatchObject({ ok: true, board: { discovered: [{ converted_to_task: 'farewell' }] } });
    const again = letter(
      'triage',
      { discovery: 'disc-1', why: 'it matters', decision: 'convert', task: plannedTask({ id: 'other' }) },
      byPlanner,
    );
    expect(converted.ok && admit(converted.board, again, facts)).toMatchObject({ ok: false, why: ['disc-1 became farewell already'] });
  });
});

describe('of anyone', () => {
  const board = boardWith(inState('CLAIMED'));
  test('a discovery, a handoff and an anomaly are on the board', () => {
    const found = admit(board, letter('discovery', { description: 'no timeout', severity: 'high', urgency: 'immediate' }), facts);
    expect(found).toMatchObject({ ok: true, board: { discovered: [{ id: 'disc-1', by: 'coder-1', during: 't1' }] } });
    const handed = admit(board, letter('handoff', { summary: 'half done', next_action: 'the tests' }), facts);
    expect(handed).toMatchObject({ ok: true, board: { handoff: { t1: { summary: 'half done' } }, tasks: [{ handoff_pending: true }] } });
    const logged = admit(board, letter('anomaly', { type: 'retry_loop', details: { count: 3, error_pattern: 'ECONNREFUSED' } }), facts);
    expect(logged).toMatchObject({ ok: true, board: { anomalies: [{ type: 'retry_loop', reporter: 'coder-1', task: 't1' }] } });
  });

  test.each([
    ['a kind that only reviewers report', { type: 'workaround', details: { root_cause: 'x' } }],
    ['a kind that only code reports', { type: 'review_deadlock', details: {} }],
    ['details that are missing', { type: 'trade_off', details: { what: 'speed' } }],
    ['details that say nothing', { type: 'external_blocker', details: { blocker_service: ' ' } }],
    ['two tries, which are not a loop', { type: 'retry_loop', details: { count: 2, error_pattern: 'ECONNREFUSED' } }],
    ['details without end', { type: 'external_blocker', details: { blocker_service: 'x'.repeat(5_000) } }],
  ])('an anomaly with %s is refused', (_, body) =>
    expect(admit(board, letter('anomaly', body), facts)).toMatchObject({ ok: false, code: 'refused' }),
  );
});

test('no letters reach an invalid board, an approval by the author, or move a final task', () => {
  const step = fc.record({
    kind: fc.constantFrom(...letterKinds),
    agent: fc.constantFrom('planner-1', 'coder-1', 'coder-2', 'code-reviewer-1'),
    task: fc.constantFrom('t1', 't2', 'n1'),
    number: fc.nat(3),
    isRight: fc.boolean(),
    moves: fc.boolean(),
  });
  const bodyOf = (kind: string, task: Task, isRight: boolean, number: number): object =>
    ({
      plan: { tasks: [plannedTask({ id: `n${number}`, depends_on: isRight ? [] : ['n1'] })] },
      rescope: { root_cause: 'r', alignment: 'a', tasks: [plannedTask({ id: `n${number}` })] },
      unblock: { what_changed: 'the spec' },
      abandon: { reason: 'r' },
      triage: { discovery: 'disc-1', decision: 'convert', task: plannedTask({ id: `n${number}` }), why: 'w' },
      checkpoint_request: { why: 'w' },
      checkpoint,
      submit: { message: 'm' },
      block: { reason: 'r', questions: ['q'] },
      verdict: isRight ? verdict(task) : rejection(task),
      discovery: { description: 'd', severity: 'low' },
      anomaly: { type: 'spec_gap', details: { root_cause: 'r', spec_ref: `specs/${number}.md` } },
      handoff: { summary: 's', next_action: 'n' },
      log: { detail: 'd' },
    })[kind] ?? {};
  /** The letters that a competent agent could send in each status. */
  const apt: { readonly [Status in Task['status']]?: readonly (readonly [(typeof letterKinds)[number], string])[] } = {
    CLAIMED: [
      ['checkpoint', 'coder-1'],
      ['submit', 'coder-1'],
      ['block', 'coder-1'],
    ],
    READY_FOR_REVIEW: [
      ['verdict', 'code-reviewer-1'],
      ['verdict', 'code-reviewer-1'],
      ['verdict', 'coder-1'],
    ],
    BLOCKED: [
      ['unblock', 'planner-1'],
      ['rescope', 'planner-1'],
      ['abandon', 'planner-1'],
    ],
  };
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      let board: Board = {
        ...aBoard([aTask(), aTask({ id: 't2', depends_on: ['t1'] }), finalized], agents()),
        discovered: [{ id: 'disc-1' }],
      };
      steps.forEach(({ kind: anyKind, agent: anyAgent, task: id, number, isRight, moves }, at) => {
        if (moves) board = supervised(board, id);
        const task = taskOf(board, id) ?? aTask({ id });
        const [kind, agent] = (isRight && number < 3 && apt[task.status]?.[number]) || [anyKind, anyAgent];
        const sent = letter(kind, bodyOf(kind, task, isRight, number), {
          id: `l${at}`,
          agent,
          task: id,
          fencing: isRight ? (task.fencing ?? 0) : number,
        });
        const worktree = { branch: `task/${id}`, head: commitOf('b'), isClean: true, hasConflictMarkers: false };
        const before = new Map(board.tasks.map((each) => [each.id, each.status]));
        const admitted = admit(board, sent, { ...facts, worktree, review: reviewed });
        if (!admitted.ok) return;
        seen.add(kind);
        board = admitted.board;
        const dirs = board.tasks.flatMap(({ worktree: path }) => (path ? [path] : []));
        const findings = validateBoard(board, { files: ['specs/vision.md'], dirs, env: {}, now });
        expect(isValid(findings), JSON.stringify(findings)).toBe(true);
        for (const { id: each, status, approved_by, assigned_to } of board.tasks) {
          const was = before.get(each);
          if (was && finalStatuses.has(was)) expect(status).toBe(was);
          if (approved_by) expect(approved_by).not.toBe(assigned_to);
        }
      });
    }),
    { numRuns: 200 / oneIn(4) },
  );
  expect([...seen].sort()).toEqual([...letterKinds].sort());
});

/** What the supervisor does between letters: it claims, hands out reviews, and merges. */
function supervised(board: Board, id: string): Board {
  const task = taskOf(board, id);
  if (!task) return board;
  if (task.status === 'READY_FOR_REVIEW')
    return {
      ...board,
      tasks: board.tasks.map((each) =>
        each === task ? { ...task, reviewing_by: 'code-reviewer-1', review_lease_expires: '2026-11-15T13:00:00Z' } : each,
      ),
    };
  const edge =
    task.status === 'APPROVED'
      ? ({ to: 'MERGED', task: id, by: 'supervisor', commit: commitOf('c') } as const)
      : ({ to: 'CLAIMED', task: id, by: 'supervisor', coder: 'coder-1', baseCommit: commitOf('a') } as const);
  const moved = transition(board, edge, facts);
  return moved.ok ? moved.board : board;
}
