import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileEffect } from '../../contracts/control.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/json.ts';
import { Ledger } from './ledger.ts';

const [mine, other] = ['t-1-1' as SubTaskId, 't-1-2' as SubTaskId];
const call = (input: Json, tool = 'shell') => ({ tool, input });
const tests = call({ command: 'npm test' });

/** What happens in a task, as far as it counts: a call of a sub-task that worked or not, and may have changed something; or a pardon. */
type Event = readonly [subtask: SubTaskId, made: 'failed' | 'read' | 'changed' | 'changing failed', what?: typeof tests] | 'forgiven';

function ledgerAfter(events: readonly Event[]): Ledger {
  const ledger = new Ledger();
  for (const event of events) {
    if (event === 'forgiven') ledger.forgive(mine);
    else {
      const [subtask, made, what = tests] = event;
      const since = ledger.moment;
      ledger.note(subtask, what, { ok: made === 'read' || made === 'changed', changes: made.startsWith('chang'), since });
    }
  }
  return ledger;
}

const edit = call({ path: 'a.ts' }, 'edit_file');
const read = call({ path: 'a.ts' }, 'read_file');

describe('a call would fail again', () => {
  test.each<[string, readonly Event[]]>([
    ['right after it failed', [[mine, 'failed']]],
    ['when it might have changed something, but failed', [[mine, 'changing failed']]],
    [
      'after something was only read',
      [
        [mine, 'failed'],
        [mine, 'read', read],
      ],
    ],
    [
      'after something else failed, be it a change',
      [
        [mine, 'failed'],
        [mine, 'changing failed', edit],
        [other, 'failed', read],
      ],
    ],
    [
      'when it failed once more after a change',
      [
        [mine, 'failed'],
        [mine, 'changed', edit],
        [mine, 'failed'],
      ],
    ],
    ['when it failed once more after it was forgiven', [[mine, 'failed'], 'forgiven', [mine, 'failed']]],
    [
      'when the change came before it failed',
      [
        [mine, 'changed', edit],
        [mine, 'failed'],
      ],
    ],
  ])('%s', (_, events) => {
    expect(ledgerAfter(events).wouldFailAgain(mine, tests)).toBe(true);
  });
});

describe('a call may be made', () => {
  test.each<[string, readonly Event[]]>([
    ['the first time', []],
    ['again when it worked', [[mine, 'read']]],
    [
      'again after a change',
      [
        [mine, 'failed'],
        [mine, 'changed', edit],
      ],
    ],
    [
      'again after a change of another sub-task',
      [
        [mine, 'failed'],
        [other, 'changed', edit],
      ],
    ],
    ['again when it is forgiven', [[mine, 'failed'], 'forgiven']],
    ['when only another one failed', [[mine, 'failed', edit]]],
    ['when it failed in another sub-task', [[other, 'failed']]],
  ])('%s', (_, events) => {
    expect(ledgerAfter(events).wouldFailAgain(mine, tests)).toBe(false);
  });

  test('test, edit, test, edit, test: as often as something is changed in between', () => {
    const ledger = new Ledger();
    for (let round = 0; round < 5; round += 1) {
      expect(ledger.wouldFailAgain(mine, tests)).toBe(false);
      ledger.note(mine, tests, { ok: false, changes: true, since: ledger.moment });
      expect(ledger.wouldFailAgain(mine, tests)).toBe(true);
      ledger.note(mine, edit, { ok: true, changes: true, since: ledger.moment });
    }
  });

  test('again when something changed while it ran, because it may not have seen it', () => {
    const ledger = new Ledger();
    const since = ledger.moment;
    ledger.note(other, edit, { ok: true, changes: true, since: ledger.moment });
    ledger.note(mine, tests, { ok: false, changes: true, since });
    expect(ledger.wouldFailAgain(mine, tests)).toBe(false);
  });

  test('by the others, when one sub-task is forgiven, no more than before', () => {
    const ledger = ledgerAfter([[mine, 'failed'], [other, 'failed'], 'forgiven']);
    expect([ledger.wouldFailAgain(mine, tests), ledger.wouldFailAgain(other, tests)]).toEqual([false, true]);
  });
});

describe('two calls are', () => {
  test.each<[string, string, ReturnType<typeof call>, ReturnType<typeof call>]>([
    ['the same', 'in another order of their parts', call({ a: 1, b: 2 }), call({ b: 2, a: 1 })],
    ['the same', 'in another order deep inside', call([{ x: { a: 1, b: [] } }]), call([{ x: { b: [], a: 1 } }])],
    ['the same', 'with a part of a bad name', call(JSON.parse('{"__proto__":1,"a":2}')), call(JSON.parse('{"a":2,"__proto__":1}'))],
    ['not the same', 'with another tool', call({ a: 1 }), call({ a: 1 }, 'glob')],
    ['not the same', 'with another value', call({ a: 1 }), call({ a: 2 })],
    ['not the same', 'with a number as text', call({ a: 1 }), call({ a: '1' })],
    ['not the same', 'with one part more', call({ a: 1 }), call({ a: 1, b: null })],
    ['not the same', 'with only a part of a bad name more', call({ a: 2 }), call(JSON.parse('{"a":2,"__proto__":1}'))],
    ['not the same', 'in another order of a list', call([1, 2]), call([2, 1])],
    ['not the same', 'with a list for an object', call([1]), call({ 0: 1 })],
    ['not the same', 'with nothing for an empty object', call(null), call({})],
    ['not the same', 'with a tool that is named like the input of another', call('b', 'a'), call('', 'a "b"')],
  ])('%s %s', (same, _, first, second) => {
    expect(ledgerAfter([[mine, 'failed', first]]).wouldFailAgain(mine, second)).toBe(same === 'the same');
  });
});

test('whatever happens, a call is held back exactly while it has failed and nothing changed since', () => {
  const anyEvent: fc.Arbitrary<Event> = fc.oneof(
    fc.tuple(
      fc.constantFrom(mine, other),
      fc.constantFrom('failed' as const, 'read' as const, 'changed' as const, 'changing failed' as const),
      fc.constantFrom(tests, edit, read),
    ),
    fc.constant('forgiven' as const),
  );
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const failedAt = events.findLastIndex(
        (event) => event !== 'forgiven' && event[0] === mine && event[1].endsWith('failed') && event[2] === tests,
      );
      const since = failedAt === -1 ? [] : events.slice(failedAt + 1);
      const changed = since.some((event) => event === 'forgiven' || event[1] === 'changed');
      expect(ledgerAfter(events).wouldFailAgain(mine, tests)).toBe(failedAt !== -1 && !changed);
    }),
    { numRuns: 1000 },
  );
});

describe("a file is the task's own", () => {
  const path = '/home/a.txt';
  const effect = (change: FileEffect['change'], hash?: string): FileEffect => ({ path, change, ...(hash === undefined ? {} : { hash }) });

  test.each<[string, readonly FileEffect[], string]>([
    ['when the task created it', [effect('created', 'one')], 'one'],
    ['as it left it when it changed it again', [effect('created', 'one'), effect('changed', 'two')], 'two'],
    ['as it left it when it created it again', [effect('created', 'one'), effect('deleted'), effect('created', 'two')], 'two'],
    ['when it changed more than its content', [effect('created', 'one'), effect('metadata', 'one')], 'one'],
  ])('%s', (_, effects, hash) => {
    const ledger = new Ledger();
    ledger.keep(effects);
    expect(ledger.ownAt(path)).toEqual([{ path, hash }]);
    expect(ledger.ownAt('/home/b.txt')).toEqual([]);
  });

  test.each<[string, readonly FileEffect[]]>([
    ['before anything was done', []],
    ['when it was there and the task changed it', [effect('changed', 'one')]],
    ['when it was there and the task changed it twice', [effect('changed', 'one'), effect('changed', 'two')]],
    ['when it was there and got other permissions', [effect('metadata', 'one')]],
    ['when it is deleted', [effect('created', 'one'), effect('deleted')]],
    ['when it is deleted, whatever hash comes with that', [effect('created', 'one'), effect('deleted', 'one')]],
    ['when somebody else made one where it was deleted', [effect('created', 'one'), effect('deleted'), effect('changed', 'two')]],
    ['when nobody knows with what content it was created', [effect('created')]],
    ['when nobody knows how it was left', [effect('created', 'one'), effect('changed')]],
    ['when nobody knew once how it was left', [effect('created', 'one'), effect('changed'), effect('changed', 'two')]],
  ])('but not %s', (_, effects) => {
    const one = new Ledger();
    one.keep(effects);
    const byOne = new Ledger();
    for (const each of effects) byOne.keep([each]);
    expect([one.ownAt(path), byOne.ownAt(path)]).toEqual([[], []]);
  });

  test('under a path of a bad name too', () => {
    const ledger = new Ledger();
    expect(ledger.ownAt('__proto__')).toEqual([]);
    ledger.keep([{ path: '__proto__', change: 'created', hash: 'one' }]);
    expect(ledger.ownAt('__proto__')).toEqual([{ path: '__proto__', hash: 'one' }]);
  });
});

test('what was refused stays refused, and nothing else is', () => {
  const ledger = new Ledger();
  expect(ledger.wasRefused('one')).toBe(false);
  ledger.refuse('one');
  ledger.refuse('one');
  ledger.forgive(mine);
  expect([ledger.wasRefused('one'), ledger.wasRefused('two'), ledger.wasRefused('')]).toEqual([true, false, false]);
});
