import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { readJson } from './lenient-json.ts';

const read = (text: string) => readJson(text, 0);
const whole = (value: Json, end: number, strict: boolean) => ({ kind: 'whole', value, end, strict });

describe('JSON is read as JSON', () => {
  test.each<[string, string]>([
    ['an empty object', '{}'],
    ['an empty list', '[ ]'],
    ['all kinds of values', '{"a":[1,-2.5e+3,"x",true,false,null,{"b":[]}],"c":{}}'],
    ['all kinds of space', '\t{\r\n "a" : [ 1 , 2 ] }'.trimStart()],
    ['all escapes', String.raw`{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}`],
    ['characters that need no escape', '{"a":"\u2028\u007f\u009f\ud800é😀’“«"}'],
    ['a prototype as a key', '{"__proto__":{"a":1},"constructor":2,"toString":3}'],
    ['a key twice', '{"a":1,"b":2,"a":3}'],
    ['what looks like comments in a text', '{"a":"// /* */ ,} ..."}'],
    ['numbers that are too large', '{"a":1e999,"b":-0}'],
  ])('%s', (_, text) => {
    const reading = read(text);
    expect(reading).toEqual(whole(JSON.parse(text), text.length, true));
    expect(Object.entries(reading.kind === 'whole' && reading.value ? reading.value : {})).toEqual(Object.entries(JSON.parse(text)));
  });

  test('and ends where its bracket closes, whatever follows', () => {
    expect(readJson('x {"a":1}} "', 2)).toEqual(whole({ a: 1 }, 9, true));
  });

  test('at any depth', () => {
    const text = `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`;
    expect(read(text)).toMatchObject({ kind: 'whole', end: text.length, strict: true });
  });

  test('exactly where JSON.parse would read it, and with the same value', () => {
    const change = fc.record({
      at: fc.nat(),
      cut: fc.nat({ max: 2 }),
      put: fc.constantFrom('', '"', '\\', '{', '}', ',', ':', '0', '-', '.', 'e', 'u', '\n', 'null'),
    });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.nat({ max: 2 }),
        fc.array(change, { maxLength: 2 }),
        (object, indent, changes) => {
          const text = changes.reduce(
            (now, { at, cut, put }) => now.slice(0, at % now.length || 1) + put + now.slice((at % now.length || 1) + cut),
            JSON.stringify(object, null, indent),
          );
          const reading = read(text);
          const strict = reading.kind === 'whole' && reading.strict ? reading : undefined;
          const parsed = parsedOrNothing(text);
          if (parsed !== undefined) expect(strict?.end).toBe(text.trimEnd().length);
          if (strict) expect(strict.value).toEqual(parsedOrNothing(text.slice(0, strict.end)));
        },
      ),
      { numRuns: 1_000 / oneIn(10) },
    );
  });
});

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('what is almost JSON is read as it is meant', () => {
  test.each<[string, string, Json]>([
    ['a comma before the end of an object', '{"a":1,}', { a: 1 }],
    ['a comma before the end of a list', '{"a":[1,[2,],],}', { a: [1, [2]] }],
    ['English quotes', '{“a”: “b c”}', { a: 'b c' }],
    ['German quotes', '{„a“: „b c“}', { a: 'b c' }],
    ['quotes all of one kind', '{”a”: ”b”}', { a: 'b' }],
    ['reversed quotes', '{‟a”: ‟b”}', { a: 'b' }],
    ['guillemets', '{«a»: «b», »c«: »d«}', { a: 'b', c: 'd' }],
    ['single typographic quotes', '{‘a’: ‘b’, ‚c‘: ‚d‘}', { a: 'b', c: 'd' }],
    ['quotes of all kinds', `{"a": “b”, 'c': «d», ‘e’: "f"}`, { a: 'b', c: 'd', e: 'f' }],
    ['other quotes inside typographic ones', '{“a”: “say "x" or ‘y’”}', { a: 'say "x" or ‘y’' }],
    ['an apostrophe in single typographic quotes', '{‘a’: ‘it’s’}', { a: 'it’s' }],
    ['a line break in a text', '{"a":"one\ntwo\r\nthree"}', { a: 'one\ntwo\r\nthree' }],
    ['a tab and other control characters in a text', '{"a":"\t\u0000\u001b[0m"}', { a: '\t\u0000\u001b[0m' }],
    ['Python literals', '{"a":True,"b":[False,None]}', { a: true, b: [false, null] }],
    [
      'a Python dictionary',
      `{'a': 'b', 'c': ["it's", 'say "x"', 'it\\'s "x"'], 'd': None}`,
      { a: 'b', c: ["it's", 'say "x"', 'it\'s "x"'], d: null },
    ],
    ['a comment at the end of a line', '{"a":1, // one\n"b":2 // two\r}', { a: 1, b: 2 }],
    ['a comment over lines', '{/* one\n * two */"a"/**/:/* "a" */1}', { a: 1 }],
    ['keys without quotes', '{a: 1, $b_2: 2, größe: 3}', { a: 1, $b_2: 2, größe: 3 }],
    ['single quotes', "{'a': 'b c'}", { a: 'b c' }],
    ['an empty text in single quotes', "{'a': '', 'b': ['']}", { a: '', b: [''] }],
    ['an apostrophe between letters', "{'a': 'it's the dog's', 'b': 'rock'n'roll' }", { a: "it's the dog's", b: "rock'n'roll" }],
    ['a comment behind single quotes', "{'a': 'b' // c\n, 'd': 'e' /* f */}", { a: 'b', d: 'e' }],
    ['an apostrophe between digits', "{'a': '5'10'}", { a: "5'10" }],
    ['an escaped apostrophe', String.raw`{"a":"it\'s", 'b':'the dogs\' bone\\'}`, { a: "it's", b: "the dogs' bone\\" }],
    ['JSON in single quotes', `{'a': '{"b": ["c", 1]}'}`, { a: '{"b": ["c", 1]}' }],
    ['braces in other quotes', "{'a': '}', “b”: “{”}", { a: '}', b: '{' }],
    ['other space', '{\u00a0"a"\u200b:\u30001\ufeff}', { a: 1 }],
    ['a prototype as a key', "{__proto__: {a: 1}, '__proto__': 2}", JSON.parse('{"__proto__":2}')],
    ['a key twice, the last of which counts', "{'a': 1, b: 2, a: 3}", { a: 3, b: 2 }],
    ['nesting to the limit', `${'['.repeat(199)}{a:1}${']'.repeat(199)}`, JSON.parse(`${'['.repeat(199)}{"a":1}${']'.repeat(199)}`)],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(whole(value, text.length, false));
  });

  test('and no key gets at the prototype', () => {
    const reading = read("{__proto__: {polluted: true}, 'constructor': {prototype: {polluted: true}}}");
    const value = reading.kind === 'whole' ? reading.value : null;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('what can be read in more than one way, or in none, is broken and ends at its brace', () => {
  test.each([
    ['no value', '{"a":}'],
    ['no key', '{:1}'],
    ['no colon', '{"a" 1}'],
    ['no comma', '{"a":1 "b":2}'],
    ['a comma too many', '{"a":1,,"b":2}'],
    ['only a comma', '{,}'],
    ['a list with only a comma', '{"a":[,]}'],
    ['a bracket of the wrong kind', '{"a":[1}'],
    ['a value for a key', '{"a":1,2}'],
    ['a number for a key', '{1:2}'],
    ['a literal that is none', '{"a":undefined}'],
    ['not a number', '{"a":NaN}'],
    ['infinity', '{"a":-Infinity}'],
    ['a text without quotes', '{"a": all of it}'],
    ['a number of another kind', '{"a":0x1f}'],
    ['a number with a plus', '{"a":+1}'],
    ['a number that ends in a point', '{"a":1.}'],
    ['a number that begins with zero', '{"a":01}'],
    ['an ellipsis', '{"a":[1, ...]}'],
    ['an ellipsis in a comment', '{"a":[1, // ... and so on\n]}'],
    ['something commented out that has brackets', '{"a":1, // "b": {\n "c":2}'],
    ['a comment of another kind', '{"a":1 # one\n}'],
    ['an escape that means nothing', String.raw`{"a":"\d+"}`],
    ['a bad code', String.raw`{"a":"\u12"}`],
    ['a quote inside a text', '{"a":"say "x" now"}'],
    ['a literal for a key', '{true:1}'],
    ['a quote that opens and another that closes', '{"a":"x”, “b":“y”}'],
    ['a text that may have ended in other quotes', '{"a":“x", "b":"y”}'],
    ['a quote of the same kind inside', '{“a”:“say “x” now”}'],
    ['an apostrophe at the end of a word', "{'a':'the dogs' bone'}"],
    ['an apostrophe at the beginning of a word', "{'a':'rock 'n' roll'}"],
    ['an apostrophe before a word', "{'a':'say 'tis so'}"],
    ['something broken inside', '{"a":{"b":[{"c":oops}]}}'],
    ['a text with a brace and a quote behind what is broken', String.raw`{"a":oops, "b":"\"}"}`],
    ['a text in single quotes in another', "{'a':'use 'b' here'}"],
    ['backticks', '{`a`:`b`}'],
    ['three quotes', '{"a":"""b"""}'],
    ['HTML', '{&quot;a&quot;:1}'],
    ['another object without a key', '{{"a":1}}'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ kind: 'broken', end: text.length });
    expect(read(`${text} {"b":2}`)).toEqual({ kind: 'broken', end: text.length });
  });

  test('a quote after what is only almost JSON, for the text in it may have gone on', () => {
    expect(read("{'a':'b'}'}")).toEqual({ kind: 'broken', end: 9 });
    expect(read('{"a":"b"}"}')).toEqual(whole({ a: 'b' }, 9, true));
  });

  test('nesting beyond the limit', () => {
    const text = `{a:${'['.repeat(200)}${']'.repeat(200)}}`;
    expect(read(text)).toEqual({ kind: 'broken', end: text.length });
  });
});

describe('what ends in the middle is cut off', () => {
  test.each([
    ['{'],
    ['{ '],
    ['{"a'],
    ['{"a\\'],
    ['{"a"'],
    ['{"a":'],
    ['{"a":-'],
    ['{"a":1'],
    ['{"a":1,'],
    ['{"a":tr'],
    ['{"a":[{"b":1}'],
    ['{"a":"b\n'],
    ["{'a"],
    ["{'a': 'b"],
    ["{'a': 'b'"],
    ["{'a': 'it's"],
    ['{“a'],
    ['{“a”: “b"}'],
    ['{"a":"x”, "b":1}'],
    ['{"a":1 // one }'],
    ['{"a":1 /* one }'],
    ['{"a":1 /'],
    ['{"a": oops'],
    ['{"a": oops "}'],
  ])('%j', (text) => {
    expect(read(text)).toEqual({ kind: 'cut' });
  });
});

describe('for any value', () => {
  const plain = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab \n\t,:[{}]/*\\"') }),
    fc.string(),
    fc.constantFrom("it's", 'say "x", "y"', '// no comment', 'True', '}', '“x”', '…', '”, “b”: 1'),
  );
  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      plain,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(plain, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value;
  const object = fc.dictionary(plain, json, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

  /** The value as a model may write it: each roll of the dice makes one choice. */
  function written(value: Json, dice: () => number): string {
    const gap = () => ['', ' ', '\n', ' /* gap */ ', ' // gap\n', '\u00a0'][dice() % 6];
    const comma = () => (dice() % 2 === 0 ? '' : ',');
    const text = (from: string): string => {
      const raw = from.replaceAll('\\', '\\\\');
      const style = dice() % 5;
      if (style === 0 && !/["']\s*[,:}\]]/.test(from) && !/[“”„‟]/.test(from)) return `“${raw}”`;
      if (style === 1 && !/["']\s*[,:}\]]/.test(from) && !/[‘’‚‛]/.test(from)) return `‘${raw}’`;
      if (style === 2) return `'${raw.replaceAll("'", "\\'")}'`;
      if (style === 3) return `"${raw.replaceAll('"', '\\"')}"`;
      return JSON.stringify(from);
    };
    const put = (now: Json): string => {
      if (typeof now === 'string') return text(now);
      if (now === null) return dice() % 2 ? 'None' : 'null';
      if (typeof now === 'boolean') return dice() % 2 ? String(now) : now ? 'True' : 'False';
      if (typeof now !== 'object') return String(now);
      const parts = Array.isArray(now)
        ? now.map((each) => gap() + put(each) + gap())
        : Object.entries(now).map(
            ([key, each]) => `${gap()}${/^[a-z]+$/.test(key) && dice() % 2 ? key : text(key)}${gap()}:${gap()}${put(each)}${gap()}`,
          );
      const inside = parts.join(',') + (parts.length > 0 ? comma() : '') + gap();
      return Array.isArray(now) ? `[${inside}]` : `{${inside}}`;
    };
    return put(value);
  }
  const writing = fc.tuple(object, fc.array(fc.nat({ max: 29 }), { minLength: 1, maxLength: 40 })).map(([value, throws]) => {
    let next = 0;
    return { value, text: written(value, () => throws[next++ % throws.length] ?? 0) };
  });

  test('it is read as it was, however it is written', () => {
    fc.assert(
      fc.property(writing, fc.constantFrom('', ' and so on', '\n```', '}', '{'), ({ value, text }, behind) => {
        expect(read(text + behind)).toMatchObject({ kind: 'whole', value, end: text.length });
      }),
      { numRuns: 3_000 / oneIn(10) },
    );
  });

  test('and cut anywhere, it is never read as something else', () => {
    fc.assert(
      fc.property(writing, fc.nat(), ({ text }, at) => {
        expect(read(text.slice(0, 1 + (at % (text.length - 1)))).kind).not.toBe('whole');
      }),
      { numRuns: 3_000 / oneIn(10) },
    );
  });
});

test('any text at all is read without a throw, and ends inside of it', () => {
  const part = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    "'",
    '“',
    '”',
    '«',
    '’',
    '\\',
    '//',
    '/*',
    '*/',
    '\n',
    ' ',
    'a',
    'None',
    '-1',
    '…',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = `{${parts.join('')}`;
      const reading = read(text);
      if (reading.kind !== 'cut') expect(text[reading.end - 1]).toBe('}');
    }),
    { numRuns: 5_000 / oneIn(10) },
  );
});

test.each(["'a':'", '“a”:“', '{a:', "{'a':[", '[', '"a":"\n",', '/*', '//\n', "'", "a'", '\u200b', 'a:1,', '"'])(
  'a flood of %j ends',
  (part) => {
    expect(read(`{${part.repeat(1_000_000 / oneIn(5) / part.length)}`).kind).not.toBe('whole');
  },
);
