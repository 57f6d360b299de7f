import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { readingPrograms } from './programs/reading-programs.ts';
import { isPlainlyReadOnly } from './read-only.ts';

/** Lines as a person would write them; ` ¦ ` separates lines that share one row. */
const lines = (...text: Parameters<typeof String.raw>): readonly string[] =>
  String.raw(...text)
    .trim()
    .split(/\s*\n\s*| ¦ /);

const reading = lines`
  cat a.txt ¦ cat -n a b ¦ cat -- a ¦ head -5 a ¦ head -n 5 a ¦ head -n -5 a ¦ head -n5 --quiet a ¦ head --lines=5 a ¦ tail -n +3 a ¦ tail -c 100 a
  tail -20 a ¦ wc -l a ¦ wc -lw a b ¦ ls ¦ ls -la ¦ ls -lhtr /tmp ¦ ls --color ¦ ls --color=auto -1 ¦ ls --help ¦ grep -n x a ¦ grep -rn x src
  grep -A3 -B 2 -e x a ¦ grep --include=x.ts -r x . ¦ egrep "a|b" c ¦ fgrep "a*" c ¦ grep -c "^\$" a ¦ grep shadow a.css ¦ ss -ltnp ¦ ss -tln sport = :3000 ¦ ss --listening --tcp --numeric ¦ sort a ¦ sort -k2,2nr -t , a
  sort -u -n ¦ sort --key=1 --reverse a ¦ uniq ¦ uniq -c ¦ uniq -f 1 -c a ¦ cut -d , -f1,2 a ¦ cut -d' ' -f2 ¦ tr a-z A-Z ¦ tr -d '\n' ¦ nl -ba a ¦ tac a
  rev a ¦ echo hello world ¦ echo '$(rm x)' ¦ echo "a; rm b" ¦ echo -n x ¦ echo -o x ¦ printf "%s\n" a b ¦ printf '%d%%' 5 ¦ pwd ¦ pwd -P ¦ date ¦ date +%F
  date -u +%s ¦ date -r a +%s ¦ date --date=yesterday ¦ stat a ¦ stat -c '%s %n' a ¦ stat -f %z a ¦ file -b a ¦ du -sh src ¦ du -h --max-depth=1 ¦ df -h
  basename a/b .c ¦ dirname a/b ¦ realpath a ¦ readlink -f a ¦ seq 1 10 ¦ seq 10 -1 1 ¦ yes ¦ yes | head -c 100 ¦ sleep 1 ¦ true ¦ false ¦ test -f a
  [ -d a ] ¦ [ a = b ] ¦ test 1 -lt 2 ¦ [ ! -e a -a -r b ] ¦ diff a b ¦ diff -u -r a b ¦ diff --unified=5 a b ¦ cmp -s a b ¦ comm -12 a b
  join -t , -1 2 a b ¦ paste -sd, a ¦ column -t -s , a ¦ fold -w 80 a ¦ expand -t 4 a ¦ md5sum a ¦ sha1sum -c a ¦ sha256sum a b ¦ sha512sum a ¦ cksum a
  b2sum -l 256 a ¦ find ¦ find . ¦ find . -name "*.ts" -print0 ¦ find src -type f -size +10k -mtime -7 ¦ find -L a b -newer c ¦ find . -perm -u+x -ls
  find . \( -name a -o -name b \) ! -path './c/*' -maxdepth 3 ¦ find . -empty -prune ¦ sed -n '5p' a ¦ sed -n 1,3p a ¦ sed -n '$p' a ¦ sed -n '2,+3p'
  sed -n '/start/,/end/p' a ¦ which node ¦ which -a node ¦ whoami ¦ id ¦ id -un ¦ uname -a ¦ hostname ¦ hostname -s ¦ printenv HOME ¦ jq . a.json
  jq -r '.items[] | .name' a ¦ jq -n --arg a b '{$a}' ¦ tree ¦ tree -L 2 -a src ¦ tree -I 'node_modules|dist' --dirsfirst ¦ cat /dev/null ¦ ls /proc
  cat a | sort | uniq -c | sort -rn | head -3 ¦ cat a 2>/dev/null | wc -l ¦ ls >/dev/null 2>&1 ¦ cat </dev/null ¦ ls ./src/dev/x ¦ cat /home/me/dev/a
  cat process.env.ts ¦ "cat" a ¦ c'a't a ¦ \cat a ¦ cat "my file.txt" ünïcode.txt ¦ cat src/environ ¦ cat /etc/hosts`;

test.each([...reading, 'ls -l\n', 'grep x a |\n head', "tr '\n' ' '"])('it is plain that %j only reads', (line) => {
  expect(isPlainlyReadOnly(line)).toBe(true);
});

const refused = {
  'what is not known': [
    ...lines`
    ss -K dst 10.0.0.1 ¦ ss -D out.bin ¦ ss --kill ¦ ss -r ¦ ss dst evil.example ¦ ss -F f ¦ ss -N other ¦ rm a ¦ mv a b ¦ cp a b ¦ tee a ¦ touch a ¦ mkdir a ¦ git status ¦ awk 1 a ¦ env ¦ env ls ¦ xargs rm ¦ rg x ¦ less a ¦ curl x ¦ sudo ls ¦ bash ¦ sh -c ls
    eval ls ¦ exec ls ¦ command ls ¦ nohup ls ¦ timeout 1 ls ¦ python3 a ¦ node -e 1 ¦ vim a ¦ xxd a b ¦ dd ¦ /bin/ls ¦ ./ls ¦ ../bin/cat a ¦ LS ¦ Cat a
    сat a ¦ ｌｓ ¦ __proto__ ¦ constructor ¦ toString ¦ hasOwnProperty x ¦ ls. ¦ -l ¦ alias`,
    ...['ls\u200b', 'l\u0455', 'cat\u00a0a', 'ls\r', 'l\0s'],
  ],
  'another program hidden in the line': [
    ...lines`
    r''m a ¦ \rm a ¦ "rm" a ¦ $'\x72\x6d' a ¦ cat a; rm b ¦ cat a && rm b ¦ cat a || rm b ¦ cat a & rm b ¦ cat a & ¦ cat a | tee b ¦ ls | xargs rm
    cat a | sh ¦ echo $(rm a) ¦ echo "$(rm a)" ¦ echo ${'`rm a`'} ¦ echo "${'`rm a`'}" ¦ cat <(rm a) ¦ cat >(rm a) ¦ echo ${'$'}{x:=$(rm a)} ¦ cat <<< x ¦ (cat a)
    { cat a; } ¦ if cat a; then ls; fi ¦ # ls ¦ ls # x ¦ f() { rm a; }; ls ¦ ls() { rm a; }; ls ¦ alias ls=rm ¦ ! ls ¦ time ls ¦ ls; ¦ PATH=. ls
    LD_PRELOAD=x cat a ¦ cat a |& sh`,
    ...['cat a\nrm b', 'cat a\r\nrm b', 'cat a\0; rm b', 'cat <<E\n$(rm a)\nE', "cat <<'E'\nx\nE", 'ls # x\nrm a', 'ls \\\n; rm a'],
  ],
  'writing by a redirection': [
    ...lines`
    cat a > b ¦ cat a >> b ¦ cat a >| b ¦ cat a &> b ¦ cat a 2> b ¦ cat a >& b ¦ cat a <> b ¦ cat a > /dev/null > b ¦ ls > "/dev/null " ¦ > a cat b
    cat a 3> b ¦ cat a {x}> b ¦ cat a >/dev/nulll ¦ cat a >/dev/null/x ¦ cat a >/dev/tcp/h/1 ¦ cat < a ¦ ls >&2`,
  ],
  'what only running it would tell': [
    ...lines`
    cat $x ¦ cat "$x" ¦ cat * ¦ cat a? ¦ cat [ab] ¦ cat {a,b} ¦ cat ~ ¦ cat ~/a ¦ ls --hide=~ ¦ cat $((1)) ¦ echo $ ¦ $x`,
  ],
  'an option or operand that writes, runs, sets or sends': [
    ...lines`
    sort -o a b ¦ sort -oa b ¦ sort -no a b ¦ sort a -o b ¦ sort --output=a b ¦ sort --out=a b ¦ sort --output a b ¦ sort -- -o a ¦ sort -k 1 -o a
    sort -t -o a ¦ sort --compress-program=rm a ¦ sort --comp=rm a ¦ sort -T . a ¦ sort -S 1 a ¦ sort --files0-from=a ¦ wc --files0-from=a
    uniq a b ¦ uniq -c a b ¦ uniq - b ¦ uniq -- a b ¦ uniq a -c ¦ uniq -f 1 a b ¦ uniq --skip-fields 1 a b ¦ uniq a -- b ¦ uniq +1 a
    date 01010101 ¦ date -s x ¦ date -us x ¦ date --set=x ¦ date --se=x ¦ date +%s 0101 ¦ date -f a ¦ date +%s -s x ¦ date -d 1 ¦ uname -S x
    hostname evil ¦ hostname -F a ¦ hostname --file=a ¦ hostname --File=a ¦ hostname -b x ¦ df --sync ¦ diff -l a b ¦ diff --paginate a b
    file -C -m a ¦ file -z a ¦ file -p a ¦ file --compile ¦ file -f a ¦ tree -o a ¦ tree -R ¦ tree -aR ¦ tree -Lo 2 a ¦ tree -Io x a ¦ tree --output=a
    find . -delete ¦ find . -exec rm {} + ¦ find . -exec rm '{}' \; ¦ find . -execdir rm x + ¦ find . -ok rm x ¦ find . -okdir rm x ¦ find . -fprint a
    find . -fprint0 a ¦ find . -fprintf a b ¦ find . -fls a ¦ find . -name -delete ¦ find . -name a -delete ¦ find . -true -delete ¦ find . -D exec
    find . -files0-from a ¦ find . \( -name a -delete \) ¦ find -delete ¦ find . -name ¦ find . -print x ¦ find -f a ¦ find . -exec ¦ find . -newerXY a
    sed 's/a/b/' a ¦ sed -i s/a/b/ a ¦ sed -n 'w b' a ¦ sed -n '1w b' a ¦ sed -n '1e rm a' b ¦ sed '1p' a ¦ sed -n '1p' -i a ¦ sed -n '1p;w b' a ¦ sed -n
    sed -n '/a/w b' c ¦ sed -n -e '1p' a ¦ sed -n '/[/p;w b]/p' a ¦ sed -ni 1p a ¦ sed --in-place -n 1p a ¦ sed -n '/a\/w b/p' c
    printf -v x y ¦ printf -v 'x[$(rm a)]' y ¦ printf -- x ¦ printf '%n' PATH ¦ printf '%5n' x ¦ test -v 'x[$(rm a)]' ¦ test -v x ¦ test -R x ¦ [ -v x ]
    [ -f a ¦ [ 'x[$(rm a)]' -eq 1 ] ¦ jq --run-tests a ¦ jq -f a ¦ jq -L . x ¦ jq 'import "a" as a; .' b ¦ jq 'include "a"; .' ¦ tail --pid=1 a
    ls --colour ¦ ls -D ¦ ls -la-o ¦ grep --directories=read x ¦ cat -l a ¦ cat --nonsense ¦ yes --Help ¦ yes -o ¦ sleep --X ¦ wc -x ¦ which --read-alias
    id -x ¦ pwd x ¦ whoami x ¦ cut -d ¦ head -n --bytes=5 ¦ nl --output=a ¦ column -T ¦ comm --output=a ¦ cmp --x ¦ seq -f %n 1`,
    ...["sed -n '1p\nw b' a"],
  ],
  'a place that holds secrets': [
    ...lines`
    cat .ssh/id_rsa ¦ ls /home/me/.ssh ¦ cat /home/me/.aws/credentials ¦ ls .gnupg ¦ cat .netrc ¦ cat .git-credentials ¦ cat .docker/config.json
    cat .kube/config ¦ cat .env ¦ cat ./.env.local ¦ cat app/.env.production ¦ cat id_rsa ¦ cat id_rsa.pub ¦ cat keys/id_ed25519 ¦ cat /etc/shadow
    cat /etc/./shadow ¦ cat ../../etc/shadow- ¦ cat server.pem ¦ cat tls/server.key ¦ cat .artoo/config ¦ cat /proc/1/environ ¦ cat /proc/self/environ
    cat /proc/sys/../self/fd/0 ¦ cat /dev/sda ¦ cat /dev/tty ¦ cat /dev/stdin ¦ cat /tmp/../dev/mem ¦ cat ../../../dev/sda ¦ cat //dev//tty ¦ cat .npmrc
    ls /net/evil.example ¦ grep -f.env a ¦ grep -f .env a ¦ grep --file=.env a ¦ cat .SSH/config ¦ cat .Env ¦ cat ".e"nv ¦ cat .s\sh/x ¦ cat $'\x2eenv'
    diff a .env ¦ find .ssh -type f ¦ stat /home/me/.ssh/x ¦ jq . .docker/config.json ¦ echo a | cat - .env ¦ grep -r x / ¦ grep -r x /home/me
    grep -R x .. ¦ grep -rn x ../other ¦ diff -r a /etc ¦ grep --recursive x / ¦ grep --dereference-recursive x /root`,
    ...['cat .\u212aube/config', 'cat .s\u200bsh/x'],
  ],
  'nothing at all': [
    ...lines`
    "" ¦ '' ¦ | ¦ ; ¦ \ ¦ 2>/dev/null`,
    ...['', ' ', '\n', '\t\n'],
  ],
};

describe.each(Object.entries(refused))('%s does not plainly only read:', (_, lines) => {
  test.each(lines)('%j', (line) => {
    expect(isPlainlyReadOnly(line)).toBe(false);
  });
});

test.each([
  ['a million characters', `cat ${'a'.repeat(1_000_000)}`],
  ['5,000 open parentheses', '('.repeat(5000)],
  ['5,000 nested parentheses', `${'('.repeat(5000)}ls${')'.repeat(5000)}`],
  ['5,000 nested substitutions', `cat ${'$('.repeat(5000)}ls${')'.repeat(5000)}`],
  ['14,000 pipes', `ls${' | cat'.repeat(14_000)} | tee`],
  ['90,000 letters of one option', `sort -${'n'.repeat(90_000)}o`],
  ['a long word of escapes', `cat ${'\\a'.repeat(49_000)} ;`],
  ['many paths in one argument', `cat ${'a/../'.repeat(19_000)}.env`],
])('%s are judged in bounded time', (_, line) => {
  const started = workedMs();
  expect(isPlainlyReadOnly(line)).toBe(false);
  expect(workedMs() - started).toBeLessThan(5000);
});

/** A line without quoted text, without redirections that discard output, and without `[` used as a program. */
const unquoted = (line: string) =>
  line
    .replaceAll(/\\.|\$'(?:\\.|[^\\'])*'|'[^']*'|"(?:\\.|[^"\\])*"/gs, '_')
    .replaceAll(/2>&1|2?> ?\/dev\/null(?![^ |\n])/g, ' ')
    .replaceAll(/(^|\|)\s*\[(?=\s)/g, '$1 test');

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b.txt', '-n', '-l', '5', 'src/x', '-', '--', '.') },
  { weight: 2, arbitrary: fc.constantFrom("'a b'", '"c;d"', '\\*', "'$(rm x)'", '"e > f"', "$'g\\th'") },
  { weight: 1, arbitrary: fc.constantFrom('2>/dev/null', '>/dev/null', '2>&1', '</dev/null') },
);
const command = fc
  .tuple(fc.constantFrom('cat', 'ls', 'echo', 'head', 'printf', 'rm', '[', 'sort'), fc.array(word, { maxLength: 4 }))
  .map(([name, words]) => [name, ...words].join(' '));
const pipeline = fc.array(command, { minLength: 1, maxLength: 3 }).map((commands) => commands.join(' | '));
const mixed = fc
  .tuple(
    pipeline,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...';&>$`()*?[{}<~#\'"\\\n|=! \r', '$(', '>>', '&&', '<(', '${', '<<')), { maxLength: 2 }),
  )
  .map(([line, marks]) =>
    marks.reduce((text, [at, mark]) => `${text.slice(0, at % (text.length + 1))}${mark}${text.slice(at % (text.length + 1))}`, line),
  );

test('a line with an operator or an expansion outside quotes is never read-only', () => {
  let readOnly = 0;
  fc.assert(
    fc.property(fc.oneof(mixed, pipeline, fc.string({ unit: anyCharacter })), (line) => {
      const verdict = isPlainlyReadOnly(line);
      if (verdict) readOnly++;
      if (/[;&>$`()*?[{]/.test(unquoted(line))) expect(verdict).toBe(false);
    }),
    { numRuns: 1500 / oneIn(5) },
  );
  expect(readOnly).toBeGreaterThan(50);
});

test('no program takes an option that its list does not have', () => {
  const options = fc.oneof(
    fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ').map((letter) => ({ text: `-${letter}`, name: letter })),
    fc
      .constantFrom('output', 'out', 'compress-program', 'set', 'file', 'exec', 'delete', 'in-place', 'pre')
      .map((name) => ({ text: `--${name}=a`, name })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...readingPrograms.entries()),
      options,
      ([program, { flags = '', valued = '', long = '' }], { text, name }) => {
        const listed = `${flags}${valued}`.includes(name) || long.replaceAll(/[=?]/g, '').split(' ').includes(name);
        if (!listed) expect(isPlainlyReadOnly(`${program} ${text} 1`)).toBe(false);
      },
    ),
    { numRuns: 2000 / oneIn(5) },
  );
});
