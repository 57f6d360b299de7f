import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lawful, sharedLawful } from '../../test/support/lawful.ts';

const told = (effects: readonly { change: string; path: string }[] = []) =>
  effects.map(({ change, path }) => `${change} ${path.split('/').at(-1)}`);

describe('what is left in folders of its own', () => {
  const shared = sharedLawful();

  test.each(['/tmp', '/tmp/.hidden', '/var/tmp', '/run/there', '/dev/shm/.there'])(
    'is a deletion, and reported to be gone: %s',
    async (place) => {
      const { home, run } = shared();
      writeFileSync(join(home, 'workspace/w.txt'), 'w\n');
      const result = await run(`mv ../workspace/w.txt ${place}`);
      expect(result).toMatchObject({ ok: true, output: expect.stringMatching(/one entry that it left in its own \/tmp.* is gone/) });
      expect(told(result.changed)).toEqual(['deleted w.txt']);
      expect(existsSync(join(home, 'workspace/w.txt'))).toBe(false);
    },
  );

  test('is asked about where deletions are', async () => {
    const { cwd, run } = shared();
    const { harm } = await run('mv notes.txt /tmp');
    expect(told(harm?.effects)).toEqual(['deleted notes.txt']);
    expect(harm?.reason).toMatch(/^it would delete 1 file; what it left in \/tmp.* was removed when it ended$/);
    expect(existsSync(join(cwd, 'notes.txt'))).toBe(true);
  });
});

test('to look for files by name in all of the home is left to mdfind', async () => {
  const { run } = lawful();
  expect(await run('find ~ -name "*.txt"')).toMatchObject({
    ok: false,
    error: { class: 'invalid_input', message: expect.stringContaining('mdfind') },
    offers: [{ name: 'mdfind', input: { type: 'object' } }], // a sub-task may not be able to use it
  });
});

test('closed places that a command met are named', async () => {
  const { home, run } = lawful({ '.ssh/id': 'PRIVATE\n' });
  const { output } = await run('find ~ -type f | sort; true', { cwd: home });
  expect(output).toMatch(/notes\.txt\n(?:.*\n)*.*\[artoo: closed to commands: ~\/\.ssh\]$/);
});

test.each([
  ['contained', 'echo one; echo two > new.txt; echo three >&2'],
  ['where it only looks', 'ps -o comm= -p 1'],
])('what a command prints is passed on to who watches: %s', async (_, command) => {
  const pieces: string[] = [];
  const { output } = await lawful().run(command, { onOutput: (text) => pieces.push(text) });
  expect(output).not.toBe('');
  expect(pieces.join('')).toBe(output);
});

test('what a command moved is told with where it came from', async () => {
  const { workspace, run } = lawful();
  const { changed } = await run('mv w.txt v.txt; echo new > n.txt', { cwd: workspace });
  const moved = changed?.map(({ path, change, moved_from }) => [change, path, moved_from]) ?? [];
  expect(moved.toSorted()).toEqual([
    ['created', join(workspace, 'n.txt'), undefined],
    ['created', join(workspace, 'v.txt'), join(workspace, 'w.txt')],
    ['deleted', join(workspace, 'w.txt'), undefined],
  ]);
});

describe('a command that plainly only reads', () => {
  const shared = sharedLawful({ '.ssh/id': 'PRIVATE\n' });

  test.each([
    ['cat notes.txt', 'one\ntwo\n'],
    ['grep -c o notes.txt', '2\n'],
    ["sed -n '2p' notes.txt | tr a-z A-Z", 'TWO\n'],
    ['echo x 2>/dev/null', 'x\n'],
    ['printf "%s" "a b"', 'a b'],
  ])('runs at once: %s', async (command, output) => {
    expect(await shared().run(command)).toEqual({ ok: true, output, exit_code: 0, truncated: false });
  });

  test.each([
    ['cat missing.txt', 1, 'not_found'],
    ['false', 1, 'failed'],
  ])('fails as a result: %s', async (command, exitCode, errorClass) => {
    const result = await shared().run(command);
    expect(result).toMatchObject({ ok: false, exit_code: exitCode, error: { class: errorClass } });
    expect(result.error?.message).toContain(String(exitCode));
  });

  test('ends well with an exit code that is an answer', async () => {
    expect(await shared().run('grep three notes.txt')).toEqual({ ok: true, output: '', exit_code: 1, truncated: false });
  });

  test('is bounded in what it prints', async () => {
    const result = await shared().run('yes | head -c 1000000000');
    expect(result).toMatchObject({ ok: false, truncated: true, error: { class: 'failed' } });
    expect(result.error?.message).toContain('64 MiB');
    expect(result.output.length).toBeLessThan(1024 * 1024 + 100);
  });

  test('is bounded in time, and stopped by a cancel', async () => {
    const { call, run } = shared();
    expect(await call('shell', { command: 'sleep 30', timeout_s: 1 })).toMatchObject({ ok: false, error: { class: 'timeout' } });
    const cancelled = await run('sleep 30', { signal: AbortSignal.timeout(200) });
    expect(cancelled).toMatchObject({ ok: false, error: { class: 'failed' } });
    expect(cancelled).not.toHaveProperty('exit_code');
  });

  test.each([
    ['through a link to a secret', 'cat link'],
    ['a whole folder with secrets in it', 'grep -r PRIVATE .'],
    ['behind an option', 'grep -flink notes.txt'],
  ])('runs contained where it could read secrets: %s', async (_, command) => {
    const { cwd, home, run } = shared();
    rmSync(join(cwd, 'link'), { force: true });
    symlinkSync('../.ssh/id', join(cwd, 'link'));
    const { output } = await run(command, command.includes('-r') ? { cwd: home } : {});
    expect(output).not.toContain('PRIVATE\n');
  });

  test('sees no key in its environment, contained or not', async () => {
    const { run } = shared();
    for (const command of ['printenv', 'printenv; true']) {
      const { output } = await run(command);
      expect(output).toMatch(/^PATH=/m);
      expect(output).not.toMatch(/ANTHROPIC|sk-secret|BASH_ENV|ARTOO|VITEST|NODE/);
    }
  });
});

describe('what is free', () => {
  const shared = sharedLawful();

  test.each<[string, string, readonly string[]]>([
    ['creating a file', 'echo x > new.txt', ['created new.txt']],
    ['creating a folder with files', 'mkdir -p a/b && touch a/b/c', ['created a', 'created b', 'created c']],
    ['changing the workspace', 'rm ../workspace/w.txt && echo n > ../workspace/n', ['deleted w.txt', 'created n']],
    ['looking', 'cat notes.txt && wc -l < notes.txt', []],
    ['a new time', 'touch -d 2001-01-01 notes.txt', ['metadata notes.txt']],
    ['a new repository', 'git init -q ../workspace/r', expect.arrayContaining(['created config', 'created HEAD'])],
    ['failing with something left behind', 'echo x > left; exit 3', ['created left']],
  ])('%s is applied at once', async (_, command, effects) => {
    const result = await shared().run(command);
    expect(result.harm).toBeUndefined();
    expect(result.exit_code).toBe(command.includes('exit 3') ? 3 : 0);
    expect(told(result.changed)).toEqual(effects);
  });

  test('the task may change what it created, until another program changes it', async () => {
    const { cwd, run } = lawful();
    await run('echo 1 > own.txt');
    expect(await run('echo 2 > own.txt')).toMatchObject({ ok: true, changed: [{ change: 'changed' }] });
    expect(await run('rm own.txt; echo 3 > own.txt')).toMatchObject({ ok: true });
    expect((await run('echo x > own.txt', { task_id: 'other' })).harm).toBeDefined();
    writeFileSync(join(cwd, 'own.txt'), 'by hand');
    expect((await run('echo 4 > own.txt')).harm?.effects).toMatchObject([
      { change: 'changed', why: expect.stringContaining('was there before') },
    ]);
    expect(readFileSync(join(cwd, 'own.txt'), 'utf8')).toBe('by hand');
  });

  test('what is left in a file that another tool of the task created is its own too', async () => {
    const { call, run } = lawful();
    expect(await call('write_file', { path: 'own.txt', content: 'a' })).toMatchObject({ ok: true });
    expect(await run('echo b >> own.txt')).toMatchObject({ ok: true });
    expect(await call('write_file', { path: 'own.txt', content: 'c' })).toMatchObject({ ok: true });
  });
});

describe('what needs a yes', () => {
  const shared = sharedLawful();

  test.each<[string, string, readonly string[]]>([
    ['deleting', 'rm notes.txt', ['deleted notes.txt']],
    ['overwriting', 'echo x > notes.txt', ['changed notes.txt']],
    ['in a substitution', 'echo $(rm notes.txt)', ['deleted notes.txt']],
    ['by a program that can do anything', `python3 -c 'import os; os.unlink("notes.txt")'`, ['deleted notes.txt']],
    ['changing permissions', 'chmod 600 notes.txt', ['metadata notes.txt']],
    ['moving over', 'echo n > n && mv n notes.txt', ['changed notes.txt']],
    ['moving away', 'mv notes.txt ../workspace/', ['deleted notes.txt', 'created notes.txt']],
    [
      'through a link in the workspace',
      'ln -s ../project ../workspace/l && rm ../workspace/l/notes.txt',
      ['deleted notes.txt', 'created l'],
    ],
    ['a hook', 'mkdir -p .git/hooks && echo x > .git/hooks/pre-commit', expect.arrayContaining(['created pre-commit'])],
    [
      'a hook in the workspace',
      'mkdir -p ../workspace/.git/hooks && echo x > ../workspace/.git/hooks/pre-commit',
      expect.arrayContaining(['created pre-commit']),
    ],
    ['a shell start-up file', 'echo x > ~/.bashrc', ['created .bashrc']],
    [
      "artoo's configuration",
      'mkdir ../workspace/.artoo; echo "allow: []" > ../workspace/.artoo/config.yaml',
      expect.arrayContaining(['created config.yaml']),
    ],
    ['a link above a sensitive place', 'ln -s ../workspace ~/.config', ['created .config']],
    ['a program that lends its rights', 'cp /bin/true ../workspace/t && chmod u+s ../workspace/t', ['created t']],
    [
      'a new repository whose configuration runs something',
      'git init -q r && git -C r config core.fsmonitor ./evil',
      expect.arrayContaining(['created config']),
    ],
  ])('%s is asked about, and nothing is real before', async (_, command, effects) => {
    const { tree, run } = shared();
    const before = tree();
    const result = await run(command);
    expect(result).toMatchObject({ ok: false, error: { class: 'refused' }, harm: { action: command, network: false } });
    expect(told(result.harm?.effects)).toEqual(effects);
    expect(tree()).toEqual(before);
  });

  test('what changes is shown line by line', async () => {
    const { run } = shared();
    const { harm } = await run("sed -i 's/two/2/' notes.txt");
    expect(harm?.effects[0]?.diff).toBe('@@ -1,2 +1,2 @@\n one\n-two\n+2');
    expect(harm?.reason).toBe('it would change 1 file');
  });

  test.each([
    ['a move is told as a move', 'mv notes.txt other.txt', 'it would move 1 file'],
    ['beside what is deleted', 'mv notes.txt other.txt; rm precious.txt', 'it would delete 1 file and move 1'],
  ])('%s', async (_, command, reason) => {
    const { cwd, run } = lawful();
    writeFileSync(join(cwd, 'precious.txt'), 'precious');
    expect((await run(command)).harm?.reason).toBe(reason);
  });

  test('on a yes exactly these effects are applied, once, without running it again', async () => {
    const { cwd, run } = lawful();
    const command = 'date +%N > notes.txt; echo done';
    const { harm } = await run(command);
    const shown = /^\+(\d+)$/m.exec(harm?.effects[0]?.diff ?? '')?.[1];
    expect(await run(command, { approved: harm?.hash ?? '' })).toMatchObject({ ok: true, output: 'done\n', exit_code: 0 });
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8').trim()).toBe(shown);
    expect((await run(command, { approved: harm?.hash ?? '' })).harm).toBeDefined();
  });

  test.each([
    ['nothing at all', ''],
    ['everything', 'yes'],
    ['another action', 'a'.repeat(64)],
  ])('a yes to %s does not count', async (_, approved) => {
    const { run, tree } = shared();
    const before = tree();
    expect((await run('rm notes.txt', { approved })).harm).toBeDefined();
    expect(tree()).toEqual(before);
  });

  test('a yes is bound to the task, the folder and the effects', async () => {
    const { home, run, tree } = lawful({ 'other/notes.txt': 'x' });
    const before = tree();
    const approved = (await run('rm notes.txt')).harm?.hash ?? '';
    expect((await run('rm notes.txt', { approved, cwd: join(home, 'other') })).harm?.hash).not.toBe(approved);
    expect(tree()).toEqual(before);
  });

  test('what another program changes during the question is left alone', async () => {
    const { cwd, run } = lawful();
    const { harm } = await run('rm notes.txt');
    writeFileSync(join(cwd, 'notes.txt'), 'saved meanwhile');
    const result = await run('rm notes.txt', { approved: harm?.hash ?? '' });
    expect(told(result.harm?.effects)).toEqual(['deleted notes.txt']); // the command was run again, so this is a different question
    expect(result.harm?.hash).not.toBe(harm?.hash);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('saved meanwhile');
  });

  test('a view that is gone is made again, and the yes holds if it gives the same result', async () => {
    const { open, run, cwd, workspace } = lawful();
    const { harm } = await run('rm notes.txt');
    const later = open().toolbox;
    const request = { tool: 'shell', input: { command: 'rm notes.txt' }, cwd, workspace, approved: harm?.hash };
    expect(
      await later.run({ ...request, approved: harm?.hash ?? '' }, { task_id: 'task', key: '1.1.1/R3/9.1' }, new AbortController().signal),
    ).toMatchObject({ ok: true });
    expect(existsSync(join(cwd, 'notes.txt'))).toBe(false);
  });

  test('whether a call was made shows in what is kept of it, with its result', async () => {
    const { call, lookUp } = lawful();
    const [first, second] = ['1.1.1/R3/1.1', '1.1.1/R3/2.1'];
    const input = { command: 'echo x >> ../workspace/log; echo made' };
    expect(await lookUp('shell', input, { key: first })).toBe('not_done');
    await call('shell', input, { key: first });
    expect(await lookUp('shell', input, { key: first })).toMatchObject({ ok: true, output: 'made\n' });
    expect(await lookUp('shell', input, { key: second })).toBe('not_done');
  });

  test('what cannot be parsed is asked about as soon as it changes anything', async () => {
    const { run } = shared();
    const many = Array.from({ length: 56 }, (_, at) => `echo ${at}`).join(' && ');
    expect(await run(many)).toMatchObject({ ok: true });
    expect((await run(`${many} > free.txt`)).harm).toBeDefined();
  });
});

test('a home that is a link, and places that are elsewhere because of a link, go by their own names', async () => {
  const { home, run } = lawful({ 'dot/keep': '' });
  symlinkSync('dot/bashrc', join(home, '.bashrc'));
  symlinkSync('../dot', join(home, '.config'));
  expect((await run('echo evil > ~/.bashrc')).harm).toBeDefined();
  mkdirSync(join(home, 'dot2'));
  symlinkSync(join(home, 'dot2'), join(home, '.local'));
  expect((await run('mkdir ~/.local/bin; cp /bin/true ~/.local/bin/ls')).harm).toBeDefined();
  expect((await run('echo x > ~/dot/x', { workspace: join(home, 'dot') })).harm).toBeUndefined();
});

test('a rule does not reach what other programs do', async () => {
  const { run } = lawful({}, { allow: ['shell(tee*)'] });
  expect(await run('tee notes.txt')).toMatchObject({ ok: true });
  expect((await run('tee ../.bashrc')).harm).toMatchObject({ effects: [{ change: 'created' }] });
});

test('a rule for what runs files of the project frees nothing outside it', async () => {
  const script = JSON.stringify({ name: 'p', version: '1.0.0', scripts: { test: 'rm -f ../diary.txt notes.txt' } });
  const files = { 'project/package.json': script, 'diary.txt': 'dear' };
  const { home, run } = lawful(files, { allow: ['shell(npm test)', 'shell(rm ../diary.txt)'] });
  const { harm } = await run('npm test');
  expect(told(harm?.effects)).toContain('deleted diary.txt');
  expect(await run('rm ../diary.txt')).toMatchObject({ ok: true }); // the line does no more than its words say
  expect(existsSync(join(home, 'diary.txt'))).toBe(false);
});

test('a rule that forbids writing holds for commands too', async () => {
  const { cwd, run } = lawful({}, { deny: ['write(./docs/**)'] });
  expect((await run('mkdir docs; echo x > docs/new')).harm).toMatchObject({ denied: 'write(./docs/**)' });
  expect(existsSync(join(cwd, 'docs'))).toBe(false);
});

test('a rule to ask before writing holds for commands too, even for those that are allowed', async () => {
  const files = { 'project/docs/a': '', 'project/other/a': '' };
  const { cwd, run, confirmed } = lawful(files, { ask: ['write(./docs/**)'], allow: ['shell(touch*)'] });
  expect((await run('touch docs/new')).harm?.effects).toMatchObject([{ change: 'created', why: 'the rule write(./docs/**) says to ask' }]);
  expect(await run('touch other/new')).toMatchObject({ ok: true });
  expect(await confirmed('touch docs/new')).toMatchObject({ ok: true });
  expect(existsSync(join(cwd, 'docs/new'))).toBe(true);
});

test('what a rule forbids is not asked about, even when the network was missing', async () => {
  const { run } = lawful({}, { deny: ['write(./docs/**)'] });
  const { harm } = await run('mkdir docs; echo x > docs/new; exec 9<>/dev/tcp/127.0.0.1/9');
  expect(harm).toMatchObject({ denied: 'write(./docs/**)', reason: 'the rule write(./docs/**) forbids it', network: false });
});

test('what is private to a command and ends with it is told', async () => {
  const { run } = lawful();
  expect((await run('echo x > /tmp/out; echo ok')).output).toMatch(/^ok\n.*left in its own \/tmp.* is gone/s);
  expect((await run('sleep 100 & echo started')).output).toMatch(/left running/);
  expect((await run('true; echo ok')).output).toBe('ok\n');
});

test('a refused action is not done by a call that would not even ask', async () => {
  const { cwd, run } = lawful({}, { allow: ['shell(rm notes.txt)'] });
  expect((await run('rm notes.txt', { refused: [`deleted ${join(cwd, 'notes.txt')}`] })).harm).toBeDefined();
  expect((await run('echo x > free.txt', { refused: [`created ${join(cwd, 'free.txt')}`] })).harm).toMatchObject({
    reason: 'it would create 1 file; free.txt: it was refused before',
    effects: [{ why: 'it was refused before' }],
  });
  expect(existsSync(join(cwd, 'free.txt'))).toBe(false);
});

test('a yes holds after a crash when the command gives the same result', async () => {
  const { cwd, workspace, run, open } = lawful();
  const { harm } = await run("sed -i 's/two/2/' notes.txt");
  const request = { tool: 'shell', input: { command: "sed -i 's/two/2/' notes.txt" }, cwd, workspace, approved: harm?.hash ?? '' };
  const again = await open().toolbox.run(request, { task_id: 'task', key: '1.1.1/R3/9.1' }, new AbortController().signal);
  expect(again).toMatchObject({ ok: true });
});

test('what is kept of a call holds no key', async () => {
  const { run, data, cwd } = lawful();
  expect(await run('echo sk-secret-key-of-somebody | tee new.txt')).toMatchObject({ ok: true });
  expect(existsSync(join(cwd, 'new.txt'))).toBe(true);
  expect(() => execFileSync('grep', ['-r', 'sk-secret-key', data])).toThrow(); // it finds nothing
});

describe('rules', () => {
  test('what is denied is not run, and the person is not asked', async () => {
    const { run, tree } = lawful({}, { deny: ['shell(rm*)'], allow: ['shell(rm*)'] });
    const before = tree();
    expect(await run('true; rm ../workspace/w.txt')).toMatchObject({ ok: false, harm: { denied: 'shell(rm*)', rule: null } });
    expect(tree()).toEqual(before);
  });

  test('what is allowed runs contained, and its effects need no yes', async () => {
    const { cwd, run } = lawful({}, { allow: ['shell(rm notes.txt)'] });
    expect((await run('rm notes.txt; rm -f ../workspace/w.txt')).harm).toBeDefined();
    expect(await run('rm notes.txt')).toMatchObject({ ok: true });
    expect(existsSync(join(cwd, 'notes.txt'))).toBe(false);
  });

  test('a command that a rule asks about is asked about, even when it only reads', async () => {
    expect((await lawful({}, { ask: ['shell(cat*)'] }).run('cat notes.txt')).harm?.reason).toContain('the rule shell(cat*) says to ask');
  });

  test('the narrow rule that would allow it comes with the question', async () => {
    const { run } = lawful();
    expect((await run('rm notes.txt')).harm?.rule).toMatch(/^shell\(rm/);
    expect((await run(`python3 -c 'open("notes.txt","w")'`)).harm?.rule).toBeNull();
  });
});

describe('what cannot be run', () => {
  test('in a folder that is missing is not found', async () => {
    const { run } = lawful();
    expect(await run('pwd', { cwd: '/var/tmp/nowhere' })).toMatchObject({ ok: false, error: { class: 'not_found' } });
    expect(await run('touch x', { cwd: '/var/tmp/nowhere' })).toMatchObject({ ok: false, error: { class: 'not_found' } });
  });

  test('because it is too long for the system fails as a result', async () => {
    expect(await lawful().run(`: ${'任'.repeat(90_000)} > x`)).toMatchObject({ ok: false });
  });

  test.each([
    ['an empty command', { command: '' }],
    ['a null byte', { command: 'echo \0' }],
    ['half a character', { command: 'echo \ud800' }],
    ['a command without end', { command: 'x'.repeat(100_001) }],
    ['no time', { command: 'ls', timeout_s: 0 }],
    ['too much time', { command: 'ls', timeout_s: 601 }],
    ['half a second', { command: 'ls', timeout_s: 0.5 }],
    ['no command', {}],
  ])('is refused as input: %s', async (_, input) => {
    expect(await lawful().call('shell', input)).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });
});

describe('contained commands fail as results', () => {
  const shared = sharedLawful();

  test.each([
    ['nope_not_a_program', 127, 'missing_program'],
    ['./notes.txt', 126, 'permission'],
    ['exit 3', 3, 'failed'],
    ['-x', 127, 'missing_program'],
    ['echo "No such file or directory" >&2; exit 1', 1, 'not_found'],
  ])('%s', async (command, exitCode, errorClass) => {
    expect(await shared().run(command)).toMatchObject({ ok: false, exit_code: exitCode, error: { class: errorClass } });
  });
});

test('what takes too long has no effects', async () => {
  const { call, tree } = lawful();
  const before = tree();
  expect(await call('shell', { command: "trap '' TERM; touch left; sleep 60", timeout_s: 1 })).toMatchObject({
    ok: false,
    error: { class: 'timeout' },
  });
  expect(tree()).toEqual(before);
});

test("a file that belongs to another user cannot be made one's own by a view", async () => {
  const { cwd, run, tree } = lawful();
  mkdirSync(join(cwd, 'locked'));
  writeFileSync(join(cwd, 'locked/f'), 'x');
  chmodSync(join(cwd, 'locked'), 0o555);
  const before = tree();
  await run('rm -f locked/f; true');
  expect(tree()).toEqual(before);
  chmodSync(join(cwd, 'locked'), 0o755);
});

test.each([
  ['cat notes.txt | wc -l', ['cat', 'wc'], false],
  ['sudo rm -rf x && ls', ['sudo', 'rm', 'ls'], true],
  ['$(', ['?'], true],
  ['cd src && echo hi > a', [], true],
])('%s is told about before it runs', (command, programs, changes) => {
  expect(lawful().assembled.toolbox.about('shell', { command })).toEqual({ target: command, programs, changes });
});

test('git is left as it was by looking at it', async () => {
  const { cwd, run, tree } = lawful();
  execFileSync(
    'bash',
    ['-c', 'git init -q -b main . && git add . && git -c user.name=a -c user.email=a@b commit -qm x && sleep 0.01 && touch notes.txt'],
    { cwd },
  );
  const before = tree();
  for (const command of ['git status --short; true', 'git log --oneline; true']) expect(await run(command)).toMatchObject({ ok: true });
  expect(tree()).toEqual(before);
  expect(await run('git diff; true')).toMatchObject({ ok: true }); // git records in its index what it has seen, which needs no approval
});
