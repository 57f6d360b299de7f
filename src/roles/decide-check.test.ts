import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Check } from '../contracts/criteria.ts';
import type { Json } from '../contracts/json.ts';
import type { Observation } from '../tools/observe.ts';
import { decideCheck, needsLook, supportedChecks } from './decide-check.ts';

const exists: Check = { kind: 'file_exists', path: 'a.txt' };
const says = (text: string): Check => ({ kind: 'output_contains', text });
const there: Observation = { of: 'file', path: '/home/a.txt', bytes: 0 };
const unsupported: readonly Check[] = [
  { kind: 'file_absent', path: 'a.txt' },
  { kind: 'file_contains', path: 'a.txt', text: 'x' },
  { kind: 'file_matches', path: 'a.txt', pattern: 'x' },
  { kind: 'output_matches', pattern: '.*' },
  { kind: 'exit_code', equals: 0 },
  { kind: 'json_equals', pointer: '', equals: null },
  { kind: 'command', run: 'true', equals: 0 },
];

test('only a check on a file needs a look at the world', () => {
  expect([exists, says('x'), ...unsupported].filter(needsLook)).toEqual([exists]);
  expect(needsLook(undefined)).toBe(false);
});

test('the checks that are supported are those that can be decided', () => {
  const decided = [exists, says('x'), ...unsupported].filter((check) => decideCheck(check, 'x', there).verdict !== 'unverifiable');
  expect(decided.map(({ kind }) => kind)).toEqual(supportedChecks);
});

describe('a check on a file', () => {
  test.each<[string, Observation | undefined, string]>([
    ['passes when it is there, be it empty', there, 'pass'],
    ['fails when it is not', { of: 'file', path: '/home/a.txt', bytes: null }, 'fail'],
    ['is unverifiable when it could not be seen', { of: 'nothing', why: 'EACCES' }, 'unverifiable'],
    ['is unverifiable when nobody looked', undefined, 'unverifiable'],
  ])('%s', (_, observation, verdict) => {
    expect(decideCheck(exists, 'a.txt is there, I swear', observation).verdict).toBe(verdict);
  });

  test('has the path that was looked at as its evidence, or why nothing was seen', () => {
    expect(decideCheck(exists, '', there).evidence).toContain('/home/a.txt');
    expect(decideCheck(exists, '', { of: 'nothing', why: 'EACCES' }).evidence).toBe('EACCES');
  });
});

describe('a check on the output', () => {
  test.each<[string, Json, string, string]>([
    ['passes when the text is in it', 'there are 3 notes', '3 notes', 'pass'],
    ['fails when it is not', 'there are 4 notes', '3 notes', 'fail'],
    ['fails in other letters', 'Done', 'done', 'fail'],
    ['takes the text as it is, not as a pattern', 'abc', '.*', 'fail'],
    ['finds any script', '共有三个文件', '三个', 'pass'],
    ['finds text over lines', 'a\nb', 'a\nb', 'pass'],
    ['reads what is no text as JSON', { notes: [1, 2] }, '"notes":[1,2]', 'pass'],
    ['fails on an empty output', '', 'x', 'fail'],
    ['fails where there is no output, whatever the text', null, 'null', 'fail'],
  ])('%s', (_, output, text, verdict) => {
    expect(decideCheck(says(text), output).verdict).toBe(verdict);
  });

  test('passes exactly for what the output contains, and quotes it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '🎹'), minLength: 1 });
    fc.assert(
      fc.property(text, text, (output, wanted) => {
        const { verdict, evidence } = decideCheck(says(wanted), output);
        expect(verdict).toBe(output.includes(wanted) ? 'pass' : 'fail');
        if (verdict === 'pass') expect(evidence).toContain(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps of a long output no more than surrounds the quote, and cuts no character in two', () => {
    const { evidence } = decideCheck(says('here'), `${'🎹'.repeat(100_000)}-here${'🎹'.repeat(100_000)}`);
    expect(evidence).toContain('here');
    expect(evidence.length).toBeLessThan(100);
    expect(evidence.isWellFormed()).toBe(true);
  });
});

test.each<[Check | undefined]>([[undefined], ...unsupported.map((check): [Check] => [check])])(
  'what cannot be decided never passes: %j',
  (check) => {
    const outcomes = [there, undefined, { of: 'nothing', why: '' } as const].map(
      (observation) => decideCheck(check, 'x', observation).verdict,
    );
    expect(outcomes).toEqual(Array(3).fill('unverifiable'));
  },
);
