import { expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { boundedMisfits } from './bounded-check.ts';

const integer = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const byReference = { $defs: { n: { type: 'integer' } }, type: 'object', properties: { n: { $ref: '#/$defs/n' } } };

test.each<[string, Json, Json, readonly string[]]>([
  ['conforms', integer, { n: 1 }, []],
  ['has another type', integer, { n: 'one' }, ['/n']],
  ['lacks a part', integer, {}, ['']],
  ['conforms by reference', byReference, { n: 1 }, []],
  ['does not conform by reference', byReference, { n: 'x' }, ['/n']],
  ['has a property called pattern', { type: 'object', properties: { pattern: { type: 'integer' } } }, { pattern: 'x' }, ['/pattern']],
  [
    'is unlike a pattern, which is not looked at',
    { type: 'object', properties: { a: { type: 'string', pattern: '^b$' } } },
    { a: 'c' },
    [],
  ],
])('a value %s', (_, schema, value, places) => {
  expect(boundedMisfits(schema, value)?.map(({ at }) => at)).toEqual(places);
});

/** Each level doubles the size of the one before. */
const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`d${at}`, { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] }]),
);

test.each<[string, Json, Json]>([
  ['contains itself', { type: 'object', properties: { next: { $ref: '#/properties/next' } } }, {}],
  ['doubles forty times', { $defs: { ...doubling, d40: { type: 'object' } }, $ref: '#/$defs/d0' }, {}],
  ['leads elsewhere', { $ref: 'https://example.org/schema' }, {}],
  ['matches names by patterns', { patternProperties: { '(a+)+$': {} } }, {}],
  ['is checked for each of a million parts', { type: 'array', items: integer }, Array.from({ length: 1_000_000 }, () => 1)],
])('a schema that %s is not checked, and costs little', (_, schema, value) => {
  const before = workedMs();
  expect(boundedMisfits(schema, value)).toBeUndefined();
  expect(workedMs() - before).toBeLessThan(2_000);
});
