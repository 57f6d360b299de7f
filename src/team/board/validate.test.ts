import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isValid, validateBoard } from './validate.ts';

type Vector = {
  readonly name: string;
  readonly rule: string;
  readonly valid: boolean;
  readonly level: 'ok' | 'warning' | 'error';
  readonly files: readonly string[];
  readonly dirs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly board: Readonly<Record<string, unknown>>;
};
const vectors: readonly Vector[] = JSON.parse(readFileSync('test/team/board-vectors.json', 'utf8'));
const findings = ({ board, files, dirs, env }: Pick<Vector, 'board' | 'files' | 'dirs' | 'env'>, now?: Date) =>
  validateBoard(board, { files, dirs, env, ...(now ? { now } : {}) });

test.each(vectors)('$name: $level', (vector) => {
  const found = findings(vector);
  expect(isValid(found), JSON.stringify(found)).toBe(vector.valid);
  const levels = found.map(({ level }) => level);
  expect(levels.includes('error') ? 'error' : levels.includes('warning') ? 'warning' : 'ok').toBe(vector.level);
  if (vector.level !== 'ok') expect(found.map(({ rule }) => rule)).toContain(vector.rule);
});

const fresh = vectors[0]?.board ?? {};
const task = (fields: Readonly<Record<string, unknown>>) => ({
  id: 't1',
  status: 'UNCLAIMED',
  priority: 1,
  spec_ref: 'specs/vision.md',
  done_when: 'hello prints Hello, World!',
  ...fields,
});
const claimed = {
  status: 'CLAIMED',
  assigned_to: 'coder-1',
  worktree: '.worktrees/t1',
  base_commit: 'a'.repeat(40),
  lease_expires: '2099-01-01T00:00:00Z',
};
const place = { files: ['specs/vision.md'], dirs: ['.worktrees/t1'], env: {} };
const rulesOf = (board: unknown, more: Partial<Parameters<typeof validateBoard>[1]> = {}) =>
  validateBoard(board, { ...place, ...more }).map(({ rule }) => rule);
const withTasks = (...tasks: readonly unknown[]) => ({ ...fresh, tasks });

describe('a task', () => {
  test.each([
    ['draft_assigned', { status: 'DRAFT', assigned_to: 'coder-1' }],
    ['claimed_assigned', { ...claimed, assigned_to: null }],
    ['claimed_base', { ...claimed, base_commit: null }],
    ['claimed_lease', { ...claimed, lease_expires: null }],
    ['review_commit', { ...claimed, status: 'READY_FOR_REVIEW' }],
    ['rejected', { ...claimed, status: 'REJECTED' }],
    ['merged_worktree', { ...claimed, status: 'MERGED' }],
    ['depends_exist', { depends_on: ['t'] }],
    ['finalized', { done_when: null }],
    ['finalized', { spec_ref: null }],
    ['cycles', { review_cycles_current: 2, review_cycles_total: 1 }],
    ['agent_id', { ...claimed, assigned_to: 'planner-1' }],
    ['agent_id', { ...claimed, reviewing_by: 'coder-2', review_lease_expires: '2099-01-01T00:00:00Z' }],
    ['self_review', { ...claimed, status: 'APPROVED', approved_by: 'planner-1' }],
    ['spec_place', { spec_ref: '../elsewhere/vision.md' }],
    ['spec_place', { spec_ref: '/etc/passwd#top' }],
    ['worktree_place', { ...claimed, worktree: '.worktrees/../src' }],
    ['worktree_place', { ...claimed, worktree: '.worktrees' }],
    ['worktree_place', { ...claimed, worktree: '/tmp/.worktrees/t1' }],
    ['id_form', { id: 'a..b' }],
    ['id_form', { id: 'a.lock' }],
    ['id_form', { id: '-rf' }],
    ['id_form', { id: 'x'.repeat(65) }],
    ['blocked', { status: 'BLOCKED', blocked_reason: 'no spec', blocked_questions: [] }],
    ['blocked', { status: 'BLOCKED', blocked_reason: null, blocked_questions: ['a?'] }],
    ['blocked', { status: 'BLOCKED', blocked_reason: 'no spec', blocked_questions: 'a?' }],
    ['superseded', { status: 'SUPERSEDED', superseded_by: null, rescope_reason: 'split' }],
    ['shape', { depends_on: 't2' }],
    ['shape', { lease_expires: 'tomorrow' }],
    ['shape', { history: [{ time: 1 }] }],
    ['state', { status: null }],
  ])('breaks %s with %j', (rule, fields) => expect(rulesOf(withTasks(task(fields)))).toContain(rule));

  test.each([
    [{ spec_ref: 'specs/vision.md#greeting' }],
    [{ spec_ref: './specs/vision.md' }],
    [{ ...claimed, worktree: '.worktrees/t1/' }],
    [{ ...claimed, assigned_to: 'coder-12' }],
    [{ id: 'x'.repeat(64) }],
    [{ id: 'v1.2_final-3' }],
    [{ done_when: ['one line', 'another'] }],
  ])('is right with %j', (fields) => expect(rulesOf(withTasks(task(fields)))).toEqual([]));

  test('whose spec is missing is right where that is not looked at', () => {
    const board = withTasks(task({ spec_ref: 'specs/gone.md' }));
    expect(rulesOf(board)).toEqual(['spec_file']);
    expect(rulesOf(board, { env: { SKIP_SPEC_FILE_CHECK: 'true' } })).toEqual([]);
  });

  test('is one of two that a coder holds, whatever the states of both', () => {
    const other = { ...claimed, id: 't2', status: 'READY_FOR_REVIEW', review_commit: 'b'.repeat(40) };
    expect(rulesOf(withTasks(task(claimed), task(other)))).toEqual(['one_active_task']);
  });

  test('is named by its id where a field has no sense', () => {
    const [finding] = validateBoard(withTasks(task({ status: 'DONE' })), place);
    expect(finding?.text).toContain('task t1: status is "DONE"');
  });
});

describe('an agent', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const agent = (id: string, fields: Readonly<Record<string, unknown>>) => ({
    ...fresh,
    agents: { [id]: { role: 'coder', status: 'IDLE', ...fields } },
  });
  test.each([
    ['my-coder-1', {}, ['agent_id']],
    ['coder', {}, ['agent_id']],
    ['coder-1', { role: 'planner' }, ['agent_id']],
    ['coder-1', {}, []],
    ['code-reviewer-2', { role: 'code-reviewer' }, []],
    ['code-reviewer-2', { role: 'code_reviewer' }, []],
    ['coder-1', { status: 'WORKING', current_task: 't1', lease_expires: '2026-11-15T11:58:59Z' }, ['agent_working']],
    ['coder-1', { status: 'WORKING', current_task: 't1', lease_expires: '2026-11-15T11:59:00Z' }, []],
  ])('%s with %j', (id, fields, expected) => expect(rulesOf(agent(id, fields), { now })).toEqual(expected));
});

test.each([
  ['sprint', { scope: { planned: ['t9'], stretch: [] } }],
  ['sprint', { scope: { planned: [], stretch: ['t9'] } }],
  ['sprint', { timeline: { started: null } }],
  ['sprint', { status: 'PAUSED' }],
])('a sprint breaks %s with %j', (rule, fields) =>
  expect(rulesOf({ ...fresh, sprint: { ...Object(fresh.sprint), ...fields } })).toContain(rule),
);

test.each([
  ['handoff', { handoff: { t1: { summary: 'half done' } } }],
  ['discovered', { discovered: [{ urgency: 'soon' }] }],
  ['anomaly_details', { anomalies: [{ type: 'retry_loop', details: { count: 3 } }] }],
  ['anomaly_details', { anomalies: [{ type: 'retry_loop' }] }],
  ['required', { agents: null }],
  ['required', { version: undefined }],
])('a board breaks %s with %j', (rule, sections) => expect(rulesOf(JSON.parse(JSON.stringify({ ...fresh, ...sections })))).toContain(rule));

test('whatever is in a board, it is judged and never thrown at', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('tasks', 'agents', 'sprint', 'config', 'goal', 'anomalies', 'handoff'),
      (value, section) => {
        validateBoard(value, place);
        validateBoard({ ...fresh, [section]: value }, place);
        validateBoard({ ...fresh, tasks: [value] }, place);
      },
    ),
  );
});

test('a long chain of dependencies is not a circle, and takes no longer than it is long', () => {
  const chain = Array.from({ length: 2_000 }, (_, at) => task({ id: `t${at}`, depends_on: at > 0 ? [`t${at - 1}`] : [] }));
  expect(rulesOf(withTasks(...chain))).toEqual([]);
});
