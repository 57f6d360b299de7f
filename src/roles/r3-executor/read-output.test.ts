import { describe, expect, test } from 'vitest';
import type { Json } from '../../contracts/shapes/json.ts';
import { Outputs, referenceTo, referenceToReading } from './read-output.ts';

describe('an output is read again', () => {
  const outputs = new Outputs();
  outputs.keep('1.1.1/R3/1.1', 'one\ntwo\nthree');
  outputs.keep('1.1.1/R3/1.2', '');

  test.each<[Json, string]>([
    [{ call: '1.1.1/R3/1.1' }, 'one\ntwo\nthree'],
    [{ call: '1.1.1/R3/1.1', from: 2 }, 'two\nthree'],
    [{ call: '1.1.1/R3/1.1', from: 2, to: 2 }, 'two\n'],
    [{ call: '1.1.1/R3/1.1', from: 9 }, 'that output has no line 9'],
    [{ call: '1.1.1/R3/1.2' }, ''],
    [{ call: '9.9.9/R3/1.1' }, 'there is no output of a call "9.9.9/R3/1.1", or it is no longer kept'],
  ])('%j: %j', (input, text) => {
    expect(outputs.read(input)).toBe(text);
  });

  test.each<[Json]>([[null], ['1.1.1/R3/1.1'], [{ call: 7 }], [{ call: '1.1.1/R3/1.1', from: 0 }]])('%j is no such call', (input) => {
    expect(outputs.read(input)).toMatch(/^not read: /);
  });

  test('and is cut where it is too long, with a way to the rest', () => {
    const long = new Outputs();
    long.keep('a', 'line\n'.repeat(20_000));
    expect(long.read({ call: 'a', from: 101 })).toMatch(/… lines \d+ to \d+ left out; read_output with from and to reads them …/);
    expect(long.read({ call: 'a' }).length).toBeLessThan(31_000);
  });
});

test('the oldest outputs are given up when there is no room', () => {
  const outputs = new Outputs();
  const megabyte = 'x'.repeat(1 << 20);
  for (let at = 0; at < 20; at += 1) outputs.keep(`${at}`, megabyte);
  expect(outputs.lengthOf('3')).toBe(0);
  expect(outputs.lengthOf('4')).toBe(1 << 20);
  expect(outputs.read({ call: '0' })).toContain('no longer kept');
});

test('a reference says what it was and how to read it again, on one line', () => {
  const call = { call_id: '1.2.1/R3/3.1', tool: 'shell', target: `npm test\n${'x'.repeat(500)}`, exit_code: 1 };
  const text = referenceTo(call, 30_412);
  expect(text).toMatch(
    /^\[shell npm test x+…: 30,412 characters, exit code 1, too long to show here; read_output with call: "1\.2\.1\/R3\/3\.1" reads them\]$/,
  );
  expect(referenceTo({ call_id: 'a', tool: 'shell', target: 'x', error_class: 'timeout' }, 3)).toContain(
    '3 characters, failed (timeout), too long to show here',
  );
  expect(referenceToReading({ call: 'a', from: 3 }, 5)).toContain('read_output a, lines 3 to the last: 5 characters');
  expect(referenceToReading(null, 5)).toContain('5 characters');
});
