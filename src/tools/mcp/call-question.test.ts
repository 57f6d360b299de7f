import { expect, test } from 'vitest';
import { callHarm, callHash } from './call-question.ts';
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
  [{ readOnlyHint: true }, 'why; its server says that the tool only reads'],
  [{ destructiveHint: true }, 'why; its server says that the tool may destroy something'],
  [{ destructiveHint: false }, 'why; its server says that the tool destroys nothing'],
])('what a server claims is in the question as its words: %j', (annotations, reason) => {
  expect(callHarm({ ...definition, ...(annotations && { annotations }) }, {}, { reason: 'why' })).toMatchObject({ reason });
});
