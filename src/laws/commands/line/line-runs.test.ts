import { expect, test } from 'vitest';
import { namesOf, runsIn, workIn } from './line-runs.ts';

const programs = (line: string, which: 'isProved' | 'isBlamed') =>
  workIn(runsIn(line) ?? [])
    .filter((run) => run[which])
    .map(({ program }) => program);

test.each<[string, readonly string[], readonly string[]]>([
  ['npm test', ['npm'], ['npm']],
  ['cd app && npm test', ['npm'], ['npm']],
  ['a && b', ['a', 'b'], ['a', 'b']],
  ['a; b', ['b'], ['b']],
  ['a\nb', ['b'], ['b']],
  ['a | b', ['b'], ['b']],
  ['set -o pipefail; a | b', ['a', 'b'], ['a', 'b']],
  ['set -euo pipefail; a | b; c', ['a', 'b', 'c'], ['a', 'b', 'c']],
  ['set -e; a; b', ['a', 'b'], ['a', 'b']],
  ['a || true', [], []],
  ['a || b', [], ['b']],
  ['a || exit 1', ['a'], []],
  ['a || { echo failed; exit 1; }', ['a'], []],
  ['a && b || c', [], ['c']],
  ['a || b && c', ['c'], ['b', 'c']],
  ['a &', [], []],
  ['a; exit $?', ['a'], ['a']],
  ['a; exit 0', [], []],
  ['! a', [], ['a']],
  ['(cd x; a)', ['a'], ['a']],
  ['{ a; b; }', ['b'], ['b']],
  ['if a; then b; fi', [], ['b']],
  ['if a; then b; else c; d; fi', [], ['b', 'd']],
  ['for f in 1 2; do a $f; done', [], ['a']],
  ['timeout 60 env X=1 a --all', ['a'], ['a']],
  ["bash -c 'a; b'", ['b'], ['b']],
  ['time a', ['a'], ['a']],
  ['test "$(a | b)" = 3', ['test'], ['test']],
  ['a > out.txt 2>&1', ['a'], ['a']],
  ['[[ -f x ]] && a', ['[[', 'a'], ['[[', 'a']],
])('for %j, exit code 0 proves %j, and any other may be that of %j', (line, proved, blamed) => {
  expect([programs(line, 'isProved'), programs(line, 'isBlamed')]).toEqual([proved, blamed]);
});

test('shows what each run reads and where it prints', () => {
  const shape = (line: string) =>
    runsIn(line)?.map(({ program, isPiped, prints }) => `${program} ${isPiped ? 'piped' : 'alone'} ${prints}`);
  expect(shape('a | b > f')).toEqual(['a alone pipe', 'b piped file']);
  expect(shape('a 2>/dev/null; b >/dev/null 2>&1')).toEqual(['a alone line', 'b alone nowhere']);
  expect(shape('echo "$(a)"')).toEqual(['a alone word', 'echo alone line']);
  expect(runsIn('cat <<EOF\nhello\nEOF')?.map(({ fed }) => fed.trim())).toEqual(['hello']);
});

test.each<[string, string]>([
  ['python3 -m pytest -q', 'pytest'],
  ['npx vitest run', 'vitest'],
  ['uv run pytest', 'pytest'],
  ['npm run build', 'build'],
  ['./node_modules/.bin/eslint .', 'eslint'],
  ['poetry run python -m pytest', 'pytest'],
])('%j runs %s', (line, name) => {
  expect(runsIn(line)?.flatMap(namesOf)).toContain(name);
});

test.each(['', '((', 'a "', '$('.repeat(5_000), `${'('.repeat(400)}a${')'.repeat(400)}`, 'a;'.repeat(5_000), 'a\0b'])(
  'it never throws',
  (line) => {
    expect(() => runsIn(line)).not.toThrow();
  },
);
