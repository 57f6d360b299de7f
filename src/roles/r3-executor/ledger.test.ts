import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { Harm } from '../../tools/tool.ts';
import { Ledger } from './ledger.ts';

const [mine, other] = ['t-1-1' as SubTaskId, 't-1-2' as SubTaskId];
const call = (input: Json, tool = 'shell') => ({ tool, input });
const tests = call({ command: 'npm test' });

/**
 * What a ledger records: a call of a sub-task, with its outcome and whether it changed something; or `forgiven`, a retry after an environmental
 * failure.
 */
type Event = readonly [subtask: SubTaskId, made: 'failed' | 'read' | 'changed' | 'changing failed', what?: typeof tests] | 'forgiven';

function ledgerAfter(events: readonly Event[]): Ledger {
  const ledger = new Ledger();
  play(ledger, events);
  return ledger;
}

function play(ledger: Ledger, events: readonly Event[]): void {
  for (const event of events) {
    if (event === 'forgiven') ledger.forgetFailures(mine);
    else {
      const [subtask, made, what = tests] = event;
      const since = ledger.changeCount;
      ledger.note(subtask, what, { ok: made === 'read' || made === 'changed', changes: made.startsWith('chang'), since });
    }
  }
}

const edit = call({ path: 'a.ts' }, 'edit_file');
const read = call({ path: 'a.ts' }, 'read_file');

describe('a call would fail again', () => {
  test.each<[string, readonly Event[]]>([
    ['right after it failed', [[mine, 'failed']]],
    ['after it failed in another sub-task', [[other, 'failed']]],
    ['when another sub-task is forgiven', [[other, 'failed'], 'forgiven']],
    ['when one of two sub-tasks in which it failed is forgiven', [[mine, 'failed'], [other, 'failed'], 'forgiven']],
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
    expect(ledgerAfter(events).wouldFailAgain(tests)).toBe(true);
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
  ])('%s', (_, events) => {
    expect(ledgerAfter(events).wouldFailAgain(tests)).toBe(false);
  });

  test('test, edit, test, edit, test: as often as something is changed in between', () => {
    const ledger = new Ledger();
    for (let round = 0; round < 5; round += 1) {
      expect(ledger.wouldFailAgain(tests)).toBe(false);
      ledger.note(mine, tests, { ok: false, changes: true, since: ledger.changeCount });
      expect(ledger.wouldFailAgain(tests)).toBe(true);
      ledger.note(mine, edit, { ok: true, changes: true, since: ledger.changeCount });
    }
  });

  test('again when something changed while it ran, because it may not have seen it', () => {
    const ledger = new Ledger();
    const since = ledger.changeCount;
    ledger.note(other, edit, { ok: true, changes: true, since: ledger.changeCount });
    ledger.note(mine, tests, { ok: false, changes: true, since });
    expect(ledger.wouldFailAgain(tests)).toBe(false);
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
    expect(ledgerAfter([[mine, 'failed', first]]).wouldFailAgain(second)).toBe(same === 'the same');
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
      const isHeld = (subtask: SubTaskId): boolean => {
        const failedAt = events.findLastIndex(
          (event) => event !== 'forgiven' && event[0] === subtask && event[1].endsWith('failed') && event[2] === tests,
        );
        const ends = (event: Event) => (event === 'forgiven' ? subtask === mine : event[1] === 'changed');
        return failedAt !== -1 && !events.slice(failedAt + 1).some(ends);
      };
      expect(ledgerAfter(events).wouldFailAgain(tests)).toBe(isHeld(mine) || isHeld(other));
    }),
    { numRuns: 1000 / oneIn(10) },
  );
});

describe('whether something changed in a round', () => {
  const round = 2;
  test.each<[string, before: readonly Event[], after: readonly Event[], changed: boolean]>([
    ['nothing happened', [], [], false],
    ['something was changed before', [[mine, 'changed', edit]], [], false],
    ['something was changed since', [], [[mine, 'changed', edit]], true],
    ['something was changed since by another sub-task', [[mine, 'failed']], [[other, 'changed', edit]], true],
    ['something was read since', [], [[mine, 'read', read]], false],
    ['a change failed since', [], [[mine, 'changing failed', edit]], false],
    ['a sub-task was forgiven since', [[mine, 'failed']], ['forgiven'], false],
  ])('%s', (_, before, after, changed) => {
    const ledger = ledgerAfter(before);
    ledger.startRound(round);
    play(ledger, after);
    ledger.startRound(round); // the next group of the same round
    expect(ledger.hasChangedIn(round)).toBe(changed);
    expect(ledger.hasChangedIn(round + 1)).toBe(false);
  });
});

const harm = (hash: string, more: Partial<Harm> = {}): Harm => ({
  action: `do ${hash}`,
  effects: [],
  more: 0,
  network: false,
  reason: '',
  hash,
  rule: null,
  ...more,
});
const effect = (change: 'created' | 'deleted', path: string, why?: string) => ({ change, path, ...(why === undefined ? {} : { why }) });

test('what was refused stays refused, and nothing else is', () => {
  const ledger = new Ledger();
  expect(ledger.wasRefused(harm('one'))).toBe(false);
  ledger.refuse(harm('one'));
  ledger.refuse(harm('one'));
  ledger.forgetFailures(mine);
  expect([ledger.wasRefused(harm('one')), ledger.wasRefused(harm('two')), ledger.wasRefused(harm(''))]).toEqual([true, false, false]);
});

test.each<[title: string, later: Partial<Harm>, refused: boolean]>([
  ['the same effect', { effects: [effect('deleted', '/a', 'it existed')] }, true],
  ['the same effect among others', { effects: [effect('created', '/new'), effect('deleted', '/a', 'it existed')] }, true],
  ['another effect on the same path', { effects: [effect('created', '/a', 'it is sensitive')] }, false],
  ['the same on another path', { effects: [effect('deleted', '/b', 'it existed')] }, false],
  ['an effect that needed no yes', { effects: [effect('created', '/free')] }, false],
  ['the network for another command', { network: true, action: 'curl b' }, false],
  ['the network for the same command', { network: true, action: 'curl a' }, true],
  ['a host that was refused, for another command', { network: true, host: 'a.example', action: 'curl b' }, true],
  ['another host for the same command', { network: true, host: 'b.example', action: 'npm ci' }, false],
])('a no holds for what it was said to, by whatever command: %s', (_, later, refused) => {
  const ledger = new Ledger();
  ledger.refuse(harm('one', { effects: [effect('deleted', '/a', 'it existed'), effect('created', '/free')] }));
  ledger.refuse(harm('two', { network: true, action: 'curl a' }));
  ledger.refuse(harm('three', { network: true, host: 'a.example', action: 'npm ci' }));
  expect(ledger.wasRefused(harm('other', later))).toBe(refused);
});
