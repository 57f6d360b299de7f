import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { narrowRuleFor } from './narrow-rule.ts';
import { type Rule, readRule, type Use } from './read-rule.ts';
import { type Action, decideByRules, type RuleSet } from './rules.ts';

const base = { cwd: '/home/ada/project', home: '/home/ada' };

function rule(text: string, use: Use): Rule {
  const read = readRule(text, base, use);
  if ('wrong' in read) throw new Error(read.wrong);
  return read;
}
const rules = (texts: Partial<Record<Use, readonly string[]>>): RuleSet => ({
  allow: (texts.allow ?? []).map((text) => rule(text, 'allow')),
  ask: (texts.ask ?? []).map((text) => rule(text, 'ask')),
  deny: (texts.deny ?? []).map((text) => rule(text, 'deny')),
});
const line = (command: string): Action => ({ tool: 'shell', command, cwd: base.cwd });
const each = (text: string): readonly string[] => text.trim().split(/\s*\n\s*| ¦ /);

const some = rules({
  allow: ['shell(git status*)', 'shell(git diff *)', 'shell(npm test)', 'shell(npm run test:*)', 'shell(mkdir build)', 'shell(./run.sh)'],
});

describe('a line is allowed', () => {
  test.each([
    ...each(
      'git status ¦ git status --short -- a ¦ "git" sta\\tus ¦ npm test ¦ npm run test:unit ¦ npm run test:unit -- -t x ¦ mkdir build ¦ git status; npm test',
    ),
    ...each(
      'git status | head -5 ¦ npm test 2>&1 | tail -20 ¦ (git status && npm test) ¦ ! npm test ¦ cd src && npm test ¦ cd /home/ada/project/src && git status',
    ),
    ...each(
      'timeout 60 npm test ¦ nice -n 5 git status ¦ command git status ¦ set -e; npm test ¦ npm test || echo failed ¦ git status 2>/dev/null ¦ ./run.sh',
    ),
    ...each("git diff ¦ git diff 'a b' ¦ cat package.json && npm test"),
  ])('%j', (command) => {
    expect(decideByRules(some, line(command))).toEqual({ decision: 'allow', rule: expect.stringMatching(/^shell\(/) });
  });
});

describe('a line is not allowed', () => {
  test.each([
    ...each(
      'git-status ¦ git-evil status ¦ /tmp/git status ¦ ./git status ¦ /usr/bin/git status ¦ git statusx ¦ git stat ¦ git commit -m x ¦ git ¦ Git status ¦ git  -C x status',
    ),
    ...each(
      'npm test x ¦ npm tests ¦ npm run test ¦ npm run testing ¦ mkdir build2 ¦ mkdir build x ¦ git difftool ¦ ../run.sh ¦ cd src && ./run.sh ¦ ls ¦ ls | head',
    ),
    ...each(
      'git status; rm a ¦ git status && rm a ¦ git status | tee a ¦ git status & ¦ git status & rm a ¦ git status > a ¦ git status >> a ¦ git status 2> a ¦ git status < a',
    ),
    ...each(
      'GIT_SSH_COMMAND=x git status ¦ PATH=. git status ¦ git status $x ¦ git status "$x" ¦ git status $(rm a) ¦ git status `rm a` ¦ git status <(rm a) ¦ git status *',
    ),
    ...each(
      'git status ~ ¦ for i in 1; do git status; done ¦ while git status; do ls; done ¦ if git status; then ls; fi ¦ git() { rm a; }; git status ¦ git status # x',
    ),
    ...each(
      'sudo git status ¦ env git status ¦ env A=1 git status ¦ xargs git status ¦ find . -exec git status \\; ¦ bash -c "git status" ¦ eval "git status" ¦ exec git status',
    ),
    ...each(
      'nohup npm test ¦ cd .. && npm test ¦ cd / && git status ¦ cd ~ && git status ¦ cd $x && npm test ¦ cd - && npm test ¦ pushd src && npm test ¦ alias git=rm; git status',
    ),
    ...each(
      'git status --exec=x ¦ git diff --ext-diff ¦ git diff --output=/etc/x ¦ npm run test:unit --script-shell=x ¦ npm run test:unit --prefix /x ¦ cat .env; git status',
    ),
    ...each(
      'git status "unclosed ¦ git status ) ¦ timeout -x 5 npm test ¦ trap x EXIT; git status ¦ npm test\r ¦ git\u200b status ¦ git\u00a0status',
    ),
    ...['git status\nrm a', `${'git status; '.repeat(51)}git status`, '', 'git status\0', 'git status <<E\n$(rm a)\nE'],
  ])('%j', (command) => {
    expect(decideByRules(some, line(command))).toEqual({ decision: 'none' });
  });
});

const forbidding = rules({
  allow: ['shell(git push origin x)', 'shell(git status*)'],
  deny: ['shell(git push*)', 'shell(rm -rf*)', 'shell(npm publish)', 'shell(bash*)'],
});

describe('what is forbidden stays forbidden anywhere in a line:', () => {
  test.each([
    ...each(
      'git push ¦ git push origin x ¦ git -C repo push ¦ git -c a=b --no-pager push --force ¦ /usr/bin/git push ¦ ./git push ¦ ls; git push ¦ git status && git push',
    ),
    ...each(
      '(git push) ¦ if true; then git push; fi ¦ echo $(git push) ¦ cat <(git push) ¦ sudo git push ¦ env A=1 git push ¦ A=1 git push ¦ eval "git push" ¦ sh -c "git push"',
    ),
    ...each(
      'find . -exec git push \\; ¦ xargs git push ¦ f() { git push; } ¦ git push > a ¦ git push & ¦ timeout 5 git push ¦ g"i"t push ¦ rm -rf a ¦ rm a -rf ¦ npm publish --tag x',
    ),
    ...each("npm --silent publish ¦ bash x ¦ bash -c 'ls' ¦ git push $x"),
  ])('%j', (command) => {
    expect(decideByRules(forbidding, line(command)).decision).toBe('deny');
  });
});

describe('what may be forbidden is asked about:', () => {
  test.each([
    ...each(
      '$tool push ¦ git $verb ¦ git $(echo push) ¦ eval "$x" ¦ sh -c "$x" ¦ echo x | sh ¦ rm $x ¦ npm $x ¦ ssh host x ¦ git push "unclosed ¦ ( ¦ trap "$x" EXIT',
    ),
    'ls; '.repeat(60),
  ])('%j', (command) => {
    expect(decideByRules(forbidding, line(command))).toEqual({ decision: 'ask', rule: expect.any(String) });
  });
});

test.each([
  ...each(
    'git commit -m push ¦ git commit -m "$(cat message)" ¦ rm a ¦ npm publish-it ¦ npm install publish ¦ gitx push ¦ echo git push ¦ sh script.sh ¦ git add "$x"',
  ),
])('%j is not forbidden', (command) => {
  expect(decideByRules(forbidding, line(command))).toEqual({ decision: 'none' });
});

test('deny wins over ask, and ask over allow', () => {
  const all = ['shell(git status*)'];
  expect(decideByRules(rules({ allow: all, ask: all, deny: all }), line('git status')).decision).toBe('deny');
  expect(decideByRules(rules({ allow: all, ask: all }), line('git status')).decision).toBe('ask');
  expect(decideByRules(rules({ allow: all, ask: all }), line('ls; git status')).decision).toBe('ask');
  expect(decideByRules(rules({ allow: all }), line('git status')).decision).toBe('allow');
  expect(decideByRules(rules({ deny: ['shell(*)'] }), line('ls')).decision).toBe('deny');
  expect(decideByRules(rules({}), line('git status'))).toEqual({ decision: 'none' });
});

test('a rule that was read to forbid allows nothing', () => {
  const deny = ['shell(*)', 'shell(python3*)', 'shell(git *)'].map((text) => rule(text, 'deny'));
  for (const command of ['ls -la', 'python3 x.py', 'git status'])
    expect(decideByRules({ allow: deny, ask: [], deny: [] }, line(command))).toEqual({ decision: 'none' });
});

describe('writing', () => {
  const writing = rules({
    allow: ['write(./docs/**)', 'write(~/notes.md)', 'write(./src/*.ts)', 'write(./**)'],
    deny: ['write(./docs/secret/**)', 'write(/etc/**)'],
  });

  test.each([
    ['/home/ada/project/docs/a.md', 'allow'],
    ['/home/ada/project/docs/a/b/c.md', 'allow'],
    ['/home/ada/project/docs', 'allow'],
    ['/home/ada/notes.md', 'allow'],
    ['/home/ada/project/src/a.ts', 'allow'],
    ['/home/ada/project/docs/secret/a', 'deny'],
    ['/home/ada/project/docs/Secret/.a', 'deny'],
    ['/home/ada/project/docs/x/../secret/a', 'deny'],
    ['/etc/hosts', 'deny'],
    ['/home/ada/other.md', 'none'],
    ['/home/ada/project2/a', 'none'],
    ['/home/ada/project/docs/../../x', 'none'],
    ['/home/ada/project/.hidden', 'none'],
    ['/home/ada/project/docs/.git/hooks/x', 'none'],
    ['/home/ada/project/AGENTS.md', 'none'],
    ['/home/ada/NOTES.md', 'none'],
  ] as const)('to %s is decided: %s', (path, decision) => {
    expect(decideByRules(writing, { tool: 'write', path }).decision).toBe(decision);
  });
});

test.each([
  ['fetch(example.org)', 'example.org', true],
  ['fetch(example.org)', 'EXAMPLE.ORG.', true],
  ['fetch(example.org)', 'www.example.org', false],
  ['fetch(example.org)', 'evilexample.org', false],
  ['fetch(*.example.org)', 'www.example.org', true],
  ['fetch(*.example.org)', 'a.b.example.org', true],
  ['fetch(*.example.org)', 'example.org', false],
  ['fetch(*.example.org)', 'evilexample.org', false],
  ['fetch(*)', 'anything.at.all', true],
  ['fetch(example.org)', 'example.org:8080', true],
  ['fetch(*.example.org)', 'www.example.org:8080', true],
  ['fetch(example.org:8080)', 'example.org:8080', true],
  ['fetch(example.org:8080)', 'example.org', false],
  ['fetch(example.org:8080)', 'example.org:80', false],
  ['fetch([::1])', '[::1]:3000', true],
  ['fetch([::1]:3000)', '[::1]:3000', true],
  ['fetch([::1]:3000)', '[::1]', false],
  ['fetch(münchen.example)', 'xn--mnchen-3ya.example', true],
  ['fetch(*.münchen.example)', 'www.xn--mnchen-3ya.example', true],
  ['fetch(127.0.0.1)', '127.0.0.1:80', true],
])('%s and the host %s: %s', (text, host, isAllowed) => {
  expect(decideByRules(rules({ allow: [text] }), { tool: 'fetch', host }).decision).toBe(isAllowed ? 'allow' : 'none');
});

test.each<[rule: string, name: string, port: number, allowed: string, forbidden: string]>([
  ['net(example.org)', 'example.org', 443, 'allow', 'deny'],
  ['net(example.org)', 'example.org', 80, 'allow', 'deny'],
  ['net(example.org)', 'example.org', 8443, 'none', 'deny'],
  ['net(example.org:8443)', 'example.org', 8443, 'allow', 'deny'],
  ['net(example.org:8443)', 'example.org', 443, 'none', 'none'],
  ['net(EXAMPLE.org.)', 'example.org', 443, 'allow', 'deny'],
  ['net(example.org)', 'www.example.org', 443, 'none', 'none'],
  ['net(*.example.org)', 'a.b.example.org', 443, 'allow', 'deny'],
  ['net(*.example.org)', 'example.org', 443, 'none', 'none'],
  ['net(*.example.org)', 'evilexample.org', 443, 'none', 'none'],
  ['net(*.example.org:8443)', 'a.example.org', 8443, 'allow', 'deny'],
  ['fetch(example.org)', 'example.org', 443, 'none', 'none'],
])('%s and the host %s:%i: under allow %s, under deny %s', (text, name, port, allowed, forbidden) => {
  const action = { tool: 'net', host: { name, port } } as const;
  expect(decideByRules(rules({ allow: [text] }), action).decision).toBe(allowed);
  expect(decideByRules(rules({ allow: [text], deny: [text] }), action).decision).toBe(forbidden);
});

test('every host can be forbidden or asked about; a rule for a line does not apply to hosts; the rule without a star is reported', () => {
  const action = { tool: 'net', host: { name: 'a.example.org', port: 443 } } as const;
  expect(decideByRules(rules({ deny: ['net(*)'] }), action)).toEqual({ decision: 'deny', rule: 'net(*)' });
  expect(decideByRules(rules({ ask: ['net(*)'], allow: ['net(a.example.org)'] }), action).decision).toBe('ask');
  expect(decideByRules(rules({ allow: ['shell(npm ci)', 'fetch(*)'] }), action).decision).toBe('none');
  const both = rules({ allow: ['net(*.example.org)', 'net(a.example.org)'] });
  expect(decideByRules(both, action)).toEqual({ decision: 'allow', rule: 'net(a.example.org)' });
});

test.each([
  ['mcp(files/read)', 'files/read', true],
  ['mcp(files/read)', 'files/write', false],
  ['mcp(files/*)', 'files/write', true],
  ['mcp(files/*)', 'files2/write', false],
])('%s and the tool %s: %s', (text, name, isAllowed) => {
  expect(decideByRules(rules({ allow: [text] }), { tool: 'mcp', name }).decision).toBe(isAllowed ? 'allow' : 'none');
});

describe('the narrow rule', () => {
  test.each([
    ['git commit -m x', 'shell(git commit*)'],
    ['git commit', 'shell(git commit)'],
    ['npm test', 'shell(npm test)'],
    ['npm test -- a', 'shell(npm test*)'],
    ['npm run build', 'shell(npm run build)'],
    ['git push origin main', 'shell(git push origin main)'],
    ['git add a && git add b', 'shell(git add*)'],
    ['rm -rf build', 'shell(rm -rf build)'],
    [`touch 'a b' "it's"`, String.raw`shell(touch 'a b' 'it'\''s')`],
    ['cd src && timeout 60 npm test 2>&1 | tail', 'shell(npm test)'],
  ])('for %j is %s', (command, text) => {
    expect(narrowRuleFor(line(command))).toBe(text);
  });

  test.each([
    ...each(
      'python3 x.py ¦ bash -c ls ¦ sudo rm a ¦ make ¦ npx x ¦ git add a && git commit -m x ¦ touch $x ¦ touch a > b ¦ A=1 touch a ¦ touch a & ¦ ls ¦ git -C x status',
    ),
    ...["touch 'a\nb'", 'touch "unclosed', `touch ${'a'.repeat(600)}`, '', 'find . -delete -exec rm {} +'],
  ])('for %j does not exist', (command) => {
    expect(narrowRuleFor(line(command))).toBeUndefined();
  });

  test.each([
    [{ tool: 'write', path: '/home/ada/a b/[id].ts' }, 'write(/home/ada/a b/[id].ts)'],
    [{ tool: 'write', path: '/a/*.ts' }, undefined],
    [{ tool: 'write', path: 'relative' }, undefined],
    [{ tool: 'write', path: '/a\u202eb' }, undefined],
    [{ tool: 'net', host: { name: 'example.org', port: 443 } }, 'net(example.org)'],
    [{ tool: 'net', host: { name: 'example.org', port: 8443 } }, 'net(example.org:8443)'],
    [{ tool: 'fetch', host: 'example.org' }, 'fetch(example.org)'],
    [{ tool: 'fetch', host: '*' }, undefined],
    [{ tool: 'fetch', host: 'localhost:3000' }, 'fetch(localhost:3000)'],
    [{ tool: 'shortcuts', name: 'Resize Images' }, 'shortcuts(Resize Images)'],
    [{ tool: 'applescript', name: 'beep' }, undefined],
    [{ tool: 'mcp', name: 'files/read' }, 'mcp(files/read)'],
    [{ tool: 'mcp', name: 'nonsense' }, undefined],
  ] as const)('for %j is %s', (action, text) => {
    expect(narrowRuleFor(action)).toBe(text);
  });

  test('allows what it was offered for, also after it is read back from its text', () => {
    const word = fc.oneof(
      fc.constantFrom('commit', 'test', 'add', '-m', 'a', 'run', 'build', '--x=1', "it's", '$x', '*', '(', 'a b'),
      fc.string({ maxLength: 6 }),
    );
    const quoted = (text: string) => (/^[\w=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
    const command = fc
      .tuple(fc.constantFrom('git', 'npm', 'rm', 'touch', 'cargo', 'python3', 'timeout 5 npm', 'x'), fc.array(word, { maxLength: 4 }))
      .map(([name, words]) => [name, ...words.map(quoted)].join(' '));
    const action = fc.oneof(
      fc.array(command, { minLength: 1, maxLength: 2 }).map((commands) => line(commands.join(' && '))),
      fc.string({ unit: 'grapheme' }).map((name): Action => ({ tool: 'write', path: `/${name}` })),
      fc.domain().map((host): Action => ({ tool: 'fetch', host })),
    );
    let offered = 0;
    fc.assert(
      fc.property(action, (one) => {
        const text = narrowRuleFor(one);
        if (text === undefined) return;
        offered += 1;
        expect(decideByRules({ allow: [rule(text, 'allow')], ask: [], deny: [] }, one)).toEqual({ decision: 'allow', rule: text });
      }),
      { numRuns: 1000 },
    );
    expect(offered).toBeGreaterThan(200);
  });
});

test('a command after an allowed one is never allowed with it', () => {
  const joined = fc.tuple(
    fc.constantFrom('git status', 'npm test', 'git status -s'),
    fc.constantFrom('; ', ' && ', ' || ', ' | ', ' & ', '\n', ' $(', ' `', ' <(', ' > ', ' |& ', ';', '&&', '|', ' -- ; '),
    fc.constantFrom('rm -rf a', 'curl x', './evil', 'git push', 'tee a', '$x', 'python3 a', 'sh'),
    fc.constantFrom('', ')', '`', ' ', ';', ' &', '\n'),
  );
  fc.assert(
    fc.property(joined, ([first, mark, then, end]) => {
      expect(decideByRules(some, line(`${first}${mark}${then}${end}`)).decision).toBe('none');
    }),
    { numRuns: 1000 / oneIn(10) },
  );
});
