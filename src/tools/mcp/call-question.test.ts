import { expect, test } from 'vitest';
import { callHarm, callHash, plainYes } from './call-question.ts';
import type { Answer } from './call-under-way.ts';
import type { Definition } from './definition.ts';

const definition: Definition = { server: 'notes', tool: 'say', description: 'Says it.', input: { type: 'object' } };

test.each<[string, Partial<Definition>, Record<string, string>]>([
  ['another server', { server: 'other' }, { a: 'b' }],
  ['another tool', { tool: 'sing' }, { a: 'b' }],
  ['another definition', { description: 'Sends it.' }, { a: 'b' }],
  ['another input', {}, { a: 'c' }],
])('a yes does not hold for %s', (_, change, input) => {
  expect(callHash({ ...definition, ...change }, input)).not.toBe(callHash(definition, { a: 'b' }));
});

test.each<[Definition['annotations'], string]>([
  [undefined, 'why'],
  [{}, 'why'],
  [{ readOnlyHint: true }, 'why; its server says that it only reads'],
  [{ destructiveHint: true }, 'why; its server says that it may destroy something'],
  [{ destructiveHint: false }, 'why; its server says that it destroys nothing'],
])('what a server claims stands in the question as its words: %j', (annotations, reason) => {
  expect(callHarm({ ...definition, ...(annotations && { annotations }) }, {}, { reason: 'why' })).toMatchObject({ reason });
});

const form = (properties: object, required: readonly string[] = Object.keys(properties)) => ({ type: 'object', properties, required });

test.each<[string, unknown, Answer | undefined]>([
  ['no fields', form({}), { action: 'accept', content: {} }],
  ['nothing at all', undefined, { action: 'accept', content: {} }],
  ['one switch', form({ sure: { type: 'boolean' } }), { action: 'accept', content: { sure: true } }],
  ['a default', form({ n: { type: 'integer', default: 3 } }), { action: 'accept', content: { n: 3 } }],
  ['a switch that is off by default', form({ all: { type: 'boolean', default: false } }), { action: 'accept', content: { all: false } }],
  ['a field that is not required', form({ name: { type: 'string' } }, []), { action: 'accept', content: {} }],
  ['a text', form({ name: { type: 'string' } }), undefined],
  ['two switches', form({ a: { type: 'boolean' }, b: { type: 'boolean' } }), undefined],
])('what a plain yes says to a form with %s', (_, schema, answer) => {
  expect(plainYes(schema)).toEqual(answer);
});
