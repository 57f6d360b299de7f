import { expect, test } from 'vitest';
import { criterion } from '../../../test/support/work.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { conformingTo, formWords } from './conforming.ts';

test.each<[string, Json, readonly string[]]>([
  ['no schema at all', true, []],
  ['a plain type', { type: 'string', description: 'the winner_name' }, []],
  [
    'nested properties',
    { properties: { log: { type: 'object', properties: { first_error: { type: 'string' } } } }, required: ['log'] },
    ['log', 'first_error'],
  ],
  ['items and alternatives', { items: { anyOf: [{ properties: { tag_name: true } }, { type: 'null' }] } }, ['tag_name']],
  [
    'a property that is called like a keyword',
    { properties: { properties: { type: 'string' }, enum: { type: 'string' } } },
    ['properties', 'enum'],
  ],
  ['definitions, whose names are no part of it', { $defs: { helper_type: { properties: { by_hand: true } } } }, ['by_hand']],
  [
    'choices',
    { properties: { state: { enum: ['in_progress', 'done', null] }, kind: { const: 'job' } } },
    ['state', 'kind', 'in_progress', 'done', 'job'],
  ],
  ['choices that are figures or name things', { enum: ['1.9.0', 'v2', 3, 'src/auth.ts', 'auth-service', 'Alice', 'other'] }, ['other']],
])('the words of a form with %s', (_, schema, words) => {
  expect(formWords([criterion({}), conformingTo(schema)])).toEqual(words);
});
