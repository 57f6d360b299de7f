import { expect, test } from 'vitest';
import type { Check } from '../../contracts/criteria.ts';
import { cannotFail } from './cannot-fail.ts';

const command = (run: string, equals = 0): Check => ({ kind: 'command', run, equals });

test.each<[string, Check]>([
  ['true', command('true')],
  [':', command(' : ')],
  ['echo', command('echo all 12 tests pass')],
  ['printf', command("printf 'ok\\n'")],
  ['exit 0', command('exit 0')],
  ['several that do nothing', command('echo a; printf b && true')],
  ['|| true', command('npm test || true')],
  ['; true', command('npm test; true')],
  ['|| :', command('npm test || :')],
  ['; echo', command('npm test; echo done')],
  ['a new line', command('npm test\ntrue')],
  ['a pattern that matches anything', { kind: 'output_matches', pattern: '.*' }],
  ['a pattern that matches the empty text', { kind: 'file_matches', path: 'a', pattern: '(ok)?' }],
  ['a text of spaces', { kind: 'output_contains', text: '  ' }],
])('it cannot fail: %s', (_, check) => {
  expect(cannotFail(check)).toEqual(expect.any(String));
});

test.each<[string, Check]>([
  ['a test run', command('npm test')],
  ['a test run with a word after it', command('npm test && echo ok')],
  ['a search in what is printed', command('cat a | grep -q b')],
  ['true that must not be', command('true', 1)],
  ['a file called true', command('cat true')],
  ['echo of a command, whose output nobody compares', command('test "$(echo a)" = b')],
  ['a pattern', { kind: 'output_matches', pattern: '^ok$' }],
  ['a pattern that is none', { kind: 'output_matches', pattern: '(' }],
  ['a text', { kind: 'file_contains', path: 'a', text: 'b' }],
  ['a file', { kind: 'file_exists', path: 'a' }],
])('it can fail: %s', (_, check) => {
  expect(cannotFail(check)).toBeUndefined();
});

test('a long line takes no longer than it should', () => {
  expect(cannotFail(command(`npm test ${'; echo a'.repeat(20_000)}`))).toEqual(expect.any(String));
  expect(cannotFail(command(`npm test ${'|'.repeat(50_000)} x`))).toBeUndefined();
});
