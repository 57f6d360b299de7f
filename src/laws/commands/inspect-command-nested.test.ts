import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { visible } from '../../contracts/text/visible.ts';
import { inspectCommand } from './inspect-command.ts';
import { plainListOf } from './line/plain-line.ts';
import { isPlainlyReadOnly } from './read-only.ts';

const context = { cwd: '/lab', workspace: '/lab/scratch', home: '/lab/protected/home' };
const inspect = (line: string) => inspectCommand(line, context);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** Constructs in which a line is still run. The first few accept only one simple command. */
const simple: readonly ((line: string) => string)[] = [
  (line) => `sudo ${line}`,
  (line) => `timeout 5 ${line}`,
  (line) => `env -i nice -n 3 ${line}`,
  (line) => `command ${line}`,
  (line) => `find . -exec ${line} \\;`,
  (line) => `ls | xargs ${line}`,
];
const block = (line: string): string => `{ ${line}\n}`;
const around: readonly ((line: string) => string)[] = [
  (line) => `ls; ${line}`,
  (line) => `${block(line)} | cat`,
  (line) => `true && ${block(line)} || false`,
  (line) => `(${line}\n)`,
  (line) => `! ${block(line)}`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `while ${line}\ndo :; done`,
  (line) => `for i in 1 2; do ${line}\ndone`,
  (line) => `case a in *) ${line}\n;; esac`,
  (line) => `f() ${block(line)}; f`,
  (line) => `echo "$( ${line}\n)"`,
  (line) => `cat <( ${line}\n)`,
  (line) => `x=$( ${line}\n)`,
  (line) => `echo \${x:-$( ${line}\n)}`,
  (line) => `echo $(( $( ${line}\n) + 1 ))`,
  (line) => `[[ -n $( ${line}\n) ]]`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `sh -x -c ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `${block(line)} &`,
  (line) => `coproc ${block(line)}`,
  (line) => `cd scratch && ${block(line)}`,
  (line) => `ls\n# a comment\n${line}`,
];
const nest = (leaves: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...leaves),
      fc.array(fc.constantFrom(...simple), { maxLength: 2 }),
      fc.array(fc.constantFrom(...around), { maxLength: 3 }),
      fc.constantFrom(
        (line: string) => line,
        (line: string) => `cat <<E\n$( ${line}\n)\nE`,
      ),
    )
    .map(([leaf, first, then, last]) => [...first, ...then, last].reduce((line, put) => put(line), leaf));

test('harm stays harm, whatever it is nested in', () => {
  const leaves = [
    'rm -f /lab/protected/a',
    'truncate -s 0 /lab/protected/a',
    'git push',
    'curl http://x.example',
    'kill 1',
    'touch /etc/x',
  ];
  fc.assert(
    fc.property(nest(leaves), (line) => {
      expect([line, inspect(line).verdict]).toEqual([line, 'harms']);
    }),
    { numRuns: 1500 / oneIn(10) },
  );
});

test('what is unknown stays unknown, whatever it is nested in', () => {
  fc.assert(
    fc.property(nest(['python3 x.py', '$tool', './run', 'make', 'git status', 'mkdir "$x"']), (line) => {
      expect([line, inspect(line).verdict]).toEqual([line, 'unknown']);
    }),
    { numRuns: 1000 / oneIn(10) },
  );
});

const fragment = fc.constantFrom(
  ...[
    'ls',
    'cat',
    'echo',
    'cd',
    'rm',
    'cp -n',
    'mkdir',
    'sudo',
    'timeout 5',
    'bash -c',
    'eval',
    'find . -exec',
    'xargs',
    'git',
    'sed -i',
    'tee',
    'set -e',
  ],
  ...['a', 'src', '/lab/scratch', '~', '$x', '*', "'b c'", '-n', '-rf', '--help', '..', '/dev/null', '.ssh', '{}', '+'],
  ...[';', '&&', '||', '|', '&', '\n', '(', ')', '{', '}', '>', '>>', '<', '2>&1', '$(', '`', '"', "'", '#', '!', '=', '<<E', '\\'],
);
const anyLine = fc.oneof(
  fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.string({ unit: anyCharacter }),
);

test('no text makes it throw, every reason can be shown, and only plain lists of known readers are harmless', () => {
  const readers = /^(?:ls|cat|echo|cd|set|rm|cp|mkdir|sed|tee|timeout|bash|eval|git|find)$/;
  const seen = { harmless: 0, creates: 0, harms: 0, unknown: 0 };
  fc.assert(
    fc.property(anyLine, (line) => {
      const { verdict, effects, reason } = inspect(line);
      seen[verdict] += 1;
      expect([visible(reason), reason.length > 0, reason.length < 200]).toEqual([reason, true, true]);
      if (verdict !== 'harmless') return;
      expect(effects).toEqual([]);
      expect(plainListOf(line)?.every(({ name }) => readers.test(name))).toBe(true);
    }),
    { numRuns: 4000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
});

test('what plainly only reads is harmless', () => {
  const command = fc
    .tuple(
      fc.constantFrom('cat', 'ls', 'head -n 5', 'sort', 'grep x'),
      fc.array(fc.constantFrom('a', 'b.txt', '-n', "'c d'"), { maxLength: 3 }),
    )
    .map(([name, words]) => [name, ...words].join(' '));
  let plain = 0;
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 3 }), (commands) => {
      const line = commands.join(' | ');
      if (!isPlainlyReadOnly(line)) return;
      plain += 1;
      expect(inspect(line).verdict).toBe('harmless');
    }),
  );
  expect(plain).toBeGreaterThan(20); // otherwise the property would prove nothing
});

test.each([
  '(',
  '$(',
  '`',
  '{ ',
  'if ',
  "bash -c '",
  'sudo ',
  'eval ',
  'a | ',
  'a; ',
  '! ',
  '$((',
  '${a:-',
  '<(',
  '>',
  '*',
  '~',
  'x=',
  '\\',
  "'",
])('a line that only repeats %j takes bounded time', (unit) => {
  for (const length of [3000, 99_999, 1_000_000]) {
    const started = workedMs();
    expect(['unknown', 'harms']).toContain(inspect(unit.repeat(length / unit.length)).verdict);
    expect(workedMs() - started).toBeLessThan(5000);
  }
});
