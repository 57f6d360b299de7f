import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { createBoardValidator } from './board-validator.ts';
import { validateBoard } from './validate.ts';

type Sections = Readonly<Record<string, unknown>>;
type Vector = {
  readonly files: readonly string[];
  readonly dirs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly board: Sections;
};
const vectors: readonly Vector[] = JSON.parse(readFileSync('test/team/board-vectors.json', 'utf8'));
const fresh = vectors[0]?.board ?? {};
const now = new Date('2026-11-15T12:00:00Z');
const place = { files: ['specs/vision.md'], dirs: ['.worktrees/t1'], env: {}, now };
const task = (fields: Sections) => ({
  ...{ id: 't1', status: 'UNCLAIMED', priority: 1, spec_ref: 'specs/vision.md', done_when: 'hello prints Hello, World!' },
  ...fields,
});

test('the boards of all vectors, one after another, with and without a task that is a new object, are judged as they are alone', () => {
  const validate = createBoardValidator();
  for (const { board, files, dirs, env } of [...vectors, ...vectors.toReversed()]) {
    const there = { files, dirs, env, now };
    const tasks = Array.isArray(board.tasks) ? board.tasks : [];
    const copies = tasks.map((_, at) => ({ ...board, tasks: tasks.map((each, index) => (index === at ? structuredClone(each) : each)) }));
    for (const each of [board, ...copies, board]) expect(validate(each, there)).toEqual(validateBoard(each, there));
  }
});

test('a sound board of which a field or its place changes is judged as it would be as a whole', () => {
  const ids = ['t1', 't2', 't3', 't4'];
  const claimed = (id: string) => ({
    ...{ status: 'CLAIMED', assigned_to: 'coder-1', worktree: `.worktrees/${id}`, base_commit: 'a'.repeat(40) },
    lease_expires: '2099-01-01T00:00:00Z',
  });
  const field = fc.oneof(
    fc.record({ priority: fc.nat(9) }),
    fc.record({ depends_on: fc.subarray(ids, { maxLength: 1 }) }),
    fc.record({ depends_on: fc.subarray(ids, { maxLength: 1 }) }),
    fc.record({ status: fc.constantFrom('UNCLAIMED', 'MERGED', 'DRAFT') }),
    fc.record({ spec_ref: fc.constantFrom('specs/vision.md', 'specs/other.md', './specs/vision.md') }),
    fc.record({ superseded_by: fc.constant(['t9']) }),
    fc.record({ id: fc.constantFrom('t1', 't5', 't6', 't7') }),
    fc.constant('claimed' as const),
  );
  const step = fc.record({
    at: fc.nat(3),
    field,
    files: fc.constantFrom(['specs/vision.md', 'specs/other.md'], ['specs/vision.md', 'specs/other.md'], ['specs/vision.md']),
    dirs: fc.constantFrom(
      ['.worktrees/t1'],
      ids.map((id) => `.worktrees/${id}`),
    ),
    env: fc.constantFrom({}, {}, { SKIP_SPEC_FILE_CHECK: 'true' }),
    isUndone: fc.integer({ min: 0, max: 3 }).map((each) => each === 0),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
      const validate = createBoardValidator();
      let tasks = ids.map((id) => task({ id }));
      for (const { at, field: fields, isUndone, ...there } of steps) {
        const before = tasks;
        tasks = tasks.map((each, index) => (index === at ? { ...each, ...(fields === 'claimed' ? claimed(each.id) : fields) } : each));
        const board = { ...fresh, tasks };
        expect(validate(board, { ...there, now })).toEqual(validateBoard(board, { ...there, now }));
        if (isUndone) tasks = before;
      }
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});

test('a task that others depend on and that has been given another id is missed by them', () => {
  const validate = createBoardValidator();
  const after = task({ id: 't2', depends_on: ['t1'] });
  expect(validate({ ...fresh, tasks: [task({}), after] }, place)).toEqual([]);
  expect(validate({ ...fresh, tasks: [task({ id: 't3' }), after] }, place)).toMatchObject([{ rule: 'depends_exist' }]);
});

test('a board that changes piece by piece is judged as it would be as a whole', () => {
  const known = vectors.map(({ board }) => board);
  const pool = known.flatMap(({ tasks }) => (Array.isArray(tasks) ? tasks : []));
  const odd = fc.oneof(
    fc.constantFrom(...pool),
    fc.jsonValue(),
    fc
      .record({ id: fc.constantFrom('t1', 't2', '../x'), depends_on: fc.constantFrom(['t1'], ['t2'], ['t9']) })
      .map((fields) => task(fields)),
  );
  const change = fc.oneof(
    fc.record({ tasks: fc.array(odd, { maxLength: 4 }), keeps: fc.boolean() }),
    fc.record({
      section: fc.constantFrom('agents', 'sprint', 'goal', 'config', 'anomalies', 'handoff', 'version'),
      from: fc.constantFrom(...known),
    }),
    fc.record({ section: fc.constantFrom('agents', 'sprint', 'goal', 'config', 'tasks', 'handoff'), value: fc.jsonValue() }),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
      const validate = createBoardValidator();
      let board: Readonly<Record<string, unknown>> = fresh;
      for (const each of changes) {
        const before = Array.isArray(board.tasks) ? board.tasks : [];
        if ('tasks' in each) board = { ...board, tasks: each.keeps ? [...before, ...each.tasks] : each.tasks };
        else if ('from' in each) board = { ...board, [each.section]: each.from[each.section] };
        else board = { ...board, [each.section]: each.value };
        expect(validate(board, place)).toEqual(validateBoard(board, place));
      }
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});

test.each<[string, unknown]>([
  ['no event', 'claimed'],
  ['an event at no time', { time: 'yesterday or so', event: 'claimed' }],
  ['an event without a name', { time: '2026-11-15T12:00:00Z' }],
  ['no list', undefined],
])('a history that gets %s after events that were checked before is judged as it is alone', (_, added) => {
  const validate = createBoardValidator();
  const event = { time: '2026-11-15T11:00:00Z', event: 'created' };
  expect(validate({ ...fresh, tasks: [task({ history: [event] })] }, place)).toEqual([]);
  const after = { ...fresh, tasks: [task({ history: added === undefined ? event : [event, added] })] };
  expect(validate(after, place)).toEqual(validateBoard(after, place));
  expect(validate(after, place)).not.toEqual([]);
});
