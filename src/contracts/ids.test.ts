import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { EffectKey, MessageId, messageId, newTaskId, parseTaskId, SubTaskId, subTaskId, TaskId } from './ids.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const taskIds = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 64, size: 'max' })
  .map((text) => TaskId.parse(text));
const clock = fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anywhere: readonly (readonly [what: string, text: string])[] = [
  ['a path upwards', '../../x'],
  ['a path', 'a/b'],
  ['an absolute path', '/etc/passwd'],
  ['a path of Windows', 'a\\b'],
  ['a dot', '.'],
  ['a file name', 'x.jsonl'],
  ['nothing', ''],
  ['a space', 'a b'],
  ['a line break at the end', 'abc\n'],
  ['a line break', 'abc\ndef'],
  ['a null byte', 'abc\0'],
  ['an escape sequence', '\u001b[2J'],
  ['a letter outside ASCII', 'aufgäbe'],
  ['another script', '任务'],
  ['a digit of another script', '٣'],
  ['a letter that looks like ASCII', 'ａ'],
  ['an encoded path', '..%2fx'],
];

describe('a task id is refused when it is', () => {
  test.each<readonly [string, string]>([...anywhere, ['of 65 characters', 'x'.repeat(65)]])('%s', (_, text) => {
    expect(TaskId.safeParse(text).success).toBe(false);
    expect(() => parseTaskId(text)).toThrow(expect.objectContaining({ name: 'ArtooError', code: 'id_invalid' }));
  });

  test.each([undefined, null, 7, ['a'], { toString: () => 'a' }])('not a text: %j', (value) => {
    expect(TaskId.safeParse(value).success).toBe(false);
  });
});

test.each([['a'], ['x'.repeat(64)], ['20250131-120000-abcdefgh'], ['__proto__'], ['A_b-9']])('the task id %s is taken as it is', (text) => {
  expect(parseTaskId(text)).toBe(text);
});

test('a text is a task id exactly when it is 1 to 64 of 64 characters', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 70, size: 'max' }),
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 70, size: 'max' }),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      const legal = candidate.length >= 1 && candidate.length <= 64 && [...candidate].every((character) => letters.includes(character));
      expect(TaskId.safeParse(candidate).success).toBe(legal);
    }),
  );
});

describe('a new task id', () => {
  test('is not made under a clock whose times have another form', () => {
    for (const time of ['+010000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 'never'])
      expect(() => newTaskId(new Date(time))).toThrow(
        expect.objectContaining({ code: 'usage', message: expect.stringContaining('correct it') }),
      );
    expect(newTaskId(new Date('9999-12-31T23:59:59.999Z'))).toMatch(/^99991231-/);
  });

  test('is its time to the millisecond and eight random digits', () => {
    const fractions = [0, 0.999_999, 0.5, 0.25, 0.75, 0.1, 0.9, 0.031_25].values();
    expect(newTaskId(new Date('2025-01-31T12:34:56.789Z'), () => fractions.next().value ?? 0)).toBe('20250131-123456789-0vg8o3s1');
  });

  test('is a task id at every time and with every randomness', () => {
    fc.assert(
      fc.property(clock, fc.infiniteStream(fraction), (now, stream) => {
        const id = newTaskId(now, () => stream.next().value);
        expect(TaskId.safeParse(id).success).toBe(true);
        expect(id).toHaveLength(27);
      }),
    );
  });

  test('sorts after those of earlier milliseconds', () => {
    fc.assert(
      fc.property(clock, fc.integer({ min: 1, max: 4e11 }), fraction, fraction, (now, later, a, b) => {
        const then = new Date(now.getTime() + later);
        fc.pre(then.getUTCFullYear() <= 9999);
        expect(newTaskId(now, () => a) < newTaskId(then, () => b)).toBe(true);
      }),
    );
  });

  test('differs from others of the same moment', () => {
    const now = new Date(0);
    expect(new Set(Array.from({ length: 1_000 }, () => newTaskId(now))).size).toBe(1_000);
  });
});

describe('a derived id', () => {
  const number = fc.nat();

  test('is legal for every task id, and names its task, round and index', () => {
    fc.assert(
      fc.property(taskIds, number, number, (task, a, b) => {
        expect(MessageId.parse(messageId(task, a))).toBe(`${task}-${a}`);
        expect(SubTaskId.parse(subTaskId(task, a, b))).toBe(`${task}-${a}-${b}`);
      }),
    );
  });

  test('may have 96 characters', () => {
    expect([MessageId, SubTaskId].map((id) => id.safeParse('x'.repeat(96)).success)).toEqual([true, true]);
  });

  test.each<readonly [string, string]>([...anywhere, ['of 97 characters', 'x'.repeat(97)]])('is refused when it is %s', (_, text) => {
    expect([MessageId, SubTaskId].filter((id) => id.safeParse(text).success)).toEqual([]);
  });
});

describe('an effect key', () => {
  test.each(['0.0.0/R1/1.1', '1.2.3/R4a/10.0', '12.20.3/R4b/1.12', '1.1.1/R7/0.0'])('may be %s', (key) => {
    expect(EffectKey.parse(key)).toBe(key);
  });

  test.each([
    '',
    '1.1.1',
    '1.1/R3/1.1',
    '1.1.1/R3/1',
    '1.1.1/R3/1.1/',
    '1.1.1/User/1.1',
    '-1.1.1/R3/1.1',
    '1.1.1/R4c/1.1',
    '1.1.1/../1.1',
    '1.1.1/R3/1.1\n',
  ])('may not be %j', (key) => {
    expect(EffectKey.safeParse(key).success).toBe(false);
  });
});
