import { expect, test } from 'vitest';
import type { Json } from '../../contracts/shapes/json.ts';
import { misfits, schemaFaults } from './json-schema.ts';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
  required: ['name', 'id'],
};

test.each<[Json, Json, readonly string[]]>([
  [person, { name: 'Ada', id: 1 }, []],
  [person, { name: 'Ada' }, [': "id" is missing']],
  [person, { name: 1, id: 1, tags: ['a', 'c'] }, ['/name: is of type number, not "string"', '/tags/1: is none of ["a","b"]']],
  [{ additionalProperties: false }, { a: 1 }, [': "a" is not allowed']],
  [{ required: ['q'] }, {}, [': "q" is missing']],
  [{ $ref: '#/$defs/list', $defs: { list: { items: { $ref: '#/$defs/list' } } } }, [[[]]], []],
  [{ not: { type: 'string' } }, 1, []],
  [true, 1, []],
  [false, 1, [': nothing conforms to this schema']],
])('%j and %j: %j', (schema, value, expected) => {
  expect(misfits(schema, value).map(({ at, why }) => `${at}: ${why}`)).toEqual(expected);
});

test('a schema that cannot be used conforms to nothing', () => {
  expect(misfits({ $ref: '#/none' }, 1)).toMatchObject([{ why: expect.stringContaining('cannot be used') }]);
});

test('data that looks like a schema is not treated as one', () => {
  expect(schemaFaults({ const: { pattern: '(' }, properties: { pattern: { type: 'string' } } })).toEqual([]);
});
