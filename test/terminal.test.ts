/** artoo at a real terminal: progress, questions, and what can and cannot answer them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Home, newHome } from './support/command.ts';
import { goodAnswer, startGreeting } from './support/greeting.ts';
import { artoosOf } from './support/processes.ts';
import type { Asked, ProviderServer, Reply } from './support/provider-server.ts';
import { runArtoo } from './support/run-artoo.ts';
import { isProof } from './support/sample.ts';
import { atTerminal } from './support/terminal.ts';
import { virtualTerminal } from './support/virtual-terminal.ts';

const at = ({ url }: ProviderServer) => ['--brain', `good-model@${url}`];
const goal = 'write a greeting';

/** A model whose R3 first removes a file. */
function removing(asked: Asked): Reply | undefined {
  const { role, turns } = asked;
  if (role === 'R2') {
    const plan = JSON.parse((goodAnswer(asked) as { text: string }).text);
    plan.subtasks[0].tools = ['shell', 'write_file'];
    return { text: JSON.stringify(plan) };
  }
  if (role !== 'R3') return undefined;
  const results = turns.filter((turn) => turn.role === 'tool').length;
  if (results === 0) return { calls: [{ tool: 'shell', input: { command: 'rm old.txt' } }] };
  return results === 1
    ? { calls: [{ tool: 'write_file', input: { path: 'hello.txt', content: 'hello\n' } }] }
    : { text: 'hello.txt is written.' };
}

function homeWithOldFile(): Home & { readonly old: string } {
  const home = newHome();
  const old = join(home.cwd, 'old.txt');
  writeFileSync(old, 'old');
  return { ...home, old };
}

/** What a screen of 80 columns and its scrollback show once all of that has been written. */
async function leftOn(written: string): Promise<readonly string[]> {
  const screen = virtualTerminal(80, 24);
  screen.write(written);
  return screen.lines();
}

describe('where a person is looking', () => {
  const answer = '# A greeting\n\n**hello.txt** is *written*:\n\n- one\n- `two`\n';
  const inMarkdown = ({ role, turns }: Asked) =>
    role === 'R3' && turns.some((turn) => turn.role === 'tool') ? { text: answer } : undefined;

  test('answers are streamed, the answer comes first and as it is meant, and each finished line is there once, none too wide', async () => {
    await using server = await startGreeting(inMarkdown);
    const terminal = atTerminal([...at(server), goal], newHome());
    expect(await terminal.ended).toBe(0);
    expect(server.requests.map(({ streaming }) => streaming)).toEqual(Array(5).fill(true));
    const lines = await leftOn(terminal.written());
    const from = lines.indexOf('A greeting');
    expect(lines.slice(from, from + 7)).toEqual(['A greeting', '', 'hello.txt is written:', '', '• one', '• two', '']);
    expect(lines[from + 7]).toBe('✓ Done');
    for (const part of ['understands', 'plans', 'wrote hello.txt', '✓ hello.txt exists', '✓ Done', 'artoo undo'])
      expect(lines.filter((line) => line.includes(part))).toHaveLength(1);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(terminal.written()).toContain('\u001b[32m✓');
    expect(terminal.written()).not.toMatch(/\[[23]J/);
  });

  test('what a command prints is shown while it runs', async () => {
    const plan = (asked: Asked) => {
      const { subtasks, ...rest } = JSON.parse((goodAnswer(asked) as { text: string }).text);
      return { text: JSON.stringify({ ...rest, subtasks: subtasks.map((each: object) => ({ ...each, tools: ['shell'] })) }) };
    };
    const command = 'echo "the first line"; while [ ! -e go ]; do sleep 0.1; done; echo "hello" > hello.txt';
    await using server = await startGreeting((asked) => {
      if (asked.role === 'R2') return plan(asked);
      if (asked.role !== 'R3' || asked.turns.some((turn) => turn.role === 'tool')) return undefined;
      return { calls: [{ tool: 'shell', input: { command } }] };
    });
    const terminal = atTerminal([...at(server), goal], newHome());
    await terminal.shows('the first line', 2); // in the command, and in the list below it
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    const lines = await leftOn(terminal.written());
    expect(lines.filter((line) => line.startsWith('✗ Not done'))).toHaveLength(1);
    expect(lines.filter((line) => /artoo resume \w{8} /.test(line))).toHaveLength(1);
  });

  test('a task that continues after its model failed shows what it is doing, as any other', async () => {
    let isAway = true;
    await using server = await startGreeting(({ role }) => {
      if (role !== 'R3') return undefined;
      return isAway ? { fault: 'status', status: 401 } : { fault: 'silence' };
    });
    const home = newHome();
    expect(await runArtoo([...at(server), goal], { at: home })).toMatchObject({ code: 69 });
    isAway = false;
    const terminal = atTerminal(['resume', ...at(server)], home);
    await terminal.shows('so far');
    await terminal.shows('Ctrl+C stops it');
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
  });

  test('a question that Ctrl+C leaves open leaves nothing behind, nor does a part of it', async () => {
    await using server = await startGreeting(removing);
    const home = newHome();
    writeFileSync(join(home.cwd, 'old.txt'), 'old\n');
    const steps: readonly (readonly [keys: string, prompt: string])[] = [
      ['', 'Allow this once?'],
      ['n\r', 'Instead:'],
      ['e\r', 'Command: rm old.txt'],
    ];
    for (const [keys, prompt] of isProof ? steps : steps.slice(0, 2)) {
      const terminal = atTerminal([...at(server), goal], home);
      await terminal.shows('Allow this once?');
      terminal.type(keys);
      await terminal.shows(prompt);
      terminal.type('\u0003');
      expect(await terminal.ended).toBe(130);
      const lines = (await leftOn(terminal.written())).map((line) => line.trim());
      const end = '✗ Not done: you cancelled it';
      expect(lines).toContain(end);
      expect(lines.slice(lines.indexOf(prompt) + 1, lines.indexOf(end)).join('')).toBe('');
      expect(terminal.screen()).not.toContain('no one');
    }
  });

  test('a warning of Node is a line of its own', async () => {
    await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
    const warning = 'data:text/javascript,process.once(`SIGUSR2`,()=>process.emitWarning(`mind-the-gap`))';
    const home = newHome();
    const terminal = atTerminal([...at(server), goal], home, { NODE_OPTIONS: `--import ${warning}` });
    while (server.requests.length < 2) await server.nextRequest();
    for (const pid of artoosOf(home.home)) process.kill(Number(pid), 'SIGUSR2');
    await terminal.shows('mind-the-gap');
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    const lines = await leftOn(terminal.written());
    expect(lines.filter((line) => line.includes('mind-the-gap'))).toEqual(['artoo: Warning: mind-the-gap']);
  });

  const redraws = /\[\d*[ABJK]/;

  const plain: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
    ['a dumb terminal', [], { TERM: 'dumb' }],
    ['--plain', ['--plain'], {}],
  ];

  test.each(isProof ? plain : plain.slice(0, 1))('nothing is redrawn, and --verbose names roles and figures: %s', async (_, flags, env) => {
    await using server = await startGreeting();
    const terminal = atTerminal(['--verbose', ...flags, ...at(server), goal], newHome(), env);
    expect(await terminal.ended).toBe(0);
    expect(terminal.written()).not.toMatch(redraws);
    expect(terminal.screen()).toContain('✓ Done\n');
    expect(terminal.screen()).toMatch(/^R7 +measures +loss 0\.15 \(D 0\.00, P 0\.50/m);
    expect(terminal.screen()).toMatch(/^journal\b/m);
  });
});

describe('a question about harm', () => {
  /** Keys that are neither a yes nor a no, and, if they show something first, the keys that leave it. */
  const noAnswers: readonly (readonly [keys: string, shown?: string, leave?: string])[] = [
    ['\u0004'], // Ctrl+D
    ['\r'],
    ['sure, go ahead\r'],
    ['a\r', 'Which?', '\u001b'],
    ['e\r', 'Command: rm old.txt', ' -rf\u001b'],
    ['e\r', 'Command: rm old.txt', '\u0015\u001b\r'],
  ];

  test('is asked again after what is not an answer, and answered by a yes that is typed after it was shown', async () => {
    await using server = await startGreeting(removing);
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('Allow this once?');
    expect(terminal.screen()).toContain('    rm old.txt');
    for (const [at, [keys, shown, leave = '']] of noAnswers.entries()) {
      const times = shown === undefined ? 0 : terminal.screen().split(shown).length;
      terminal.type(keys);
      if (shown !== undefined) await terminal.shows(shown, times);
      terminal.type(leave);
      await terminal.shows('Allow this once?', at + 2);
      expect(existsSync(home.old)).toBe(true);
    }
    expect(terminal.screen().split('The command is unchanged.')).toHaveLength(3);
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(existsSync(home.old)).toBe(false);
  });

  test.runIf(isProof)('is shown below what was done before it', async () => {
    await using server = await startGreeting((asked) => {
      const isFirst = asked.role === 'R3' && !asked.turns.some((turn) => turn.role === 'tool');
      if (isFirst) return { calls: [{ tool: 'read_file', input: { path: 'old.txt' } }] };
      if (asked.role === 'R2') {
        const plan = JSON.parse((goodAnswer(asked) as { text: string }).text);
        plan.subtasks[0].tools = ['shell', 'read_file'];
        return { text: JSON.stringify(plan) };
      }
      return asked.role === 'R3' ? { calls: [{ tool: 'shell', input: { command: 'rm old.txt' } }] } : undefined;
    });
    const terminal = atTerminal([...at(server), goal], homeWithOldFile());
    await terminal.shows('Allow this once?');
    const screen = terminal.screen();
    expect(screen).toContain('read old.txt');
    expect(screen.indexOf('read old.txt')).toBeLessThan(screen.indexOf('This needs your yes'));
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
  });

  test('is answered with another command, changed in the editor or in place, which is tried in its place', async () => {
    await using server = await startGreeting(removing);
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home, { EDITOR: 'sed -i s/rm/unlink/' });
    await terminal.shows('Allow this once?');
    terminal.type('e\r');
    await terminal.shows('Command: rm old.txt');
    terminal.type('\u0007');
    await terminal.shows('Allow this once?', 2);
    expect(terminal.screen()).toContain('    unlink old.txt');
    terminal.type('e\r');
    await terminal.shows('Command: unlink old.txt');
    terminal.type(`\u0001${'\u0004'.repeat(6)}ls\r`);
    expect(await terminal.ended).toBe(0);
    expect(existsSync(home.old)).toBe(true);
  });

  test.runIf(isProof)('is answered for all of its kind, with a rule that is shown before it is written', async () => {
    await using server = await startGreeting(removing);
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('Allow this once?');
    terminal.type('a\r');
    await terminal.shows('Which?');
    expect(terminal.screen()).toContain('3 shell(rm old.txt), everywhere from now on');
    terminal.type('3\r');
    expect(await terminal.ended).toBe(0);
    expect(existsSync(home.old)).toBe(false);
    expect(readFileSync(join(home.data, 'config.yaml'), 'utf8')).toBe('allow:\n  - shell(rm old.txt)\n');
  });

  test('is not asked where a rule allows it, and what a rule forbids is not done', async () => {
    await using server = await startGreeting(removing);
    const [allowing, forbidding] = [homeWithOldFile(), homeWithOldFile()];
    expect(await runArtoo(['--allow', 'shell(rm old.txt)', ...at(server), goal], { at: allowing })).toMatchObject({ code: 0 });
    expect(existsSync(allowing.old)).toBe(false);
    writeFileSync(join(forbidding.data, 'config.yaml'), 'deny: [shell(rm*)]\n');
    const { code, err } = await runArtoo([...at(server), goal], { at: forbidding });
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('shell(rm*)') });
    expect(err).not.toContain('--allow');
    expect(existsSync(forbidding.old)).toBe(true);
  });

  test('is not answered by what was typed before it was shown', async () => {
    const typed = Promise.withResolvers<void>();
    await using server = await startGreeting(async (asked) => {
      if (asked.role === 'R2') await typed.promise;
      return removing(asked);
    });
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('understands');
    terminal.type('y\ry\ryes\r');
    typed.resolve();
    await terminal.shows('Allow this once?');
    terminal.type('n\r');
    await terminal.shows('Instead: ');
    terminal.type('\r');
    expect(await terminal.ended).toBe(3);
    expect(existsSync(home.old)).toBe(true);
    expect(terminal.screen()).toMatch(/^you +✗ no to rm old\.txt/m);
  });

  const ends: readonly (readonly [string, string])[] = [
    ['Ctrl+C', '\u0003'],
    ['a yes that Esc cleared, and Esc', 'y\u001b\u001b'],
  ];

  test.each(isProof ? ends : ends.slice(0, 1))('is not answered with yes by %s, which ends the task', async (_, keys) => {
    await using server = await startGreeting(removing);
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('Allow this once?');
    terminal.type(keys);
    expect(await terminal.ended).toBe(130);
    expect(existsSync(home.old)).toBe(true);
  });
});

describe('a plan', () => {
  test('can be edited before it is carried out', async () => {
    await using server = await startGreeting();
    const terminal = atTerminal(['--plan', ...at(server), goal], newHome(), { EDITOR: 'sed -i s/friend/stranger/' });
    await terminal.shows('Carry out this plan?');
    terminal.type('e\r');
    await terminal.shows('Carry out this plan?', 2);
    expect(terminal.screen()).toContain('Say hello to a stranger.');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    const worker = server.requests.find(({ role }) => role === 'R3');
    expect(worker?.turns[0]?.text).toContain('Say hello to a stranger.');
  });

  test.runIf(isProof)('that is declined ends the task', async () => {
    await using server = await startGreeting();
    const terminal = atTerminal(['--plan', ...at(server), goal], newHome());
    await terminal.shows('Carry out this plan?');
    terminal.type('n\r');
    await terminal.shows('Instead: ');
    terminal.type('\r');
    expect(await terminal.ended).toBe(2);
    expect(server.requests.map(({ role }) => role)).toEqual(['R1', 'R2']);
  });
});

test('questions of several sub-tasks come one after another, each with its own action above it', async () => {
  const names = ['one', 'two'];
  const check = (name: string) => ({
    criterion: `${name}.txt is gone`,
    mode: 'verifiable',
    weight: 1,
    check: { kind: 'file_absent', path: `${name}.txt` },
  });
  await using server = await startGreeting(({ role, turns }) => {
    const plan = {
      task_criteria: names.map(check),
      subtasks: names.map((name) => ({
        intent: `Remove ${name}.txt`,
        success_criteria: [check(name)],
        context: '',
        tools: ['shell'],
        sequence: 1,
        deadline: null,
      })),
    };
    if (role === 'R2') return { text: JSON.stringify(plan) };
    if (role !== 'R3') return undefined;
    const name = names.find((each) => turns[0]?.text.includes(`Remove ${each}.txt`)) ?? '?';
    return turns.some((turn) => turn.role === 'tool')
      ? { text: 'It is gone.' }
      : { calls: [{ tool: 'shell', input: { command: `rm ${name}.txt` } }] };
  });
  const home = newHome();
  for (const name of names) writeFileSync(join(home.cwd, `${name}.txt`), name);
  const terminal = atTerminal([...at(server), goal], home);
  const left = () => names.filter((name) => existsSync(join(home.cwd, `${name}.txt`)));
  const askedAbout = () => / rm (\w+)\.txt\n {2}y yes[^?]+\nAllow this once\? $/.exec(terminal.screen())?.[1];
  await terminal.shows('Allow this once?');
  await expect.poll(askedAbout).toBeOneOf(names);
  const first = askedAbout();
  terminal.type('y\r');
  await terminal.shows('Allow this once?', 2);
  const others = names.filter((name) => name !== first);
  await expect.poll(left).toEqual(others);
  await expect.poll(() => [askedAbout()]).toEqual(others);
  terminal.type('n\r');
  await terminal.shows('Instead: ');
  terminal.type('\r');
  expect(await terminal.ended).toBe(3);
  expect(left()).toEqual(others);
});

test.runIf(isProof)('Ctrl+C while a model is asked ends the task', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
  const terminal = atTerminal([...at(server), goal], newHome());
  await terminal.shows('understands');
  while (server.requests.length < 2) await server.nextRequest();
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
  expect(terminal.screen()).toContain('✗ Not done');
});
