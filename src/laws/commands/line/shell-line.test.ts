import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { oneIn } from '../../../../test/support/sample.ts';
import { workedMs } from '../../../../test/support/worked-ms.ts';
import { plainListOf, plainPipelineOf } from './plain-line.ts';
import { commandRunning, programsOf, toolProgramsOf } from './shell-line.ts';

describe('the programs of a line', () => {
  test.each([
    ['ls -l', 'ls'],
    ['/usr/bin/find . -type f', 'find'],
    ['./run.sh', 'run.sh'],
    ['cat a | grep b | wc -l', 'cat grep wc'],
    ['ls; ls; cat x; ls', 'ls cat'],
    ['a && b || c & d', 'a b c d'],
    ['! a', 'a'],
    ['time a | b', 'a b'],
    ['(a; { b; })', 'a b'],
    ['if a; then b; elif c; then d; else e; fi', 'a b c d e'],
    ['while a; do b; done; until c; do d; done', 'a b c d'],
    ['for x in $(a); do b "$x"; done', 'a b'],
    ['case $(a) in x) b;; *) c;; esac', 'a b c'],
    ['f() { a; }; function g { b; }', 'a b'],
    ['coproc a', 'a'],
    ['a "$(b `c`)"', 'a b c'],
    ['a <(b) >(c)', 'a b c'],
    ['a > $(b)', 'a b'],
    [`a \${x:-$(b)} $(( $(c) + 1 ))`, 'a b c'],
    ['[[ -n $(a) ]]', 'a'],
    ['x=$(a) b', 'b a'],
    ['x=$(a)', 'a'],
    ['x=1', ''],
    ['a <<E\n$(b)\nE', 'a b'],
    ["a <<'E'\n$(b)\nE", 'a'],
    ['a <<< "$(b)"', 'a b'],
    ['a # b', 'a'],
    ["echo '$(rm x)'", 'echo'],
    ["r''m x", 'rm'],
    ['\\rm x', 'rm'],
    ['"rm" x', 'rm'],
    [String.raw`$'\x72\x6d' x`, 'rm'],
    ['$(echo rm) x', '? echo'],
    ['$x y', '?'],
    ['~/bin/x', '?'],
    ['/bin/r? x', '?'],
    ['rm$IFS-f', '?'],
    ["'' x", ''],
    ['sudo rm x', 'sudo rm'],
    ['sudo -u root -E -- rm x', 'sudo rm'],
    ['sudo -uroot --user admin FOO=1 rm', 'sudo rm'],
    ['env -i PATH=$PATH A=1 rm', 'env rm'],
    ['env -u HOME rm', 'env rm'],
    ['env', 'env'],
    ['command -p rm', 'command rm'],
    ['command -v rm', 'command'],
    ['builtin command rm', 'builtin command rm'],
    ['exec -a name rm', 'exec rm'],
    ['exec 2>&1', 'exec'],
    ['nice -n 5 nohup rm', 'nice nohup rm'],
    ['nice -10 rm', 'nice rm'],
    ['/usr/bin/time -f %e rm', 'time rm'],
    ['timeout 5 rm', 'timeout rm'],
    ['timeout -k 1 --signal KILL "$limit" rm', 'timeout rm'],
    ['ls | xargs rm', 'ls xargs rm'],
    ['xargs -0 -n1 -I {} mv {} x', 'xargs mv'],
    ['xargs -P 4 sh -c "rm x"', 'xargs sh rm'],
    ['busybox rm x', 'busybox rm'],
    ['setsid find .', 'setsid find'],
    ['stdbuf -oL find . | doas -u ada rm x', 'stdbuf find doas rm'],
    ['ionice -c 3 nice -n 5 find .', 'ionice nice find'],
    ["env -S 'find .'", 'env find . ?'],
    ["su -c 'find .' ada", 'su ?'],
    ['watch find .', 'watch ?'],
    ["bash -c 'a | b'", 'bash a b'],
    ['bash -lc "a" name', 'bash a'],
    ['sh -x -c "a; b"', 'sh a b'],
    ['bash script.sh', 'bash ?'],
    ["bash -c -- 'find .'", 'bash find'],
    ['env - find .', 'env find'],
    ["echo 'find .' | bash", 'echo bash ?'],
    ["trap 'find .' EXIT", 'trap ?'],
    ['. ./x.sh', '. ?'],
    ['bash -c "$x"', 'bash ?'],
    [String.raw`sh -c 'sh -c "sh -c \"rm x\""'`, 'sh rm'],
    ["bash -c 'if'", 'bash'],
    ['eval r"m" -f x', 'eval rm'],
    ['eval "$(a)"', 'eval ? a'],
    [String.raw`find . -exec rm {} \; -o -execdir mv {} x +`, 'find rm mv'],
    ["find . -ok sudo rm {} ';'", 'find sudo rm'],
    [String.raw`find . -exec sh -c 'a "$1"' _ {} \;`, 'find sh a'],
    ['find . -name -exec', 'find'],
    ['__proto__; constructor; toString', '__proto__ constructor toString'],
    ['rm\r', '?'],
    ['r\u200bm', '?'],
    ['рm', 'рm'],
    [`${'sudo '.repeat(50)}rm`, 'sudo ?'],
    ['', ''],
    [' \n\t', ''],
    ['# only a comment', ''],
    ['echo "unclosed', ''],
    ['echo $(unclosed', ''],
    ['ls; echo "$(if)"', ''],
    ['ls )', ''],
    [`ls ${'x'.repeat(100_000)}`, ''],
    [`ls ${'x'.repeat(90_000)}`, 'ls'],
  ])('%j runs %s', (line, programs) => {
    expect(programsOf(line).join(' ')).toBe(programs);
  });

  test.each([
    ['ls -l | sort', 'ls sort'],
    ['cd src && npm test', 'npm'],
    ['echo hi > a.txt; export A=1; true', ''],
    ['for f in *.txt; do mv "$f" "$f.md"; done', 'mv'],
    ['ls | while read -r f; do local x=1; [ -f "$f" ] && cp "$f" b; done', 'ls cp'],
    ['r() { mv "$1" "$2"; }; r a b; r c d', 'mv'],
    ['function r { git mv "$1" "$2"; }\nr a b', 'git'],
    ['if false; then rm() { :; }; fi; rm x', 'rm'],
    ['find() { command find "$@"; }; find .', 'find'],
    ['time make', 'make'],
    ['bash -c "cd a && make"', 'bash make'],
    ['eval "$x"', '?'],
    ['. ./env.sh', '?'],
    ['echo "unclosed', '?'],
    ['', ''],
  ])('that count as tools, in %j: %s', (line, programs) => {
    expect(toolProgramsOf(line).join(' ')).toBe(programs);
  });

  test.each([
    ['sort', 'du -ah . | sort -rh; sort x', 'sort -rh'],
    ['find', 'cd a && /usr/bin/find . -name "b c"', '/usr/bin/find . -name "b c"'],
    ['mv', 'for f in *; do mv "$f" b; done', 'mv "$f" b'],
    ['rm', 'xargs rm', undefined],
    ['ls', 'ls "unclosed', undefined],
  ])('%s is run, in %j, by %j', (program, line, command) => {
    expect(commandRunning(program, line)).toBe(command);
  });

  test('are named only when they can be shown', () => {
    expect(programsOf(`${'x'.repeat(300)}; $'\\e[31m'; y`)).toEqual(['y']);
  });
});

const nested = [
  '(',
  '$(',
  '`',
  '${a:-',
  '$((',
  '{',
  '{a,',
  '[',
  '$[',
  '<(',
  '"$(',
  '<<a ',
  'f() ',
  'coproc ',
  '! ',
  'if ',
  'a[',
  "bash -c '",
];

test.each(nested)('a line that only repeats %j takes bounded time', (unit) => {
  for (const length of [3000, 30_000, 99_999, 1_000_000]) {
    const line = unit.repeat(length / unit.length);
    const started = workedMs();
    expect([programsOf(line).length <= 2, plainPipelineOf(line), plainListOf(line)]).toEqual([true, undefined, undefined]);
    expect(workedMs() - started).toBeLessThan(5000);
  }
});

const shellText = fc
  .array(fc.oneof(fc.constantFrom(...'abc $(){}[]<>|&;\'"`\\#~!*?=\n-/0'), fc.constantFrom('sudo ', 'eval ', 'find -exec ', ...nested)), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

test('no text makes it throw, and every plain command is among the programs', () => {
  fc.assert(
    fc.property(fc.oneof(shellText, fc.string({ unit: anyCharacter })), (line) => {
      const programs = programsOf(line);
      for (const { name } of plainPipelineOf(line) ?? []) {
        if (/^[\w/]+$/.test(name) && !name.endsWith('/')) expect(programs).toContain(name.split('/').at(-1));
      }
    }),
    { numRuns: 500 / oneIn(10) },
  );
});
