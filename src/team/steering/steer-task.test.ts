import { expect, test } from 'vitest';
import { aBoard, commitOf, idleCoder, idleReviewer, inState, now } from '../../../test/team/boards.ts';
import { type Board, type Task, taskOf } from '../board/board.ts';
import { isValid, validateBoard } from '../board/validate.ts';
import { nextTaskFor } from '../claimable.ts';
import type { LetterFacts } from '../letters/admission.ts';
import { admit } from '../letters/admit.ts';
import type { Verdict } from '../letters/letter.ts';
import { goesOn } from '../lifecycle/claiming.ts';
import { coderPrompt } from '../prompts/coder.ts';
import { blockersIn, reviewCriteria } from '../review/verdict.ts';
import { limitsReached } from '../supervisor/limits.ts';

const facts: LetterFacts = {
  now,
  dead: new Set(),
  admitted: new Set(),
  specs: { hashOf: () => 'f00' },
  tip: commitOf('b'),
  review: { isEvidenceFound: [], testExit: 0, changesTests: true },
};

const judged: Readonly<Record<string, Verdict['criteria'][number]['verdict']>> = { '.': 'pass', '?': 'cannot_judge' };

/** `marks` as in steer.test.ts, one for each of the five criteria of the task. */
function rejection(task: Task, marks: string): Verdict {
  const criteria = reviewCriteria(task).map((criterion, at) => ({
    criterion,
    verdict: judged[marks[at] ?? ''] ?? ('fail' as const),
    failure_class: marks[at] === 'e' ? ('environmental' as const) : marks[at] === 'l' ? ('logical' as const) : null,
    evidence: 'hello.js:1',
  }));
  const blocker = { file: 'hello.js', line: 3, issue: 'no greeting', why: 'the spec asks for it', suggestion: 'print it' };
  const prior = blockersIn(task.rejection_reason).map((issue) => ({
    issue,
    status: marks.endsWith('!') ? ('STILL PRESENT' as const) : ('RESOLVED' as const),
  }));
  return {
    commit: commitOf('b'),
    criteria,
    blockers: [{ ...blocker, anomaly_logged: false }],
    concerns: [],
    prior,
    overall: 'REJECTED',
  };
}

const agents = { 'coder-1': idleCoder(), 'coder-2': idleCoder(), 'code-reviewer-1': idleReviewer() };
const readTask = (board: Board): Task => taskOf(board, 't1') as Task; // every board here has this task

/** The board after these rejections, each of them after another submission. */
function rejected(marks: readonly string[], config: Board['config'] = {}, more: Partial<LetterFacts> = {}): Board {
  let board: Board = { ...aBoard([inState('READY_FOR_REVIEW', { spec_hash: 'f00' })], agents), config };
  for (const [at, each] of marks.entries()) {
    const task = { ...readTask(board), ...inState('READY_FOR_REVIEW'), history: readTask(board).history, iteration: at + 1 };
    board = { ...board, tasks: [{ ...readTask(board), ...task }] };
    const letter = { id: `v${at}`, agent: 'code-reviewer-1', fencing: 1, kind: 'verdict' as const, task: 't1' };
    const answer = admit(board, { ...letter, body: rejection(readTask(board), each) }, { ...facts, ...more });
    if (!answer.ok) throw new Error(answer.why.join('; '));
    board = answer.board;
  }
  return board;
}

const living = { now, dead: new Set<string>() };
const takers = (board: Board) => ['coder-1', 'coder-2'].filter((coder) => nextTaskFor(board, coder, living)?.id === 't1');

test('the decision is on the board, with everything that it was based on', () => {
  const board = rejected(['ll...']);
  expect(isValid(validateBoard(board, { files: ['specs/vision.md'], dirs: ['.worktrees/t1'], env: {}, now }))).toBe(true);
  expect(readTask(board).steering).toMatchObject({ replans: 1, prev_directive: 'break_symmetry', next: 'same_coder' });
  expect(readTask(board).history?.at(-1)).toMatchObject({
    event: 'steered',
    agent: 'supervisor',
    next: 'same_coder',
    loss: { D: 0.4, P: 1 },
    reason: '2 of 5 criteria fail: the same coder continues, first with "hello prints Hello, World!"',
  });
});

test('the same coder continues in its worktree, with the most important point first', () => {
  const board = rejected(['.l...']);
  expect(takers(board)).toEqual(['coder-1']);
  expect(goesOn(readTask(board), 'coder-1')).toBe(true);
  expect(coderPrompt(board, 'coder-1', { ...readTask(board), iteration: 2 }, undefined)).toContain(
    'Begin with the failed criterion that weighs most: "matches the current spec".',
  );
});

test('another coder starts afresh, and is told what failed', () => {
  const board = rejected(['l....', 'lll..']);
  expect([takers(board), readTask(board).failed_by]).toEqual([['coder-2'], ['coder-1']]);
  const claimed = { ...readTask(board), iteration: 1, steering: null, previous_commit: commitOf('b') };
  expect(coderPrompt(board, 'coder-2', claimed, undefined)).toMatch(/coder before you was rejected.*b{40}.*Take another approach/);
});

test('where there is no other coder, the same one starts afresh', () => {
  const both = rejected(['l....', 'lll..']);
  const { 'coder-2': _, ...rest } = both.agents;
  const board = { ...both, agents: rest };
  expect(takers(board)).toEqual(['coder-1']);
  expect(goesOn(readTask(board), 'coder-1')).toBe(false);
  expect(goesOn({ ...readTask(board), status: 'CLAIMED' }, 'coder-1')).toBe(true); // the coder's new worktree is kept when its lease has ended
});

test.each([
  ['review_stuck', ['ll...', 'll...!']],
  ['review_deadlock', ['l....', 'lll..', 'lllll']],
] as const)('%s blocks it, and asks the planner', (next, marks) => {
  const [limit, ...more] = limitsReached(rejected(marks));
  expect(more).toEqual([]);
  expect(limit).toMatchObject({ task: 't1', reason: expect.stringContaining(`${next}: `), questions: [expect.stringMatching(/\?$/)] });
});

test('without steering, only the limit of five cycles decides', () => {
  const off = { artoo: { steer: false } };
  const marks = ['l....', 'lll..', 'lllll!', 'lllll!'];
  const board = rejected(marks, off);
  expect([readTask(board).steering ?? null, limitsReached(board), takers(board)]).toEqual([null, [], ['coder-1']]);
  expect(limitsReached(rejected([...marks, 'lllll!'], off))).toHaveLength(1);
});

test.each([
  ['the spec changed', { specs: { hashOf: () => 'other' } }, '.l...'],
  ['the tests could not run', { review: { ...facts.review, testExit: 127 } as LetterFacts['review'] }, '..l..'],
] as const)('%s: that is not a fault of the coder, whatever the reviewer says', (_, more, marks) => {
  expect(readTask(rejected([marks], {}, more as Partial<LetterFacts>)).history?.at(-1)).toMatchObject({ loss: { P: 0 } });
  expect(readTask(rejected([marks])).history?.at(-1)).toMatchObject({ loss: { P: 1 } });
});

test('a rejection that fails no criterion is a defect', () => {
  expect(readTask(rejected(['.....'])).history?.at(-1)).toMatchObject({ loss: { D: 0.2, P: 1 } });
});

test('steering that someone edited into something invalid counts as none', () => {
  const board = rejected(['l....']);
  const edited = { ...board, tasks: [{ ...readTask(board), steering: { replans: 'many', next: 'fly' } }] } as unknown as Board; // a board is a file that anyone can edit
  expect(takers(edited)).toEqual(['coder-1']);
  expect(limitsReached(edited)).toEqual([]);
});

test('a criterion that a reviewer cannot judge is not met, and the environment is at fault', () => {
  const steering = (marks: readonly string[]) => readTask(rejected(marks)).steering;
  expect(steering(['?....'])).toEqual(steering(['e....']));
  expect(steering(['l....', '?....'])).toEqual(steering(['l....', 'e....']));
  expect(steering(['l....', '?....'])).not.toEqual(steering(['l....', 'l....']));
});
