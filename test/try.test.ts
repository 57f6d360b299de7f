/** The built `artoo try`: real, contained commands, whose changes are checked afterwards. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { artoo, type Home, newHome, startArtoo } from './support/command.ts';
import { running } from './support/processes.ts';
import { runArtoo } from './support/run-artoo.ts';
import { atTerminal } from './support/terminal.ts';

function homeWithNotes(config?: string): Home & { readonly notes: string; readonly read: () => string } {
  const home = newHome(config);
  const notes = join(home.cwd, 'notes.txt');
  writeFileSync(notes, 'one\ntwo\n');
  return { ...home, notes, read: () => readFileSync(notes, 'utf8') };
}

const json = async (args: readonly string[], at: Home) => {
  const { out, code } = await runArtoo(['try', '--auto', '--json', ...args], { at });
  return { code, ...JSON.parse(out) };
};

describe('what does no harm', () => {
  test('is done, and its output is the output', async () => {
    const at = homeWithNotes();
    expect(await artoo(['try', '--', 'cat notes.txt | sort -r'], { at })).toEqual({ out: 'two\none\n', err: '', code: 0 });
  });

  test('may look for files in all of the home: people have no mdfind', async () => {
    const { out } = await runArtoo(['try', '--', 'find ~ -name notes.txt'], { at: homeWithNotes() });
    expect(out).toMatch(/\/notes\.txt$/m);
  });

  test('may create files, which is reported', async () => {
    const at = homeWithNotes();
    const { out, err, code } = await runArtoo(['try', '--', 'echo hello > new.txt && cat new.txt'], { at });
    expect({ out, code }).toEqual({ out: 'hello\n', code: 0 });
    expect(err).toBe(`changed on disk\n  created new.txt\n`);
    expect(readFileSync(join(at.cwd, 'new.txt'), 'utf8')).toBe('hello\n');
  });

  test('finds no process of ours when it looks for one by its words', async () => {
    const at = homeWithNotes();
    expect(await artoo(['try', '--', 'pgrep -f unlikely-words || echo none'], { at })).toEqual({ out: 'none\n', err: '', code: 0 });
  });

  test('is told what it could not see of the machine', async () => {
    const at = homeWithNotes();
    const { out, code } = await artoo(['try', '--', 'echo $(ps aux | wc -l)'], { at });
    expect(code).toBe(0);
    expect(out).toMatch(/\n\[artoo: ps saw only its own processes.*`ps aux`/);
  });

  test('may change the workspace, and how to take that back is the last line', async () => {
    const at = homeWithNotes();
    const { err, code } = await runArtoo(['try', '--auto', '--workspace', '.', '--', 'sed -i s/one/1/ notes.txt'], { at });
    expect(code).toBe(0);
    expect(err).toMatch(/\nTo undo it: artoo undo \w{8}\n$/);
    expect(at.read()).toBe('1\ntwo\n');
  });
});

test.each([
  ['try', ['try', '--data', '/etc/passwd', '--', 'ls']],
  ['undo', ['undo', '--data', '/etc/passwd']],
  ['log', ['log', '--data', '/etc/passwd']],
])('%s with a file for a data folder is wrong usage, and says so', async (_, args) => {
  const { err, code } = await artoo(args, { at: newHome() });
  expect({ err, code }).toEqual({ err: expect.stringMatching(/^artoo: .*\/etc\/passwd is not one\n/), code: 64 });
});

describe('harm', () => {
  test('is refused whole where no one is there', async () => {
    const at = homeWithNotes();
    const { out, err, code } = await runArtoo(['try', '--', 'touch made.txt; rm notes.txt'], { at });
    expect({ out, code }).toEqual({ out: '', code: 3 });
    expect(err).toMatch(/^\[LAW1\] not done: /);
    expect(err).toContain('  deletes notes.txt\n');
    expect([existsSync(at.notes), existsSync(join(at.cwd, 'made.txt'))]).toEqual([true, false]);
  });

  test('names the rule that would allow it, and that rule does', async () => {
    const at = homeWithNotes();
    const refused = await json(['--', 'rm notes.txt'], at);
    expect(refused).toMatchObject({ code: 3, exit_code: 3, refused: true, rule: 'shell(rm notes.txt)', applied: false, undo: null });
    expect(refused.effects).toEqual([{ path: at.notes, change: 'deleted' }]);
    const allowed = await json(['--allow', refused.rule, '--', 'rm notes.txt'], at);
    expect(allowed).toMatchObject({ code: 0, refused: false, effects: refused.effects, applied: true, undo: expect.any(String) });
    expect(existsSync(at.notes)).toBe(false);
  });

  test('names the folder that would have to be free, and the rule for it ends the questions', async () => {
    const at = homeWithNotes();
    const line = 'mkdir -p ~/.cache/tool/a && date +%N > ~/.cache/tool/a/$RANDOM';
    const refused = await json(['--', line], at);
    expect(refused).toMatchObject({ code: 3, refused: true, folder: 'folder(~/.cache/tool)' });
    expect(refused).not.toHaveProperty('rule');
    for (const _ of ['first', 'again'])
      expect(await json(['--allow', refused.folder, '--', line], at)).toMatchObject({ code: 0, applied: true });
    const { err } = await runArtoo(['try', '--', line], { at });
    expect(err).toContain("To allow it: --allow 'folder(~/.cache/tool)'");
  });

  test('that a rule forbids is not even asked about, and a project may forbid but not allow', async () => {
    const at = homeWithNotes('deny: [shell(touch*)]\n');
    expect(await json(['--', 'touch new.txt'], at)).toMatchObject({ code: 3, reason: expect.stringContaining('shell(touch*) forbids it') });
    await runArtoo(['try', '--auto', '--', 'mkdir .artoo'], { at });
    writeFileSync(join(at.cwd, '.artoo/config.yaml'), 'allow: [shell(rm notes.txt)]\ndeny: [shell(mkdir*)]\n');
    const { err, code } = await runArtoo(['try', '--', 'rm notes.txt'], { at });
    expect(code).toBe(3);
    expect(err).toContain("the project's file cannot allow anything");
    expect(await json(['--', 'mkdir x'], at)).toMatchObject({ code: 3, refused: true });
  });
});

describe('the exit code', () => {
  test.each([
    ['exit 7', 7],
    ['false', 1],
    ['kill -TERM $$', 143],
    ['no-such-program-here', 127],
    ['sh -c "kill -KILL \\$\\$"', 137],
  ])('is that of the command: %s', async (command, code) => {
    expect((await runArtoo(['try', '--auto', '--', command], { at: newHome() })).code).toBe(code);
  });

  test('says that it took too long', async () => {
    const { code, err } = await runArtoo(['try', '--timeout', '1s', '--', 'touch x; sleep 30'], { at: newHome() });
    expect(code).toBe(124);
    expect(err).toContain('longer than 1 s');
  });

  test.each([
    [['try']],
    [['try', 'ls']],
    [['try', 'ls', '--', 'ls']],
    [['try', '--']],
    [['try', '--', ' ']],
    [['try', '--timeout', '20m', '--', 'ls']],
    [['try', '--timeout', 'soon', '--', 'ls']],
    [['try', '--allow', 'shell(bash*)', '--', 'ls']],
    [['try', '--cwd', 'nowhere', '--', 'ls']],
    [['try', '--json=1', '--', 'ls']],
  ])('of %j is 64', async (args) => {
    const { out, code, err } = await runArtoo(args, { at: newHome() });
    expect({ out, code }).toEqual({ out: '', code: 64 });
    expect(err).toMatch(/^artoo: /);
  });
});

test('several arguments are a program and its arguments, whatever is in them', async () => {
  const { out } = await runArtoo(['try', '--auto', '--', 'printf', '%s|', "it's $HOME", '*', '--help', '--auto', ''], { at: newHome() });
  expect(out).toBe("it's $HOME|*|--help|--auto||\n");
});

test('help is for options before --', async () => {
  expect((await runArtoo(['try', '--help'], { at: newHome() })).out).toContain('artoo try [options] -- <command>');
});

test('what it prints is shown while it runs, and whole when it has ended', async () => {
  const home = newHome();
  const waiting = atTerminal(['try', '--', 'echo first; while true; do sleep 0.1; done'], home);
  await waiting.shows('first');
  waiting.type('\u0003');
  expect(await waiting.ended).toBe(130);
  const many = atTerminal(['try', '--', 'seq 100; sleep 0.3'], home); // long enough for its progress to be shown
  expect(await many.ended).toBe(0);
  expect(many.screen()).toContain(Array.from({ length: 100 }, (_, at) => `${at + 1}\n`).join(''));
});

test('Ctrl+C ends it, and nothing of it is real', async () => {
  const at = newHome();
  const seconds = `60.${process.pid}1`; // a unique number, by which the process is found
  const { process: child, ended } = startArtoo(['try', '--', `touch x; sleep ${seconds}`], { at });
  await expect.poll(() => running(seconds).length, { timeout: 20_000 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  expect(readdirSync(at.cwd)).toEqual([]);
});

describe('at a terminal', () => {
  test('effects and diff are shown, and a yes makes them real', async () => {
    const at = homeWithNotes();
    const terminal = atTerminal(['try', '--', 'sed -i s/one/1/ notes.txt; echo done'], at);
    await terminal.shows('Allow this once?');
    for (const part of ['changes notes.txt', '    -one', '    +1', '    sed -i s/one/1/ notes.txt; echo done'])
      expect(terminal.screen()).toContain(part);
    expect(at.read()).toBe('one\ntwo\n');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(at.read()).toBe('1\ntwo\n');
    expect(terminal.screen()).toMatch(/done\n/);
    expect(terminal.screen()).toMatch(/To undo it: artoo undo \S+\n/);
  });

  test('a no leaves everything as it is', async () => {
    const at = homeWithNotes();
    const terminal = atTerminal(['try', '--', 'rm notes.txt'], at);
    await terminal.shows('Allow this once?');
    terminal.type('n\r');
    expect(await terminal.ended).toBe(3);
    expect(terminal.screen()).toContain('not done, because you said no');
    expect(existsSync(at.notes)).toBe(true);
  });

  test('Ctrl+C at the question is not an answer to it', async () => {
    const at = homeWithNotes();
    const terminal = atTerminal(['try', '--', 'rm notes.txt'], at);
    await terminal.shows('Allow this once?');
    terminal.type('\u0003');
    await terminal.ended;
    expect(terminal.screen()).toContain('not done: it was stopped at the question');
    expect(terminal.screen()).not.toContain('you said no');
    expect(existsSync(at.notes)).toBe(true);
  });

  test('an edited command is tried in its place', async () => {
    const at = homeWithNotes();
    const terminal = atTerminal(['try', '--', 'rm notes.txt'], at, { EDITOR: 'sed -i s/rm/cat/' });
    await terminal.shows('Allow this once?');
    terminal.type('e\r');
    await terminal.shows('Command: ');
    terminal.type('\u0007'); // Ctrl+G
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('one\ntwo\n');
    expect(existsSync(at.notes)).toBe(true);
  });

  test('a rule is written once it was shown, and then the person is not asked', async () => {
    const at = homeWithNotes('# mine\nbudget: 5m\n');
    const terminal = atTerminal(['try', '--', 'rm notes.txt'], at);
    await terminal.shows('Allow this once?');
    terminal.type('a\r');
    await terminal.shows('Which?');
    expect(terminal.screen()).toContain('2 shell(rm notes.txt), everywhere from now on');
    expect(terminal.screen().replaceAll(/\n */g, ' ')).toContain(`written to ${at.data}/config.yaml`);
    terminal.type('2\r');
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(join(at.data, 'config.yaml'), 'utf8')).toBe('# mine\nbudget: 5m\nallow:\n  - shell(rm notes.txt)\n');
    expect(statSync(join(at.data, 'config.yaml')).isFile()).toBe(true);
    writeFileSync(at.notes, 'again');
    expect((await runArtoo(['try', '--', 'rm notes.txt'], { at })).code).toBe(0);
  });

  test('a folder that gets another name is one move', async () => {
    const at = homeWithNotes();
    const cwd = dirname(at.notes);
    mkdirSync(join(cwd, 'old/deep'), { recursive: true });
    for (const name of ['old/a', 'old/b', 'old/deep/c']) writeFileSync(join(cwd, name), name);
    const terminal = atTerminal(['try', '--', 'mv old new'], at);
    await terminal.shows('Allow this once?');
    expect(terminal.screen().replaceAll(/\n */g, ' ')).toContain('moves old → new (5 entries)');
    expect(terminal.screen()).not.toContain('deletes');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(join(cwd, 'new/deep/c'), 'utf8')).toBe('old/deep/c');
  });

  test('why is reported before anything happens', async () => {
    const at = homeWithNotes();
    const terminal = atTerminal(['try', '--', 'rm notes.txt'], at);
    await terminal.shows('Allow this once?');
    terminal.type('w\r');
    await terminal.shows('Allow this once?', 2);
    expect(terminal.screen()).toContain('Nothing has happened yet.');
    expect(terminal.screen().replaceAll(/\n */g, ' ')).toContain('judging by its words: deletes notes.txt');
    terminal.type('n\r');
    expect(await terminal.ended).toBe(3);
  });

  test('with --auto the person is not asked', async () => {
    const at = homeWithNotes();
    expect(await atTerminal(['try', '--auto', '--', 'rm notes.txt'], at).ended).toBe(3);
    expect(existsSync(at.notes)).toBe(true);
  });
});

test('artoo log lists what was tried, applied or not, without keys, and shows one in full', async () => {
  const at = homeWithNotes();
  const key = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz0123456789ab';
  await runArtoo(['try', '--auto', '--', `echo ${key} > new.txt`], { at });
  expect((await runArtoo(['try', '--auto', '--', 'rm notes.txt'], { at })).code).toBe(3);
  const { out } = await runArtoo(['log'], { at });
  expect(out.split('\n').map((line) => line.trim())).toEqual([
    expect.stringMatching(/^tried, refused .*would have changed 1 file or folder$/),
    expect.stringMatching(/^\w{8} {2}rm notes\.txt$/),
    expect.stringMatching(/^tried .*changed 1 file or folder$/),
    expect.stringMatching(/^\w{8} {2}echo \[redacted\] > new\.txt$/),
    '',
  ]);
  const [, id = ''] = /^ {2}(\w{8}) {2}echo/m.exec(out) ?? [];
  expect((await runArtoo(['undo', '--yes', id], { at })).code).toBe(0);
  expect((await runArtoo(['log', id], { at })).out).toMatch(/It changed:\n {2}created new\.txt\nThat was undone\./);
});

test('a workspace that holds all of the home is warned of', async () => {
  const at = newHome();
  const { err } = await runArtoo(['try', '--auto', '--workspace', at.home, '--', 'true; true'], { at });
  expect(err).toContain('contains your whole home folder');
});

test('a command that was tried with the network is not continued: no mark of it is left', async () => {
  const at = homeWithNotes();
  const terminal = atTerminal(['try', '--', "curl -sS --noproxy '' http://localhost/"], at);
  await terminal.shows('Allow this once?');
  expect(terminal.screen()).toContain('wants to reach localhost');
  terminal.type('y\r');
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen()).toContain('artoo: localhost leads to this machine');
  expect(readdirSync(join(at.data, 'begun'))).toEqual([]);
});
