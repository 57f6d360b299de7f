import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declared } from '../../../../test/support/declared.ts';
import { oneIn } from '../../../../test/support/sample.ts';
import { call, failing } from '../../../../test/support/work.ts';
import type { Check } from '../../../contracts/criteria.ts';
import type { Json } from '../../../contracts/shapes/json.ts';
import type { Observation } from '../../../tools/observing/observation.ts';
import { decideCheck, lookFor } from './checks.ts';

const path = '/home/a.txt';
const exists: Check = { kind: 'file_exists', path: 'a.txt' };
const absent: Check = { kind: 'file_absent', path: 'a.txt' };
const contains: Check = { kind: 'file_contains', path: 'a.txt', text: 'x' };
const matches: Check = { kind: 'file_matches', path: 'a.txt', pattern: 'x' };
const fileEquals: Check = { kind: 'json_equals', path: 'a.txt', pointer: '/a', equals: { b: 1, c: 0 } };
const command: Check = { kind: 'command', run: 'true', equals: 0 };
const says = (text: string): Check => ({ kind: 'output_contains', text });
const fits = (pattern: string): Check => ({ kind: 'output_matches', pattern });
const exits = (equals: number): Check => ({ kind: 'exit_code', equals });
const holds = (pointer: string, equals: Json): Check => ({ kind: 'json_equals', pointer, equals });

const lookedAt = [exists, absent, contains, matches, fileEquals, command];
const unlooked = [says('x'), fits('x'), exits(0), holds('', null)];

type FileType = Extract<Observation, { of: 'file' }>['type'];
const file = (type: FileType): Observation => ({ of: 'file', path, type, bytes: type === 'file' ? 0 : null });
const text = (excerpt: string | null): Observation => ({ of: 'text', path, excerpt });
const value = (found: Json): Observation => ({ of: 'json', path, found: true, value: found });
const ended = (exit_code: number, output = ''): Observation => ({ of: 'command', exit_code, output });
const unseen: Observation = { of: 'nothing', why: 'EACCES' };

const verdict = (check: Check, seen: Partial<Parameters<typeof decideCheck>[1]>) => decideCheck(check, { output: 'x', ...seen }).verdict;

test('the world is looked at for files and commands, and for nothing else', () => {
  expect(lookedAt.map(lookFor)).toEqual(lookedAt);
  expect(unlooked.map(lookFor)).toEqual(unlooked.map(() => undefined));
});

describe('a check on the world', () => {
  test.each<[string, Check, Observation, string]>([
    ['passes on a file that is there, be it empty', exists, file('file'), 'pass'],
    ['passes on a folder', exists, file('folder'), 'pass'],
    ['passes on a pipe', exists, file('other'), 'pass'],
    ['fails on a link that leads nowhere', exists, file('link'), 'fail'],
    ['fails on a file that is not there', exists, file(null), 'fail'],
    ['for absence passes on nothing', absent, file(null), 'pass'],
    ['for absence fails on a file', absent, file('file'), 'fail'],
    ['for absence fails on a folder', absent, file('folder'), 'fail'],
    ['for absence fails on a link that leads nowhere', absent, file('link'), 'fail'],
    ['passes on a text that was found', contains, text('axb'), 'pass'],
    ['fails on a text that was not found', contains, text(null), 'fail'],
    ['passes on a match', matches, text('axb'), 'pass'],
    ['passes on an empty match', matches, text(''), 'pass'],
    ['fails without a match', matches, text(null), 'fail'],
    ['passes on an equal value, whatever the order', fileEquals, value({ c: -0, b: 1 }), 'pass'],
    ['fails on another value', fileEquals, value({ b: 1 }), 'fail'],
    ['fails where there is no value', fileEquals, { of: 'json', path, found: false, why: 'no' }, 'fail'],
    ['passes on the exit code asked for', command, ended(0), 'pass'],
    ['passes on another exit code that was asked for', { ...command, equals: 2 }, ended(2), 'pass'],
    ['fails on another exit code', command, ended(1), 'fail'],
  ])('%s', (_, check, observation, outcome) => {
    expect(verdict(check, { observation })).toBe(outcome);
  });

  test.each<[FileType, string]>([
    [null, 'fail'],
    ['link', 'fail'],
    ['folder', 'fail'],
    ['other', 'unverifiable'],
    ['file', 'unverifiable'],
  ])('on what is in a file, where there is none but %s: %s', (type, outcome) => {
    const outcomes = [contains, matches, fileEquals].map((check) => verdict(check, { observation: file(type) }));
    expect(outcomes).toEqual([outcome, outcome, outcome]);
  });

  test.each(lookedAt.map((check): [string, Check] => [check.kind, check]))('cannot be decided without a look at it: %s', (_, check) => {
    expect(verdict(check, { observation: unseen })).toBe('unverifiable');
    expect(verdict(check, { output: 'a.txt is there, I swear', calls: declared(call({ tool: 'shell', exit_code: 0 })) })).toBe(
      'unverifiable',
    );
  });

  test('is not decided by a look at something else', () => {
    const seen = [file(null), file('file'), text('x'), value({ b: 1, c: 0 }), ended(0), unseen];
    const passing = lookedAt.map((check) => seen.filter((observation) => verdict(check, { observation }) === 'pass').map(({ of }) => of));
    expect(passing).toEqual([['file'], ['file'], ['text'], ['text'], ['json'], ['command']]);
    expect(verdict(command, { observation: file(null) })).toBe('unverifiable');
  });
});

describe('the evidence', () => {
  const long = '🎹'.repeat(10_000);
  const brief = `${'🎹'.repeat(99)}…`;
  test.each<[string, Check, Observation, string]>([
    ['names the file and its size', exists, file('file'), `${path} is there, 0 bytes`],
    ['names the file that is not there', exists, file(null), `${path} is not there`],
    ['names the file that is not there to be read', contains, file(null), `${path} is not there`],
    ['names the link that leads nowhere', absent, file('link'), `${path} is a link that leads nowhere`],
    ['says why nothing was seen', absent, unseen, 'EACCES'],
    ['quotes the file in one line', contains, text('a\r\n\tx\n'), `${path}: a x`],
    ['says that a match is empty', matches, text('\n'), `${path}: nothing but white space`],
    ['quotes what is missing in one line', { ...contains, text: 'a\nb' }, text(null), `${path} does not contain "a b"`],
    ['tells both values', fileEquals, value('x'), `${path} /a is "x", not {"b":1,"c":0}`],
    ['tells the value that was found', fileEquals, value({ b: 1, c: 0 }), `${path} /a is {"b":1,"c":0}`],
    ['tells the whole value', { ...fileEquals, pointer: '', equals: 1 }, value(1), `${path} is 1`],
    ['clips both values', { ...fileEquals, equals: long }, value([long]), `${path} /a is ["${'🎹'.repeat(98)}…, not "${brief}`],
    ['has the exit code', command, ended(0), 'exit code 0'],
    ['has both exit codes and the last line', command, ended(1, 'one\n two \n\n'), 'exit code 1, not 0: two'],
    ['clips the last line', command, ended(0, `a\n${long}`), `exit code 0: ${brief}`],
  ])('%s', (_, check, observation, evidence) => {
    expect(decideCheck(check, { output: null, observation }).evidence).toBe(evidence);
  });
});

describe('a check on the text of the output', () => {
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
  ])('%s', (_, output, wanted, outcome) => {
    expect(verdict(says(wanted), { output })).toBe(outcome);
  });

  test.each<[string, Json, string, string]>([
    ['passes when something in it matches', 'there are 3 notes', '\\d+ notes', 'pass'],
    ['passes on one of its lines', 'one\ntwo', '^two$', 'pass'],
    ['passes on a line that ends as on Windows', 'one\r\ntwo\r\n', '^one$', 'pass'],
    ['fails when nothing does', 'there are notes', '\\d', 'fail'],
    ['reads what is no text as JSON', { notes: 2 }, '"notes":\\d', 'pass'],
    ['fails where there is no output', null, 'null', 'fail'],
    ['passes on no output where it asks for that', null, '\\A\\z', 'pass'],
    ['is unverifiable by a pattern that cannot be read', 'x', '(x', 'unverifiable'],
    ['is unverifiable by a pattern that looks ahead', 'x', '(?=x)', 'unverifiable'],
    ['is unverifiable by a huge pattern', 'x', 'x'.repeat(1_001), 'unverifiable'],
    ['is unverifiable by a pattern that would take too long', 'x'.repeat(1_000_000), '.{0,900}'.repeat(20), 'unverifiable'],
    ['takes no longer for a pattern that is nested', `${'a'.repeat(100_000)}!`, '^(a+)+$', 'fail'],
  ])('against a pattern %s', (_, output, pattern, outcome) => {
    expect(verdict(fits(pattern), { output })).toBe(outcome);
  });

  test('passes exactly for what the output contains, and quotes it', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '🎹'), minLength: 1 });
    fc.assert(
      fc.property(words, words, (output, wanted) => {
        const finding = decideCheck(says(wanted), { output });
        expect(finding.verdict).toBe(output.includes(wanted) ? 'pass' : 'fail');
        if (finding.verdict === 'pass') expect(finding.evidence).toContain(wanted);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });

  test.each([says('here'), fits('h.re'), says('🎹'.repeat(1_000)), says('-'.repeat(5_000)), fits('x{900}')])(
    'keeps of a long output one short line, and cuts no character in two: %j',
    (check) => {
      const { evidence } = decideCheck(check, { output: `${'🎹'.repeat(100_000)}-\nhere${'🎹'.repeat(100_000)}` });
      expect(evidence.length).toBeLessThan(240);
      expect(evidence.isWellFormed()).toBe(true);
      expect(evidence).not.toMatch(/\n/);
    },
  );
});

describe('a check on a value of the output', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  test.each<[string, Json, string, Json, string]>([
    ['passes on JSON text', ' {"a": [1, {"b": null}]}\n', '/a/1', { b: null }, 'pass'],
    ['passes on the value itself', { a: [1] }, '/a/0', 1, 'pass'],
    ['passes on the whole', '[1]', '', [1], 'pass'],
    ['passes on a number that is written otherwise', '1e2', '', 100, 'pass'],
    ['passes on an own key of a bad name', '{"__proto__": 1}', '/__proto__', 1, 'pass'],
    ['passes on the text null', 'null', '', null, 'pass'],
    ['fails on another value', '{"a": 1}', '/a', '1', 'fail'],
    ['fails on a value that is not there', '{"a": 1}', '/b', null, 'fail'],
    ['fails on what every object inherits', '{}', '/__proto__', {}, 'fail'],
    ['fails on text that is not JSON', 'a is 1', '/a', 1, 'fail'],
    ['fails on JSON within other text', 'Here: {"a": 1}', '/a', 1, 'fail'],
    ['fails on an empty text', '', '', '', 'fail'],
    ['fails where there is no output', null, '', null, 'fail'],
    ['fails on what only JavaScript can read', 'NaN', '', null, 'fail'],
    ['is unverifiable by a pointer that is none', '{"a": 1}', 'a', 1, 'unverifiable'],
    ['is unverifiable by a part of an address', { a: 1 }, '#/a', 1, 'unverifiable'],
    ['is unverifiable on a number beyond all bounds', '[1e999]', '/0', null, 'unverifiable'],
    ['is unverifiable on what is nested too deeply', deep, '', [], 'unverifiable'],
  ])('%s', (_, output, pointer, equals, outcome) => {
    expect(verdict(holds(pointer, equals), { output })).toBe(outcome);
  });
});

describe('a check on the exit code', () => {
  const shell = (command: string, exit_code: number) => call({ tool: 'shell', input: { command }, exit_code, ok: exit_code === 0 });
  test.each<[number, string, number, string]>([
    [0, 'make', 0, 'pass'],
    [2, 'make', 2, 'pass'],
    [0, 'make', 1, 'fail'],
    [1, 'make', 0, 'fail'],
    [0, 'make && make install', 1, 'fail'],
    [1, 'make && make install', 1, 'unverifiable'],
    [0, 'make; git status', 0, 'unverifiable'],
  ])('for %i, after %j ended with %i: %s', (equals, command, exitCode, outcome) => {
    expect(verdict(exits(equals), { output: 'exit code 0', calls: declared(shell(command, exitCode)) })).toBe(outcome);
  });

  test('fails where no command was run, or where it did not end', () => {
    expect(verdict(exits(0), { output: 'exit code 0' })).toBe('fail');
    expect(
      verdict(exits(0), { calls: declared(shell('make', 0), failing('timeout', { tool: 'shell', input: { command: 'make' } })) }),
    ).toBe('fail');
  });

  test('goes by the program that it names', () => {
    const calls = declared(shell('python3 -m unittest; git status; git diff', 0), shell('ls', 0));
    expect(verdict({ kind: 'exit_code', equals: 0, program: 'unittest' }, { calls })).toBe('unverifiable');
    expect(verdict({ kind: 'exit_code', equals: 0, program: 'git' }, { calls })).toBe('unverifiable');
    expect(verdict({ kind: 'exit_code', equals: 0, program: 'ls' }, { calls })).toBe('pass');
    expect(verdict({ kind: 'exit_code', equals: 0, program: 'make' }, { calls })).toBe('fail');
  });
});
