import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { Json } from '../../contracts/shapes/json.ts';
import { readJson } from './lenient-json.ts';
import { readAnswer } from './read-answer.ts';

const Named = z.object({ name: z.string() });
const read = (text: string) => readAnswer(text, Named);

describe('the object is found', () => {
  test.each([
    ['alone', '{"name":"a"}'],
    ['over several lines', '\n{\n  "name" :\t"a"\r\n}\n'],
    ['in a fence with a language', '```json\n{"name":"a"}\n```'],
    ['in a fence without one', '```\n{"name":"a"}\n```'],
    ['in a fence that is never closed', '```json\n{"name":"a"}'],
    ['behind prose', 'Sure! Here is the object you asked for:\n{"name":"a"}'],
    ['before prose', '{"name":"a"}\nLet me know if you need "more".'],
    ['behind a label', 'Tool call: {"name":"a"}'],
    ['behind a byte order mark', '\ufeff{"name":"a"}'],
    ['with keys that nobody asked for', '{"thoughts":["x"],"name":"a","more":{"name":"b"}}'],
    ['behind a closed reasoning block', '<think>maybe {"name":"wrong"}?</think>{"name":"a"}'],
    ['before a reasoning block', '{"name":"a"}<think>{"name":"wrong"}</think>'],
    ['between reasoning blocks of all kinds', '<thinking>{"name":"x"}</thinking><Reasoning>{</REASONING>{"name":"a"}<think>{"name":"y"}'],
    ['behind a reasoning block that was opened in the prompt', 'maybe {"name":"wrong"}, no.</think>\n{"name":"a"}'],
    ['behind a reasoning block inside another', '<think>a<think>b</think>{"name":"wrong"}</think>{"name":"a"}'],
    ['behind one that does not fit', '{"tool":"glob"} {"name":"a"}'],
    ['before another that fits', '{"name":"a"}{"name":"wrong"}'],
    ['behind an empty one', '{}{"name":"a"}'],
    ['behind ones that are not JSON', '{name: 7} {\'label\': \'wrong\'} {"name":} {"name":"a"}'],
    ['behind one that says the same and is not quite JSON', '{name: \'a\',} {"name":"a"}'],
    ['behind braces in prose', 'Fill {name} in {{ and }} where "{" opens: {"name":"a"}'],
    ['behind a brace in prose that never closes', 'An object opens with { and here it is: {"name":"a"}'],
    ['inside the braces of a template', '{{"name":"a"}}'],
    ['in a list', '[{"name":"a"},{"name":"wrong"}]'],
    ['behind code', 'function f() { if (x) { return "}"; } }\n{"name":"a"}'],
    ['before one that is cut off', '{"name":"a"} {"name":"wro'],
    ['with a key twice, the last of which counts', '{"name":"wrong","name":"a"}'],
    ['with a prototype as a key', '{"__proto__":{"name":"wrong"},"name":"a"}'],
    ['with another object deep inside', `{"deep":${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)},"name":"a"}`],
    ['behind half a megabyte of braces', `${'{'.repeat(500_000)} {"name":"a"}`],
    [
      'behind a channel for reasoning',
      '<|channel|>analysis<|message|>{"name":"wrong"}<|end|><|start|>assistant<|channel|>final<|message|>{"name":"a"}',
    ],
    ['behind reasoning in brackets', '[THINK]{"name":"wrong"}[/THINK]{"name":"a"}'],
    ['behind a channel that lost its marks', 'analysisMaybe {"name":"wrong"}?assistantfinal{"name":"a"}'],
    ['behind reasoning in which an object is cut off', 'It begins with {"name": and so on.</think>{"name":"a"}'],
    ['behind reasoning with an open brace', 'It opens with { and so on.</think>[{"name":"a"}]'],
    ['behind reasoning with a broken object', 'It is {"name": ...} or {name: }.</think>[{"name":"a"}]'],
    ['behind a first try that was broken off to think', '{"name":"wro<think>no</think>{"name":"a"}'],
    ['behind the shape of an object', 'The form is { name: string, ... }. Answer: {"name":"a"}'],
    ['before a brace too many', '{"name":"a"}}'],
    ['behind 999 that do not fit', `${'{}'.repeat(999)}{"name":"a"}`],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ ok: true, value: { name: 'a' } });
  });

  test.each([
    ['with a comma before its end', '{"name":"a",}'],
    ['with keys without quotes', 'name = {name: "a"}'],
    ['as a Python dictionary', "{'name': 'a', 'more': {'name': 'wrong'}, 'done': True}"],
    ['in typographic quotes', 'Here it is: {“name”: “a”}. Is it “right”?'],
    ['with comments', '{\n  // what it is called\n  "name": "a" /* for now */\n}'],
    ['with braces in other quotes', "{'more': '}', “most”: “{”, 'name': 'a'}"],
    ['with an apostrophe', "{'more': 'it's', 'name': 'a'}"],
    ['with zero-width characters', '{\u200b"name"\u200b:\u200b"a"\u200b}'],
    ['behind JSON that does not fit', '{"tool":"glob"} {name: "a"}'],
    ['behind what is broken', '{"name":} {name: "a"}'],
    ['between braces of code', 'function f() { return {name: "a"} }'],
    ['behind a comment in front of its first key', '{ // the name\n name: "a"}'],
  ])('where no JSON fits, also %s', (_, text) => {
    expect(read(text)).toEqual({ ok: true, value: { name: 'a' } });
  });

  test.each([
    ['braces', 'a } b { c {"name":"x"}'],
    ['escaped quotes', 'he said "}" and \\" and \\'],
    ['reasoning tags', '<think>x</think> and <think> and </think> and </reasoning>'],
    ['a fence', '```json\n{"name":"x"}\n```'],
    ['line separators', '\u2028\u2029\u0000'],
  ])('untouched, with %s in its text', (_, name) => {
    expect(read(`So: ${JSON.stringify({ name })} Done.`)).toEqual({ ok: true, value: { name } });
  });
});

describe('there is an error, and no object, for', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'I cannot do that.'],
    ['a text, a number, a null', '"name" 3 null'],
    ['an empty object', '{}'],
    ['an object that does not fit', '{"name":3}'],
    ['an empty list', '[]'],
    ['a prototype that would fit', '{"__proto__":{"name":"wrong"}}'],
    ['an object cut off in its text', '{"name":"a'],
    ['an object cut off behind another inside it', '{"subtasks":[{"name":"wrong"},{"na'],
    ['an object cut off in a text with a brace', '{"x":{"name":"wrong"},"name":"a}'],
    ['an object that is not JSON around one that is', '{"outer":{"name":"wrong"},}'],
    ['an object without quotes around one that is JSON', '{outer: {"name":"wrong"}}'],
    ['an object with single quotes around one that is JSON', '{\'outer\': {"name":"wrong"}}'],
    ['an object that is almost JSON before another that fits and differs', '{\'name\': \'wrong\'} {name: "wrong",} {"name":"a"}'],
    ['an object inside another', '{"outer":{"name":"wrong"}}'],
    ['an object inside another that is only almost JSON', "{'outer': {'name': 'wrong'}}"],
    ['an object inside another whose key has lost a quote', '{"outer: {"name":"wrong"}}'],
    ['an object inside another whose key has the wrong quotes', '{“outer": {"name":"wrong"}}'],
    ['an object inside another with an arrow', '{"outer" => {"name":"wrong"}}'],
    ['an object behind a text in quotes in braces', '{the "outer" {"name":"wrong"}}'],
    ['an object inside another without a colon', '{"outer" {"name":"wrong"}}'],
    ['an object behind a brace in the text of a broken one', '{"a": "say "}" now", "x": {"name":"wrong"}}'],
    ['the same, cut off', '{"a": "say "}" now", "x": {"name":"wrong"}, "y": "z'],
    ['the same, without quotes around its key', '{"a": "say "}" now", x: {"name":"wrong"}}'],
    ['an object in a broken list', '{"a": oops, "x": [{"name":"wrong"}, {"name":"wrong"}]}'],
    ['an object that ends too early, for its text goes on', "{'name': 'use {'} here', 'more': 'or'}"],
    ['an object that leaves something out', '{name: "a", // ...\n}'],
    ['an object in single quotes that cannot be told apart', "{'name': 'the dogs' bone'}"],
    ['an object in a text', '{"outer":"{\\"name\\":\\"wrong\\"}"}'],
    ['a reasoning block that is never closed', '<think>so {"name":"wrong"}'],
    ['reasoning without an answer', '{"name":"wrong"}, or not.</think>'],
    ['a closing brace', '}'],
    ['a flood of {', '{'.repeat(1_000_000 / oneIn(5))],
    ['a flood of {}', '{}'.repeat(500_000 / oneIn(5))],
    ['a flood of {"', '{"'.repeat(500_000 / oneIn(5))],
    ['a flood of {"":', '{"":'.repeat(250_000 / oneIn(5))],
    ['a flood of {a:', '{a:'.repeat(333_333 / oneIn(5))],
    ['a flood of {a:}', '{a:}'.repeat(250_000 / oneIn(5))],
    ['a flood of a key', `{"${'\\"'.repeat(500_000 / oneIn(5))}`],
    ["a flood of {'a':'{'}", "{'a':'{'}".repeat(111_111 / oneIn(5))],
    ['a flood of {“', '{“'.repeat(500_000 / oneIn(5))],
    ['a flood of {/*', '{/*'.repeat(333_333 / oneIn(5))],
    ['a flood of {"a":1}"', '{a:1}"'.repeat(166_666 / oneIn(5))],
    ['a flood of {"a":</think>', '{"a":</think>'.repeat(76_923 / oneIn(5))],
    ['a flood of {a:1,', '{a:1,'.repeat(200_000 / oneIn(5))],
    ['a flood of nested objects without quotes', `${'{a:'.repeat(250_000 / oneIn(5))}1${'}'.repeat(250_000 / oneIn(5))}`],
    ['a flood of channels', '<|channel|>analysis<|message|>{"name":"wrong"}'.repeat(22_000 / oneIn(5))],
    ['a flood of <think>', '<think>'.repeat(142_857 / oneIn(5))],
    ['a flood of </think>', '</think>'.repeat(125_000 / oneIn(5))],
    ['a flood of nested objects', `${'{"a":'.repeat(170_000 / oneIn(5))}1${'}'.repeat(170_000 / oneIn(5))}`],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ ok: false, error: expect.any(String) });
  });

  test.each([
    ['there is no object', 'I cannot do that.', 'the answer contains no JSON object'],
    ['all that there is cannot be read', '{"name": NaN}', 'the answer contains no JSON object'],
    ['it is cut off', 'Here: {"name":"a', 'the object is cut off before its end'],
    ['it is cut off in its first key', 'Here: {"na', 'the object is cut off before its end'],
    ['it is cut off behind its brace', 'Here: {\n', 'the object is cut off before its end'],
    ['it is cut off in other quotes', "{'name': 'a", 'the object is cut off before its end'],
    ['it is cut off behind a broken one', '{"name":} {"name":"a', 'the object is cut off before its end'],
    ['it is cut off in reasoning', '{"name":"a</think>No.', 'the answer contains no JSON object'],
  ])('text in which %s, and the error says so', (_, text, error) => {
    expect(read(text)).toEqual({ ok: false, error });
  });

  test('one that does not fit before one that is cut off: the error is about the first', () => {
    expect(read('{"name":3} {"name":"a')).toEqual(read('{"name":3}'));
    expect(read('{name: 3} {"name":true}')).toEqual(read('{name: 3}'));
    expect(read('{"name":3}')).toMatchObject({ ok: false, error: expect.stringMatching(/^name: /) });
  });

  test('the first object that does not fit, named in the error', () => {
    const schema = z.object({ verdicts: z.array(z.object({ verdict: z.enum(['pass', 'fail']) })) });
    const first = readAnswer('{"verdicts":[{"verdict":"maybe"}]}', schema);
    expect(first).toMatchObject({ ok: false, error: expect.stringContaining('verdicts.0.verdict') });
    expect(readAnswer('{"verdicts":[{"verdict":"maybe"}]} {"other":1}', schema)).toEqual(first);
  });
});

test('the object comes as the schema makes it: defaults filled in, other keys dropped', () => {
  const schema = z.object({ name: z.string().trim(), kind: z.enum(['task', 'talk']).default('task') });
  expect(readAnswer('{"name":" a ","id":7}', schema)).toEqual({ ok: true, value: { name: 'a', kind: 'task' } });
});

const Wrapped = z.strictObject({ name: z.string(), value: Json });
const tricky = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('{', '}', '"', '\\', '<think>', '</think>', '```', '{"name":"x"}'),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    tricky,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(tricky, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const prose = fc.string({ unit: anyCharacter }).map((text) => text.replaceAll(/[{}<]/g, ''));

test('an object that fits is found as it is in any prose without braces', () => {
  fc.assert(
    fc.property(prose, tricky, json, fc.nat({ max: 2 }), prose, (before, name, value, indent, after) => {
      const object = JSON.parse(JSON.stringify({ name, value }));
      expect(readAnswer(`${before}${JSON.stringify(object, null, indent)}${after}`, Wrapped)).toEqual({ ok: true, value: object });
    }),
    { numRuns: 1_000 / oneIn(5) },
  );
});

test('an object that is cut off anywhere is an error, whatever fits inside it', () => {
  fc.assert(
    fc.property(fc.dictionary(tricky, fc.oneof(json, fc.constant({ name: 'wrong' })), { minKeys: 1 }), fc.nat(), (object, at) => {
      const text = JSON.stringify(object);
      expect(readAnswer(text.slice(0, at % text.length), z.object({})).ok).toBe(false);
    }),
    { numRuns: 1_000 / oneIn(5) },
  );
});

test('an object in which a character is lost or wrong is an error, or read without it, but no part of it is taken for the whole', () => {
  const wrong = fc.constantFrom('', '"', "'", '“', ',', ':', '[', ']', '\\', 'x', ' ', '//', '/*');
  const inside = fc.oneof(json, fc.constant({ name: 'wrong' }), fc.constant([{ name: 'wrong' }]));
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c'), inside, { minKeys: 1, noNullPrototype: true });
  fc.assert(
    fc.property(object, fc.nat({ max: 2 }), fc.nat(), fc.nat({ max: 1 }), wrong, (given, indent, place, lost, put) => {
      const text = JSON.stringify(given, null, indent);
      fc.pre(!text.includes('</think>')); // this tag would turn everything before it into reasoning
      const at = 1 + (place % (text.length - 1));
      expect(read(text.slice(0, at) + put + text.slice(at + lost))).not.toEqual({ ok: true, value: { name: 'wrong' } });
    }),
    { numRuns: 2_000 / oneIn(5) },
  );
});

/** The names of all objects anywhere in the text, including those inside others. */
function namesIn(text: string): readonly unknown[] {
  return [...text.matchAll(/\{/g)].map(({ index }) => {
    const reading = readJson(text, index);
    return reading.kind === 'whole' && Named.safeParse(reading.value).data?.name;
  });
}

test('any text at all is read without a throw, and only what is in it is found', () => {
  const text = fc.array(fc.oneof(tricky, fc.constantFrom(':', ',', '[', ']', '{"name":"a"}', '"name"', ' ')), { maxLength: 30 });
  const tally = { read: 0, refused: 0 };
  fc.assert(
    fc.property(
      text.map((parts) => parts.join('')),
      (given) => {
        const reading = read(given);
        tally[reading.ok ? 'read' : 'refused'] += 1;
        if (reading.ok) expect(namesIn(given)).toContain(reading.value.name);
        else expect(reading.error).not.toBe('');
      },
    ),
    { numRuns: 2_000 / oneIn(5) },
  );
  expect(Math.min(tally.read, tally.refused)).toBeGreaterThan(100); // otherwise the property would prove nothing
});
