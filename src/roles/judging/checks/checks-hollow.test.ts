import { describe, expect, test } from 'vitest';
import type { Check } from '../../../contracts/criteria.ts';
import { whyHollow } from './checks.ts';

const command = (run: string, equals = 0): Check => ({ kind: 'command', run, equals });

describe('a command cannot fail', () => {
  test.each([
    'true',
    ':',
    'echo done',
    'printf ok',
    'exit 0',
    'exit',
    'cd . && true',
    'echo a && echo b',
    'test 1 -eq 1',
    '[ a = a ]',
    '[[ 1 -eq 1 ]]',
    'test -n x',
    'npm test || true',
    'npm test || :',
    'npm test || echo failed',
    'npm test; true',
    'npm test; echo done',
    'npm test; echo "exit: $?"',
    'npm test; exit 0',
    'npm test && exit 0 || exit 0',
    'npm test | cat',
    'npm test | tee log',
    'npm test 2>&1 | tail -5',
    'npm test 2>&1 | head -n 20',
    'npm test | wc -l',
    'npm test &',
    '(npm test || true)',
    "bash -c 'npm test || true'",
    'timeout 60 npm test || true',
    'npm test\ntrue',
    'if npm test; then echo yes; else echo no; fi',
    'if npm test; then echo yes; fi',
    'false || true',
    '# nothing',
  ])('%j', (run) => {
    expect(whyHollow(command(run))).toMatch(/\S/);
  });
});

describe('a command can fail', () => {
  test.each([
    'npm test',
    'grep -q x file',
    '! grep -q x f',
    'test -f a && grep -q b a',
    'test -f a',
    '[ -s out.txt ]',
    'python3 -m pytest -q | grep -q "5 passed"',
    'set -o pipefail; npm test | tee log',
    'cd app && npm test',
    'npm test && echo done',
    'npm test || exit 1',
    'npm test || { echo failed; exit 1; }',
    'test "$(wc -l < f)" -eq 7',
    '[ "$(ls logs | wc -l)" -eq 3 ]',
    '[[ -f a ]]',
    'npm test; exit $?',
    'node -e "process.exit(1)"',
    'if npm test; then exit 0; else exit 1; fi',
    'if ! npm test; then exit 1; fi',
    'git diff --exit-code',
    'cmp a b',
    'python3 check.py',
    'cat a.txt',
    'head -1 a.txt',
    'if test -d app; then npm test; fi',
    '((',
  ])('%j', (run) => {
    expect(whyHollow(command(run))).toBeUndefined();
  });

  test('by another exit code than the one it hides', () => {
    expect(whyHollow(command('npm test || true', 1))).toBeUndefined();
  });
});

describe('a pattern or text cannot fail', () => {
  test.each(['.*', 'a*', '^', '$', '(?:x|)', '\\d*', '', '(?s).*', '\\s*'])('%j', (pattern) => {
    expect(whyHollow({ kind: 'output_matches', pattern })).toMatch(/\S/);
    expect(whyHollow({ kind: 'file_matches', path: 'a', pattern })).toMatch(/\S/);
  });
  test.each(['', ' ', '\n\t'])('%j', (text) => {
    expect(whyHollow({ kind: 'output_contains', text })).toMatch(/\S/);
    expect(whyHollow({ kind: 'file_contains', path: 'a', text })).toMatch(/\S/);
  });
});

test.each<Check>([
  { kind: 'output_matches', pattern: '\\d+' },
  { kind: 'output_matches', pattern: '.+' },
  { kind: 'output_matches', pattern: '^$' },
  { kind: 'output_matches', pattern: '(' },
  { kind: 'output_contains', text: '7' },
  { kind: 'file_exists', path: 'a' },
  { kind: 'file_absent', path: 'a' },
  { kind: 'exit_code', equals: 0 },
  { kind: 'json_equals', pointer: '', equals: null },
])('%j can fail', (check) => {
  expect(whyHollow(check)).toBeUndefined();
});
