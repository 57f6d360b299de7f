import { expect, test } from 'vitest';
import { addressAt, givenIn } from './new-address.ts';

const printed = 'http://127.0.0.1:4711/#token=abc&in=%2Fhome%2Fme%20too';

test('a place goes along with the address that a server printed', () => {
  const address = addressAt(` ${printed}\n`, '#/tasks/a%20b/journal/7') ?? '';
  expect(address.startsWith(printed)).toBe(true);
  expect(givenIn(new URL(address).hash)).toEqual({ token: 'abc', folder: '/home/me too', place: '#/tasks/a%20b/journal/7' });
});

test.each(['', 'abc', 'http://127.0.0.1:4711/', 'http://127.0.0.1:4711/#/memory', 'javascript:x#token=abc', 'data:text/html,x#token=a'])(
  'no server has printed %j',
  (pasted) => expect(addressAt(pasted, '#/')).toBeUndefined(),
);

test('an invalid place leads home, and a fragment without a token gives nothing', () => {
  expect(givenIn('#token=abc&at=https%3A%2F%2Fevil.example%2F')?.place).toBe('#/');
  expect(givenIn('#token=abc')?.place).toBe('#/');
  expect(givenIn('#/tasks/a')).toBeUndefined();
});
