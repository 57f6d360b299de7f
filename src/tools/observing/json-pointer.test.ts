import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { at, isPointer, sameJson } from './json-pointer.ts';

/** The example in RFC 6901, §5. */
const example = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'e^f': 3, 'g|h': 4, 'i\\j': 5, 'k"l': 6, ' ': 7, 'm~n': 8 };

describe('a pointer leads to', () => {
  test.each<[string, Json, string, Json]>([
    ['the whole document', example, '', example],
    ['a list', example, '/foo', ['bar', 'baz']],
    ['an item', example, '/foo/0', 'bar'],
    ['an empty name', example, '/', 0],
    ['a name with a slash', example, '/a~1b', 1],
    ['a name with a percent sign', example, '/c%d', 2],
    ['a name with a hat', example, '/e^f', 3],
    ['a name with a bar', example, '/g|h', 4],
    ['a name with a backslash', example, '/i\\j', 5],
    ['a name with a quotation mark', example, '/k"l', 6],
    ['a name with a space', example, '/ ', 7],
    ['a name with a tilde', example, '/m~0n', 8],
    ['a name that only looks like an escape', { '~1': 1 }, '/~01', 1],
    ['a value that is null', { a: null }, '/a', null],
    ['a text', 'text', '', 'text'],
    ['names that are numbers', { 0: { '01': 1 } }, '/0/01', 1],
    ['empty names, one in another', { '': { '': 1 } }, '//', 1],
    ['a dash as a name', { '-': 1 }, '/-', 1],
    ['an own key of a bad name', JSON.parse('{"__proto__": {"constructor": 1}}'), '/__proto__/constructor', 1],
    ['half a character', { '\ud800': 1 }, '/\ud800', 1],
  ])('%s', (_, document, pointer, value) => {
    expect(at(document, pointer)).toEqual({ found: true, value });
  });

  test('every value of a document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (document) => {
        for (const [pointer, value] of everything(document as Json)) expect(at(document as Json, pointer)).toEqual({ found: true, value });
      }),
      { numRuns: 500 / oneIn(10) },
    );
  });
});

function* everything(value: Json, pointer = ''): Generator<[string, Json]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value))
    yield* everything(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

describe('a pointer leads nowhere', () => {
  test.each<[string, Json, string]>([
    ['to a name that is not there', example, '/bar'],
    ['to an item behind the last', example, '/foo/2'],
    ['to the item that would be the next', example, '/foo/-'],
    ['to an item before the first', example, '/foo/-1'],
    ['to an item with a zero in front', example, '/foo/01'],
    ['to an item in words', example, '/foo/one'],
    ['to an item that is not whole', example, '/foo/0.0'],
    ['to an item beyond all bounds', example, `/foo/${'9'.repeat(400)}`],
    ['to the length of a list', example, '/foo/length'],
    ['to a letter of a text', 'text', '/0'],
    ['below a number', { a: 1 }, '/a/b'],
    ['below null', { a: null }, '/a/b'],
    ['to what every object inherits', {}, '/__proto__'],
    ['to what every object can do', {}, '/constructor'],
    ['to what every list inherits', [], '/__proto__'],
    ['without a slash in front', example, 'foo'],
    ['as a part of an address', example, '#/foo'],
    ['with an escape that is none', { '~2': 1 }, '/~2'],
    ['with an open escape', { '~': 1 }, '/~'],
  ])('%s', (_, document, pointer) => {
    expect(at(document, pointer)).toEqual({ found: false, why: expect.any(String) });
  });

  test('and says on which step', () => {
    expect(at({ a: { b: [] } }, '/a/b/0/c')).toEqual({ found: false, why: '/a/b has no "0"' });
    expect(at({}, '/a')).toEqual({ found: false, why: 'the document has no "a"' });
  });
});

test.each([
  ['', true],
  ['/', true],
  ['/a~0~1', true],
  [`/${'~0'.repeat(1_000_000)}`, true],
  ['a', false],
  ['#/a', false],
  ['/~', false],
  ['/a~2', false],
  ['/a\n/~', false],
])('%j is a pointer: %s', (text, is) => {
  expect(isPointer(text)).toBe(is);
});

describe('two values', () => {
  test.each<[Json, Json, boolean]>([
    [{ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }, true],
    [0, -0, true],
    [[-0], [0], true],
    [1, 1.0, true],
    [null, null, true],
    [[], [], true],
    [{}, {}, true],
    [[], {}, false],
    [{}, [], false],
    [{}, null, false],
    [null, {}, false],
    [[null], [], false],
    [[1, 2], [2, 1], false],
    [['0'], { 0: '0' }, false],
    [{ a: null }, {}, false],
    [{ a: null }, { b: null }, false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [1, '1', false],
    [1, true, false],
    ['', null, false],
    ['a', 'A', false],
    ['ü', 'u\u0308', false],
    [JSON.parse('{"__proto__": {}}'), {}, false],
    [{ a: {} }, JSON.parse('{"__proto__": {}}'), false],
    [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 1}'), true],
    [{ toString: 1 }, { a: 1 }, false],
  ])('%j and %j are the same: %s', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });

  test('are the same when one is a copy of the other, and not when one value in it is another', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const copy = JSON.parse(JSON.stringify(value));
        expect(sameJson(value as Json, copy)).toBe(true);
        expect(sameJson([value as Json, 1], [copy, 2])).toBe(false);
      }),
    );
  });
});
