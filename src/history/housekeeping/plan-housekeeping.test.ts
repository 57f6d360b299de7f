import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../test/support/ended-journal.ts';
import { oneIn } from '../../../test/support/sample.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskReceipts } from '../../tools/changes/receipts/forget-receipts.ts';
import { type Found, type JournalFound, type Policy, planHousekeeping } from './plan-housekeeping.ts';

const now = Date.UTC(2026, 0, 1);
const ago = (days: number): number => now - days * dayMs;
const never = Number.POSITIVE_INFINITY;
const nothing: Policy = { compressAfter: never, removeAfter: never, undoAfter: never, maxSize: never };

const journal = (task_id: string, days: number, more: Partial<JournalFound> = {}): JournalFound => ({
  task_id,
  state: 'ended',
  ended: ago(days),
  plain: 100_000,
  compressed: 0,
  ...more,
});
const receipts = (task_id: string, days: number, undoes: readonly string[] = []): TaskReceipts => ({
  task_id: task_id as TaskId,
  bytes: 50_000,
  time: ago(days),
  undoes,
});

/** The steps in short form: what each does, and to what. */
const planned = (found: Partial<Found>, policy: Partial<Policy>): readonly string[] =>
  planHousekeeping({ journals: [], receipts: [], parts: [], ...found }, { ...nothing, ...policy }, now).steps.map(
    ({ does, why, id }) => `${does} ${id} for its ${why}`,
  );

const days = (count: number): number => count * dayMs;

describe('by age', () => {
  const journals = [journal('young', 29), journal('due', 30), journal('old', 400), journal('small', 400, { plain: 0, compressed: 9_000 })];
  const kept = [receipts('due', 31), receipts('old', 401), receipts('tried', 400)];

  test.each<[string, Partial<Policy>, readonly string[]]>([
    ['nothing is done without a policy', {}, []],
    ['journals are compressed, once', { compressAfter: days(30) }, ['compress old for its age', 'compress due for its age']],
    [
      'tasks are removed, with those that have no journal',
      { removeAfter: days(365) },
      ['remove old for its age', 'remove small for its age', 'forget tried for its age'],
    ],
    [
      'receipts are removed alone',
      { undoAfter: days(30) },
      ['forget old for its age', 'forget tried for its age', 'forget due for its age'],
    ],
    [
      'what is removed is not compressed',
      { compressAfter: 0, removeAfter: days(365) },
      [
        'remove old for its age',
        'remove small for its age',
        'forget tried for its age',
        'compress due for its age',
        'compress young for its age',
      ],
    ],
    [
      'what is forgotten may be compressed',
      { compressAfter: days(365), undoAfter: days(365) },
      ['forget old for its age', 'forget tried for its age', 'compress old for its age'],
    ],
    [
      'the shorter age counts where there is no journal',
      { removeAfter: days(500), undoAfter: days(399.5) },
      ['forget old for its age', 'forget tried for its age'],
    ],
  ])('%s', (_, policy, steps) => {
    expect(planned({ journals, receipts: kept }, policy)).toEqual(steps);
  });

  test('a receipt that is younger than the end counts too', () => {
    expect(planned({ journals: [journal('a', 400)], receipts: [receipts('a', 3)] }, { removeAfter: days(365) })).toEqual([]);
  });

  test('a time in the future is young', () => {
    expect(planned({ journals: [journal('a', -5)] }, { removeAfter: 0, compressAfter: 0, undoAfter: 0 })).toEqual([]);
  });
});

test.each(['unfinished', 'running', 'unreadable'] as const)('a journal that is %s is never touched, and told', (state) => {
  const found = { journals: [journal('a', 999, { state, ended: 0, compressed: 5 })], receipts: [receipts('a', 999)], parts: [] };
  const plan = planHousekeeping(found, { compressAfter: 0, removeAfter: 0, undoAfter: 0, maxSize: 0 }, now);
  expect(plan).toMatchObject({ steps: [], saves: 0, left: { [state]: 1 } });
});

test('a task that was dropped goes like one that has ended, but is not compressed', () => {
  const journals = [journal('dropped', 400, { state: 'dropped' }), journal('young', 1, { state: 'dropped' })];
  const kept = [receipts('dropped', 400)];
  expect(planned({ journals, receipts: kept }, { compressAfter: 0 })).toEqual([]);
  expect(planned({ journals, receipts: kept }, { undoAfter: days(30) })).toEqual(['forget dropped for its age']);
  expect(planned({ journals, receipts: kept }, { removeAfter: days(365) })).toEqual(['remove dropped for its age']);
  expect(planned({ journals }, { maxSize: 100_000 })).toEqual(['remove dropped for its size']);
});

describe('leftovers', () => {
  test('of a journal under both names the plain one goes, whatever its age', () => {
    const plan = planHousekeeping({ journals: [journal('a', 0, { compressed: 9_000 })], receipts: [], parts: [] }, nothing, now);
    expect(plan.steps).toMatchObject([{ does: 'compress', why: 'leftover', id: 'a', bytes: 100_000, saves: 100_000 }]);
  });

  test('a part goes after a day', () => {
    const part = (name: string, time: number) => ({ name, bytes: 7, time });
    const parts = [part('old.jsonl.gz.part', ago(1)), part('new.jsonl.gz.part', ago(0.99))];
    expect(planned({ parts }, {})).toEqual(['sweep old.jsonl.gz.part for its leftover']);
  });
});

describe('by size', () => {
  const journals = [journal('newest', 1), journal('oldest', 300), journal('middle', 200)];

  test.each<[string, Partial<Policy>, readonly string[]]>([
    ['all fits', { maxSize: 300_000 }, []],
    ['the oldest go first, as few as possible', { maxSize: 200_000 }, ['remove oldest for its size']],
    ['a little too much is too much', { maxSize: 199_999 }, ['remove oldest for its size', 'remove middle for its size']],
    ['nothing fits', { maxSize: 0 }, ['remove oldest for its size', 'remove middle for its size', 'remove newest for its size']],
    [
      'what is compressed takes less',
      { maxSize: 150_000, compressAfter: days(30) },
      ['compress oldest for its age', 'compress middle for its age'],
    ],
    [
      'what is compressed may have to go all the same',
      { maxSize: 130_000, compressAfter: days(30) },
      ['compress oldest for its age', 'compress middle for its age', 'remove oldest for its size'],
    ],
    ['what goes for its age counts', { maxSize: 200_000, removeAfter: days(250) }, ['remove oldest for its age']],
  ])('%s', (_, policy, steps) => {
    expect(planned({ journals }, policy)).toEqual(steps);
  });

  test('what may not go stays, and the next oldest goes', () => {
    const found = { journals: [journal('a', 900, { state: 'unfinished', ended: 0 }), journal('b', 5)] };
    expect(planned(found, { maxSize: 100_000 })).toEqual(['remove b for its size']);
  });

  test('receipts without a journal count and go as tasks do', () => {
    expect(planned({ journals, receipts: [receipts('tried', 999)] }, { maxSize: 300_000 })).toEqual(['forget tried for its size']);
  });
});

describe('an undo', () => {
  test('goes after what it undid', () => {
    const kept = [receipts('undo', 50, ['task']), receipts('task', 49), receipts('again', 48, ['undo'])]; // a clock went back
    expect(planned({ receipts: kept }, { undoAfter: days(30) })).toEqual([
      'forget task for its age',
      'forget undo for its age',
      'forget again for its age',
    ]);
  });

  test('stays as long as what it undid does', () => {
    const found = {
      journals: [journal('task', 60, { state: 'unfinished', ended: 0 })],
      receipts: [receipts('task', 60), receipts('undo', 50, ['task'])],
    };
    expect(planned(found, { undoAfter: 0, removeAfter: 0, maxSize: 0 })).toEqual([]);
  });

  test('goes when what it undid is gone, or goes with its journal', () => {
    const found = { journals: [journal('task', 60)], receipts: [receipts('task', 60), receipts('undo', 50, ['task', 'long gone'])] };
    expect(planned(found, { removeAfter: days(40) })).toEqual(['remove task for its age', 'forget undo for its age']);
  });
});

const someAge = fc.oneof(fc.constant(never), fc.integer({ min: 0, max: 100 }).map(days));
const somePolicy = fc.record({
  compressAfter: someAge,
  removeAfter: someAge,
  undoAfter: someAge,
  maxSize: fc.oneof(fc.constant(never), fc.integer({ min: 0, max: 3_000 })),
});
const someId = fc.integer({ min: 0, max: 9 }).map((n) => `t${n}`);
const someDays = fc.integer({ min: -5, max: 120 });
const someFound: fc.Arbitrary<Found> = fc.record({
  journals: fc.uniqueArray(
    fc.record({
      task_id: someId,
      state: fc.constantFrom('ended', 'ended', 'ended', 'dropped', 'unfinished', 'running', 'unreadable'),
      ended: someDays.map(ago),
      plain: fc.nat(1_000),
      compressed: fc.nat(300),
    }),
    { selector: ({ task_id }) => task_id },
  ),
  receipts: fc.uniqueArray(
    fc.record({
      task_id: someId as fc.Arbitrary<TaskId>,
      bytes: fc.nat(500),
      time: someDays.map(ago),
      undoes: fc.array(someId, { maxLength: 2 }),
    }),
    { selector: ({ task_id }) => task_id },
  ),
  parts: fc.array(fc.record({ name: fc.constant('x.part'), bytes: fc.nat(50), time: someDays.map(ago) }), { maxLength: 2 }),
});

test('whatever lies there and whatever the policy, nothing goes that must stay', () => {
  fc.assert(
    fc.property(someFound, somePolicy, (found, policy) => {
      const { steps, total, saves } = planHousekeeping(found, policy, now);
      const least = {
        sweep: days(1),
        remove: policy.removeAfter,
        forget: Math.min(policy.undoAfter, policy.removeAfter),
        compress: policy.compressAfter,
      };
      for (const { does, why, when } of steps)
        if (why === 'age' || does === 'sweep') expect(now - when).toBeGreaterThanOrEqual(least[does]);
      const touched = new Set(steps.map(({ id }) => id));
      for (const { task_id, state } of found.journals) if (state !== 'ended' && state !== 'dropped') expect(touched).not.toContain(task_id);
      for (const step of steps) expect(Math.min(step.saves, step.bytes, step.bytes - step.saves)).toBeGreaterThanOrEqual(0);
      expect(saves).toBeLessThanOrEqual(total);
      const removed = steps.filter(({ does }) => does === 'remove').map(({ id }) => id);
      expect(new Set(removed).size).toBe(removed.length);
      const youngestForSize = Math.max(...steps.filter(({ why }) => why === 'size').map(({ when }) => when), -never);
      const bySize = new Set(steps.filter(({ why }) => why === 'size').map(({ id }) => id));
      const undone = new Set(found.receipts.filter(({ undoes }) => undoes.length > 0).map(({ task_id }) => task_id as string));
      for (const { task_id, state, ended } of found.journals) {
        const mayStay =
          (state !== 'ended' && state !== 'dropped') || undone.has(task_id) || bySize.has(task_id) || removed.includes(task_id);
        const time = Math.max(ended, found.receipts.find((each) => each.task_id === task_id)?.time ?? 0);
        if (!mayStay) expect(time).toBeGreaterThanOrEqual(youngestForSize);
      }
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});

test('what was done once is not planned again', () => {
  fc.assert(
    fc.property(someFound, somePolicy, (found, { maxSize: _, ...byAge }) => {
      const policy = { ...byAge, maxSize: never };
      const done = planHousekeeping(found, policy, now).steps.filter(({ does }) => does === 'remove' || does === 'forget');
      const removed = new Set(done.flatMap(({ does, id }) => (does === 'remove' ? [id] : [])));
      const forgotten = new Set(done.map(({ id }) => id));
      const rest = {
        journals: found.journals.filter(({ task_id }) => !removed.has(task_id)),
        receipts: found.receipts.filter(({ task_id }) => !forgotten.has(task_id)),
        parts: [],
      };
      const again = planHousekeeping(rest, policy, now).steps;
      expect(again.filter(({ does }) => does === 'remove' || does === 'forget')).toEqual([]);
    }),
  );
});
