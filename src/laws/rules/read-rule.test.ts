import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { readRule, type Use } from './read-rule.ts';

const base = { cwd: '/home/ada/project', home: '/home/ada' };
const isRule = (text: string, use: Use = 'allow') => !('wrong' in readRule(text, base, use));
const each = (text: string): readonly string[] => text.trim().split(/\s*\n\s*| ¦ /);

describe('a rule is', () => {
  test.each([
    ...each(`shell(git status*) ¦ shell(npm test) ¦ shell(npm run build*) ¦ shell(npm run test:*) ¦ shell(git commit -m 'two words') ¦ shell(mkdir *)
    shell(./scripts/build.sh) ¦ shell(rm -rf build) ¦ shell(find . -name x) ¦ shell(tar xf a.tar) ¦ shell(git rebase main) ¦ shell(go test*) ¦ shell(git)`),
    ...each(
      'write(./docs/**) ¦ write(~/notes.md) ¦ write(/tmp/*) ¦ write(.) ¦ write(~) ¦ write(/) ¦ write(./a b/[id]/{x}.ts) ¦ write(./../x)',
    ),
    ...each(
      'fetch(example.org) ¦ fetch(*.example.org) ¦ fetch(*) ¦ fetch(EXAMPLE.org:8080) ¦ fetch([::1]) ¦ fetch(127.0.0.1) ¦ mcp(server/tool) ¦ mcp(my-server/*) ¦ shortcuts(Resize Images)',
    ),
    ...each('net(example.org) ¦ net(*.example.org) ¦ net(EXAMPLE.org.:8443) ¦ net(*.example.org:8443) ¦ net(gitlab:443)'),
    ...each(
      'folder(~/.cache/pip) ¦ folder(~/.cargo/registry) ¦ folder(~/.npm) ¦ folder(~/.cache/pip/) ¦ folder(~/.cache//./pip) ¦ folder(./build) ¦ folder(/mnt/data/cache)',
    ),
    ...each(
      'folder(~/notes) ¦ folder(/tmp/x) ¦ folder(/var/tmp/x) ¦ folder(~/.config/app) ¦ folder(~/a b) ¦ folder(~/a/../.cache/x) ¦ folder(/home/bob/p)',
    ),
    ' shell( npm test ) ',
  ])('%s', (text) => {
    expect(readRule(text, base)).toMatchObject({ text: text.trim() });
  });
});

test.each([
  ['shel(git commit*)', 'shel(git commit*): did you mean shell? it must look like shell(git status*)'],
  ['Shell(ls)', 'Shell(ls): did you mean shell? it must look like'],
  ['wirte(./docs/**)', 'wirte(./docs/**): did you mean write? it must look like'],
  ['exec(ls)', 'exec(ls): it must look like'],
])('%s is refused with the kind that was meant', (text, wrong) => {
  expect(readRule(text, base)).toEqual({ wrong: expect.stringContaining(wrong) });
});

describe('a rule is not', () => {
  test.each([
    ...each(
      'git status ¦ shell(git status ¦ shell git ¦ Shell(ls) ¦ exec(ls) ¦ __proto__(x) ¦ constructor(x) ¦ toString ¦ (ls) ¦ shell(a; b) ¦ shell(a | b)',
    ),
    ...each(
      'shell(a > b) ¦ shell(a $x) ¦ shell(a $(b)) ¦ shell(A=1 b) ¦ shell(git * --short) ¦ shell(git st*tus) ¦ shell(* git) ¦ shell(a &) ¦ shell(a ~) ¦ shell(a # b)',
    ),
    ...each('write ¦ write() ¦ write(docs/**) ¦ write(a) ¦ write(../x) ¦ write(/a/**/../b) ¦ write(/a/**b) ¦ write(~ada/x) ¦ write(*)'),
    ...each(
      'fetch ¦ fetch() ¦ fetch(https://example.org) ¦ fetch(example.org/x) ¦ fetch(a*.org) ¦ fetch(**) ¦ mcp ¦ mcp(server) ¦ mcp(*/*) ¦ mcp(a/b/c) ¦ mcp(/x) ¦ shortcuts() ¦ shortcuts(a*) ¦ applescript ¦ applescript(beep)',
    ),
    ...each(
      'net ¦ net() ¦ net(https://example.org) ¦ net(example.org/x) ¦ net(a*.org) ¦ net(*.*) ¦ net(*.org) ¦ net(*org) ¦ net(**) ¦ net(example.org:0) ¦ net(example.org:99999) ¦ net(*:443)',
    ),
    ...each(
      'net(127.0.0.1) ¦ net([::1]) ¦ net(::1) ¦ net(2130706433) ¦ net(0x7f.1) ¦ net(10.0.0.0/8) ¦ net(user@example.org) ¦ net(bücher.example)',
    ),
    ...each(
      'folder ¦ folder() ¦ folder(x) ¦ folder(../x) ¦ folder(~ada/x) ¦ folder(~/.cache/*) ¦ folder(~/**) ¦ folder(~/.cache/pip*) ¦ folder(*)',
    ),
    ...['', ' ', 'shell(a\nb)', 'shell(a\u202eb)', 'write(./a\u0007)', `shell(${'a'.repeat(3000)})`],
  ])('%j, and the error says what a rule looks like', (text) => {
    for (const use of ['allow', 'ask', 'deny'] as const) expect(readRule(text, base, use)).toEqual({ wrong: expect.any(String) });
  });
});

describe('asked about or forbidden, but never allowed:', () => {
  test.each([
    ...each('shell ¦ shell() ¦ shell(*) ¦ shell( * ) ¦ net(*) ¦ net(localhost) ¦ net(localhost:3000) ¦ net(app.localhost)'),
    ...each(
      'shell(bash) ¦ shell(bash*) ¦ shell(sh -c x) ¦ shell(/bin/sh x) ¦ shell(zsh*) ¦ shell(python3 x.py) ¦ shell(python3.11*) ¦ shell(Python *) ¦ shell(node x)',
    ),
    ...each(
      'shell(perl*) ¦ shell(ruby x) ¦ shell(php x) ¦ shell(awk x) ¦ shell(gawk x) ¦ shell(env x) ¦ shell(xargs rm) ¦ shell(sudo ls) ¦ shell(doas ls) ¦ shell(make)',
    ),
    ...each(
      'shell(npx x) ¦ shell(ssh host) ¦ shell(eval x) ¦ shell(exec x) ¦ shell(source x) ¦ shell(timeout 5 ls) ¦ shell(watch ls) ¦ shell(vim x)',
    ),
    ...each(
      'shell(git*) ¦ shell(git *) ¦ shell(git -c a=b status) ¦ shell(git -C x status*) ¦ shell(git rebase*) ¦ shell(git submodule *) ¦ shell(git difftool x)',
    ),
    ...each(
      'shell(npm*) ¦ shell(npm run*) ¦ shell(npm exec x) ¦ shell(yarn dlx x) ¦ shell(go run .) ¦ shell(docker run x) ¦ shell(kubectl exec x) ¦ shell(cargo *)',
    ),
    ...each(
      "shell(tar*) ¦ shell(tar xf a --to-command=x) ¦ shell(find*) ¦ shell(find . -exec rm '{}' +) ¦ shell(rsync*) ¦ shell(rsync -a --rsh=x a b) ¦ shell(sed*)",
    ),
    ...each(
      'folder(/) ¦ folder(~) ¦ folder(~/) ¦ folder(~/.) ¦ folder(~/x/..) ¦ folder(~/..) ¦ folder(/home) ¦ folder(/home/ada) ¦ folder(/home/ada/) ¦ folder(/home/bob) ¦ folder(/HOME/ada)',
    ),
    ...each(
      'folder(/etc) ¦ folder(/etc/app) ¦ folder(/usr/local/share/x) ¦ folder(/var/lib/x) ¦ folder(/opt/app) ¦ folder(/srv/x) ¦ folder(/root) ¦ folder(/root/x) ¦ folder(/boot) ¦ folder(/proc/self) ¦ folder(//etc//x)',
    ),
    ...each(
      'folder(~/.ssh) ¦ folder(~/.SSH) ¦ folder(~/.ssh/x) ¦ folder(~/.config) ¦ folder(~/.config/autostart) ¦ folder(~/.local) ¦ folder(~/.local/bin) ¦ folder(~/.local/share) ¦ folder(~/.cargo)',
    ),
    ...each(
      'folder(~/.pyenv) ¦ folder(~/.pyenv/versions) ¦ folder(~/.nvm) ¦ folder(~/.NVM) ¦ folder(~/.asdf) ¦ folder(~/.rustup/toolchains) ¦ folder(~/.sdkman) ¦ folder(~/.volta/tools) ¦ folder(~/miniconda3) ¦ folder(~/.local/share/mise)',
    ),
    ...each(
      'folder(~/bin) ¦ folder(~/.git) ¦ folder(./.git) ¦ folder(./.git/hooks) ¦ folder(./.vscode) ¦ folder(~/.claude) ¦ folder(~/.artoo) ¦ folder(~/.cache/../.ssh) ¦ folder(./../.ssh)',
    ),
    ...each(
      'folder(~/.local/lib) ¦ folder(~/.local/lib/python3.11/site-packages) ¦ folder(./v/lib/python3/site-packages) ¦ folder(~/.mozilla) ¦ folder(~/.password-store/x) ¦ folder(~/Library) ¦ folder(~/.bashrc)',
    ),
    ...each('shortcuts(*) ¦ applescript(*)'),
    ...each('shell(git fetch --upload-pack=x) ¦ shell(sort --compress-program=x a) ¦ shell(go test -exec x)'),
  ])('%s', (text) => {
    expect([isRule(text, 'allow'), isRule(text, 'ask'), isRule(text, 'deny')]).toEqual([false, true, true]);
  });
});

test.each<readonly unknown[]>([
  [],
  [5, { cwd: '/', home: '/' }],
  ['write(./x)'],
  ['write(./x)', null],
  ['write(./x)', { home: '/' }],
  ['write(~/x)', { cwd: '/' }],
  ['write(./x)', { cwd: 'docs', home: '/' }],
  ['write(./x)', { cwd: '/', home: '/' }, 'alow'],
])('arguments of another kind are refused: %j %j %j', (...args) => {
  expect(() => readRule(...(args as unknown as Parameters<typeof readRule>))).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('no text makes it throw, and it always says what is wrong', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .tuple(fc.constantFrom('shell', 'write', 'folder', 'net', 'fetch', 'mcp'), fc.string({ unit: 'grapheme' }))
      .map(([tool, inside]) => `${tool}(${inside})`),
  );
  fc.assert(
    fc.property(text, fc.constantFrom<Use>('allow', 'ask', 'deny'), (rule, use) => {
      const read = readRule(rule, base, use);
      if ('wrong' in read) expect(read.wrong.length).toBeGreaterThan(10);
      else expect(read.text).toBe(rule.trim());
    }),
    { numRuns: 1000 / oneIn(10) },
  );
});

test('a rule for a host that is this machine is refused, with what to write instead', () => {
  expect(readRule('net(localhost:3000)', base)).toEqual({ wrong: expect.stringContaining('fetch(localhost:3000) allows fetching pages') });
});
