import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf, type Route, routeIn, taskParts } from './route.ts';

test.each<[string, Route]>([
  ['', { view: 'home' }],
  ['#/', { view: 'home' }],
  ['#/memory', { view: 'memory' }],
  ['#/tasks/20261118-a', { view: 'task', task: '20261118-a', part: 'overview' }],
  ['#/tasks/a/journal/12', { view: 'task', task: 'a', part: 'journal', seq: 12 }],
  ['#/tasks/a/replay', { view: 'task', task: 'a', part: 'replay' }],
  ['#/tasks/a/elsewhere/x', { view: 'task', task: 'a', part: 'overview' }],
  ['#/tasks/%', { view: 'home' }],
  ['#/nowhere', { view: 'home' }],
  ['#token=abc', { view: 'home' }],
])('%s is understood', (fragment, route) => {
  expect(routeIn(fragment)).toEqual(route);
});

test('an address leads back to where it was made', () => {
  const seq = fc.option(fc.nat(999_999_999), { nil: undefined });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...taskParts), seq, (task, part, at) => {
      const route: Route = { view: 'task', task, part, ...(at === undefined ? {} : { seq: at }) };
      expect(routeIn(addressOf(route))).toEqual(route);
    }),
  );
});
