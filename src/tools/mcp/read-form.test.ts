import { describe, expect, test } from 'vitest';
import type { Filled, Form } from '../../contracts/questions/form.ts';
import { answerTo, isPlain, readForm } from './read-form.ts';

const schema = (properties: object, required: readonly string[] = Object.keys(properties)) => ({ type: 'object', properties, required });

describe('a form', () => {
  test.each<[string, unknown, Form | undefined]>([
    ['without fields', schema({}), []],
    ['that is none', 'x', []],
    ['with a text', schema({ name: { type: 'string' } }), [{ name: 'name', label: 'name', kind: 'text', required: true }]],
    [
      'with words of its own',
      schema({ n: { type: 'integer', title: 'How many', description: 'of\nthem', default: 3 } }, []),
      [{ name: 'n', label: 'How many (of them)', kind: 'integer', default: 3, required: false }],
    ],
    [
      'with a choice',
      schema({ size: { type: 'string', enum: ['s', 'l'] } }),
      [{ name: 'size', label: 'size', kind: 'choice', options: ['s', 'l'], required: true }],
    ],
    [
      'with a choice of titles',
      schema({ size: { type: 'string', oneOf: [{ const: 's', title: 'small' }] } }),
      [{ name: 'size', label: 'size', kind: 'choice', options: ['s'], titles: ['small'], required: true }],
    ],
    [
      'with a choice of titles, as the older era wrote them',
      schema({ size: { type: 'string', enum: ['s', 'l'], enumNames: ['sm\u001ball'] } }),
      [{ name: 'size', label: 'size', kind: 'choice', options: ['s', 'l'], titles: ['sm all', 'l'], required: true }],
    ],
    [
      'with titles that say nothing more',
      schema({ size: { type: 'string', oneOf: [{ const: 's', title: 's' }, { const: 'l' }] } }),
      [{ name: 'size', label: 'size', kind: 'choice', options: ['s', 'l'], required: true }],
    ],
    [
      'with a default that is none of its choices',
      schema({ size: { type: 'string', enum: ['s'], default: 'xl' } }),
      [{ name: 'size', label: 'size', kind: 'choice', options: ['s'], required: true }],
    ],
    [
      'with more choices than a person would look through',
      schema({ size: { type: 'string', enum: Array.from({ length: 101 }, (_, at) => String(at)) } }),
      undefined,
    ],
    [
      'with a hidden character',
      schema({ a: { type: 'string', title: 'a\u202eb' } }),
      [{ name: 'a', label: 'a\uFFFDb', kind: 'text', required: true }],
    ],
    ['with a list that is not required', schema({ tags: { type: 'array' } }, []), []],
    ['with a list that is required', schema({ tags: { type: 'array' } }), undefined],
    [
      'with more fields than a person would fill in',
      schema(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, { type: 'string' }]))),
      undefined,
    ],
  ])('%s', (_, asked, form) => {
    expect(readForm(asked)).toEqual(form);
  });
});

describe('what is sent back', () => {
  const [text, sure] = [{ name: { type: 'string' } }, { sure: { type: 'boolean' } }];
  test.each<[string, object, Filled, Filled | undefined]>([
    ['nothing, where nothing is asked', schema({}), {}, {}],
    ['yes to one switch', schema(sure), {}, { sure: true }],
    ['yes to one switch, whatever its default', schema({ sure: { type: 'boolean', default: false } }), {}, { sure: true }],
    ['no to one switch, where that was filled in', schema(sure), { sure: false }, { sure: false }],
    ['what was filled in', schema(text), { name: 'Ada' }, { name: 'Ada' }],
    ['nothing for a field that is missing', schema(text), {}, undefined],
    ['nothing for another kind', schema(text), { name: 3 }, undefined],
    ['nothing for a choice that there is not', schema({ size: { type: 'string', enum: ['s'] } }), { size: 'xl' }, undefined],
    ['nothing for a part of a number', schema({ n: { type: 'integer' } }), { n: 1.5 }, undefined],
    ['the default', schema({ n: { type: 'number', default: 1.5 } }), {}, { n: 1.5 }],
    ['no field that was not asked for', schema(text, []), { other: 'x' }, {}],
    ['no field by the name of a method', schema({ toString: { type: 'string' } }, []), {}, {}],
  ])('is %s', (_, asked, filled, answer) => {
    expect(answerTo(readForm(asked) ?? [], filled)).toEqual(answer);
  });

  test('one switch is answered with a plain yes; two are filled in', () => {
    expect(isPlain(readForm(schema(sure)) ?? [])).toBe(true);
    expect(isPlain(readForm(schema({ ...sure, really: { type: 'boolean' } })) ?? [])).toBe(false);
  });
});
