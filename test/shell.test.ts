/** The shell in a real terminal: what a person types, sees, and finds in the scrollback afterwards. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resumableTasks } from '../src/history/tasks/resumable.ts';
import { type Home, newHome } from './support/command.ts';
import { goodAnswer, startGreeting } from './support/greeting.ts';
import { artoosOf } from './support/processes.ts';
import type { Asked, ProviderServer, Reply } from './support/provider-server.ts';
import { isProof } from './support/sample.ts';
import { inTmux, type Tmux, type TmuxOptions } from './support/tmux.ts';

const at = ({ url }: ProviderServer) => ['--brain', `good-model@${url}`];
const ready = '/ commands';

/** The shell, once it accepts input. */
async function shellAt(
  server: ProviderServer,
  options: TmuxOptions = {},
  home: Home = newHome(),
  more: readonly string[] = [],
): Promise<Tmux & { readonly home: Home }> {
  const terminal = inTmux([...at(server), ...more], home, options);
  terminal.send('artoo\r');
  await terminal.shows(options.columns === 20 ? /^>$/m : ready);
  return { ...terminal, home };
}

/** A provider whose planner waits until it is released. */
function held() {
  const gate = Promise.withResolvers<void>();
  const server = startGreeting(async ({ role }) => {
    if (role === 'R2') await gate.promise;
    return undefined;
  });
  return { server, go: () => gate.resolve() };
}

/** R3 wants to remove a file first. */
function removing(asked: Asked): Reply | undefined {
  if (asked.role === 'R2') {
    const plan = JSON.parse((goodAnswer(asked) as { text: string }).text);
    plan.subtasks[0].tools = ['shell', 'write_file'];
    return { text: JSON.stringify(plan) };
  }
  if (asked.role !== 'R3' || asked.turns.some(({ role }) => role === 'tool')) return undefined;
  return { calls: [{ tool: 'shell', input: { command: 'rm old.txt' } }] };
}

test('a goal that arrives with its Enter becomes a task, another waits for its end, a sentence reaches it, while the window changes its size', async () => {
  const { server: starting, go } = held();
  await using server = await starting;
  const { send, shows, all, resize, until, home } = await shellAt(server, { before: 'for i in $(seq 60); do echo "old line $i"; done' });
  send('write a greeting\r');
  await shows('Esc stops it');
  send('and once more\r');
  await shows('next: and once more');
  let typed = '';
  for (const [columns, rows] of [
    [60, 24],
    [100, 30],
    [80, 18],
    [80, 24],
  ] as const) {
    resize(columns, rows);
    typed += 'x';
    send('x'); // it is drawn after the change
    await shows(new RegExp(`^> ${typed}$`, 'm'));
  }
  send('\u0003be kind\t'); // Ctrl+C clears what was typed; Tab tells the task
  await shows('be kind');
  go();
  await until((text) => text.split('hello.txt is written.').length > 2);
  await shows(ready);
  const lines = all();
  const oldLines = lines.filter((line) => line.startsWith('old line'));
  expect(oldLines).toEqual(Array.from({ length: 60 }, (_, index) => `old line ${index + 1}`));
  expect(lines.filter((line) => /^> (write|and)/.test(line))).toEqual(['> write a greeting', '> and once more']);
  expect(lines.filter((line) => /Esc stops|next:/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('/ commands'))).toHaveLength(1);
  const told = server.requests.filter(({ turns }) => turns.some(({ text }) => text.includes('be kind')));
  expect(new Set(told.map(({ role }) => role))).toEqual(new Set(['R2', 'R4a'])); // the task is planned again with what was typed, and judged against it
  expect(readFileSync(join(home.cwd, 'hello.txt'), 'utf8')).toBe('hello, friend\n');
  send('\u0004');
  await shows('ended with 0');
});

describe.runIf(isProof)('typing', () => {
  test('an editor that does not start leaves the draft, and is named', async () => {
    await using server = await startGreeting();
    const { send, shows } = await shellAt(server, { env: { EDITOR: 'no-such-editor' } });
    send('half a thought\u0007');
    await shows(/^The draft is unchanged: no-such-editor could not be started/m);
    await shows(/^> half a thought$/m);
  });

  test('wide characters, and an emoji that is cut in the middle of its bytes, leave the cursor where the next letter goes', async () => {
    await using server = await startGreeting();
    const { send, shows, cursor } = await shellAt(server);
    send('日本語 ');
    const emoji = Buffer.from('🙂');
    send(emoji.subarray(0, 2));
    send(emoji.subarray(2));
    send('!');
    await shows('> 日本語 🙂!');
    expect(cursor().column).toBe(2 + 6 + 1 + 2 + 1);
  });

  test('a paste of 10,000 lines is one piece, and is sent whole', async () => {
    await using server = await startGreeting();
    const { send, paste, shows } = await shellAt(server);
    send('count ');
    paste(Array.from({ length: 10_000 }, (_, line) => `line ${line}`).join('\n'));
    await shows('> count [paste #1 +10000 lines]');
    await shows('the goal has 98,895 characters, and models see only the first and last');
    await shows('save it as a file and name it with @');
    send('\r');
    await shows('more lines');
    await shows(/hello\.txt is written|Done/);
    const [first] = server.requests;
    expect(first?.turns.map(({ text }) => text).join('')).toMatch(/count line 0\nline 1\n/);
  });

  test('on 20 columns no line is broken in two, and the prompt stays in sight', async () => {
    await using server = await startGreeting();
    const { send, shows, screen } = await shellAt(server, { columns: 20, rows: 12 });
    send('write a greeting\r');
    await shows(/^>$/m);
    send('a longer sentence than the window');
    await shows('the window');
    expect(
      screen()
        .split('\n')
        .every((line) => line.length <= 20),
    ).toBe(true);
  });

  test('files are completed after @, and commands after /', async () => {
    await using server = await startGreeting();
    const home = newHome();
    writeFileSync(join(home.cwd, 'shopping-list.txt'), 'milk');
    const { send, shows } = await shellAt(server, {}, home);
    send('@shop');
    await shows('→ @shopping-list.txt');
    send('\t');
    await shows(/> @shopping-list\.txt$/m);
    send('\u0003/verb');
    await shows('→ /verbose');
    send('\r');
    await shows('roles and figures are shown');
  });
});

test.runIf(isProof)('a history with control characters, and two changes of the window at once, leave one prompt', async () => {
  await using server = await startGreeting();
  const home = newHome();
  writeFileSync(join(home.data, 'history'), '"\\u001b[2Jfrom\\u0007 before"\n\u0000\u001b[3J\n"cut off');
  const { send, shows, resize, all, until } = await shellAt(server, {}, home);
  send('\u001b[A');
  await shows(/^> from before$/m);
  resize(60, 20);
  resize(100, 30);
  send(' and more');
  await until((text) => text.includes('> from before and more'));
  expect(all().filter((row) => row.startsWith('> '))).toEqual(['> from before and more']);
  expect(all().filter((row) => row.startsWith('artoo 0'))).toHaveLength(1);
});

test.runIf(isProof)(
  'a long draft in a window that goes through nine widths leaves every line above it once, and nothing of itself',
  async () => {
    await using server = await startGreeting();
    const { send, shows, drag, all } = await shellAt(server, { before: 'for i in $(seq 40); do echo "old line $i"; done' });
    const words = 'is long enough to be wrapped at eighty columns and at most of those that follow';
    send([1, 2, 3, 4, 5].map((at) => `paragraph ${at} ${words}`).join('\n'));
    await shows('↑ 3 more lines');
    drag([70, 60, 50, 40, 20, 65, 110, 90, 80]);
    send('!'); // drawn together with the last change
    await shows('that follow!');
    const lines = all();
    expect(lines.filter((line) => line.startsWith('old line'))).toEqual(Array.from({ length: 40 }, (_, at) => `old line ${at + 1}`));
    const from = lines.findIndex((line) => line.startsWith('artoo 0'));
    expect(lines.slice(from + 1)).toHaveLength(9); // an empty line, the number of lines above, and seven lines of the draft
    expect(lines.at(-8)).toBe('  ↑ 3 more lines');
  },
);

test.runIf(isProof)('a window that becomes as low as what is drawn in it leaves nothing of it in the scrollback', async () => {
  await using server = await startGreeting();
  const { send, shows, resize, all, until } = await shellAt(server);
  send(Array.from({ length: 8 }, (_, at) => `draft line ${at + 1}`).join('\n'));
  await shows('draft line 8');
  resize(80, 9); // the first row is the first of the region
  send('!');
  await until((text) => text.includes('↑ 5 more lines') && text.includes('draft line 8!'));
  resize(80, 24);
  await shows('↑ 1 more line');
  expect(all().filter((row) => row.includes('draft line'))).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((at) => `${at === 2 ? '> ' : '  '}draft line ${at}${at === 8 ? '!' : ''}`),
  );
});

describe('Ctrl+C', () => {
  test('clears the draft into the history, then stops the task, then warns, then leaves', async () => {
    await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
    const { send, shows, screen, home } = await shellAt(server);
    send('write a greeting\r');
    await shows('Esc stops it');
    while (server.requests.length < 2) await server.nextRequest();
    send('half a thought');
    await shows('> half a thought');
    send('\u0003');
    await shows(/^>$/m);
    expect(screen()).toContain('Esc stops it');
    send('\u0003');
    await shows(ready);
    send('\u001b[A');
    await shows('> half a thought');
    send('\u0003');
    await shows(ready);
    send('\u0003');
    await shows('Ctrl+C again exits');
    send('\u0003');
    await shows('ended with 0');
    expect(readFileSync(join(home.data, 'history'), 'utf8')).toBe('"write a greeting"\n"half a thought"\n');
    expect(statSync(join(home.data, 'history')).mode & 0o777).toBe(0o600);
  });
});

describe('a question', () => {
  test('is put at the prompt, takes no draft for an answer, and the draft comes back', async () => {
    const gate = Promise.withResolvers<void>();
    await using server = await startGreeting(async (asked) => {
      if (asked.role === 'R3') await gate.promise;
      return removing(asked);
    });
    const home = newHome();
    const old = join(home.cwd, 'old.txt');
    writeFileSync(old, 'old');
    const { send, shows, until } = await shellAt(server, {}, home);
    send('write a greeting\r');
    await shows('Esc stops it');
    send('y');
    gate.resolve();
    await shows('Allow this once?');
    expect(existsSync(old)).toBe(true);
    send('y\r');
    await shows(/^> y$/m);
    await until((text) => text.includes('Allow this once? y'));
    await expect.poll(() => existsSync(old)).toBe(false);
  });
});

test.runIf(isProof)('each key of a question does what it says, and until the last nothing has happened', async () => {
  await using server = await startGreeting(removing);
  const home = newHome();
  const old = join(home.cwd, 'old.txt');
  writeFileSync(old, 'old');
  const { send, shows, until } = await shellAt(server, { env: { EDITOR: 'sed -i s/rm/ls/' } }, home);
  send('write a greeting\r');
  await shows('Allow this once?');
  const steps: readonly (readonly [keys: string, shown: string | RegExp])[] = [
    ['x\r', '"x" is not one of y, n, e, a, w.'],
    ['\r', 'Type one of y, n, e, a, w.'],
    ['w\r', 'so you are asked: it would delete 1 file.'],
    ['a\r', 'Which? (1'],
    ['\r', 'Nothing was allowed.'],
    ['e\r', 'Command: rm old.txt'],
    ['\u001b', 'The command is unchanged.'],
    ['e\r', 'Enter accepts it · Esc goes back · Ctrl+G opens your editor'],
  ];
  for (const [keys, shown] of steps) {
    send(keys);
    await shows(shown);
    await shows(/^(Allow this once\?|Which\? \(.*\)|Command: rm old\.txt)$/m); // and the next text can be typed
  }
  expect(existsSync(old)).toBe(true);
  send('\u0007');
  await until((text) => text.includes('ls old.txt'));
  await shows(ready);
  expect(existsSync(old)).toBe(true);
});

test.each(isProof ? ['', 'n\r'] : ['n\r'])(
  'Ctrl+C at a question, after %j, stops the task: nothing is done, and nothing is an answer',
  async (keys) => {
    await using server = await startGreeting(removing);
    const home = newHome();
    writeFileSync(join(home.cwd, 'old.txt'), 'old');
    const { send, shows, all } = await shellAt(server, {}, home);
    send('write a greeting\r');
    await shows('Allow this once?');
    send(keys);
    if (keys !== '') await shows('Instead:');
    send('\u0003');
    await shows('✗ Not done: you cancelled it');
    await shows(ready);
    expect(existsSync(join(home.cwd, 'old.txt'))).toBe(true);
    expect(all().join('\n')).not.toMatch(/answered elsewhere|no one/);
  },
);

const places: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['over SSH', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }],
  ['here', {}],
];

test.each(isProof ? places : places.slice(0, 1))(
  'Esc twice at once clears an answer and stops the task, and a yes that comes too late starts none: %s',
  async (_, env) => {
    await using server = await startGreeting(removing);
    const home = newHome();
    const old = join(home.cwd, 'old.txt');
    writeFileSync(old, 'old');
    const { send, shows } = await shellAt(server, { env }, home);
    send('write a greeting\r');
    await shows('Allow this once?');
    send('y');
    await shows('Esc clears what is typed');
    send('\u001b\u001b');
    await shows(/^> *$/m);
    const { length } = server.requests;
    send('y\r');
    await shows('Enter again sends "y" as a task');
    expect([existsSync(old), server.requests.length]).toEqual([true, length]);
  },
);

test.runIf(isProof)('a shell that follows up the last task of its folder knows what was said', async () => {
  await using server = await startGreeting();
  const home = newHome();
  const first = await shellAt(server, {}, home);
  first.send('write a greeting\r');
  await first.until((text) => text.includes('Done'));
  first.send('\u0004');
  await first.shows('ended with 0');
  const second = await shellAt(server, {}, home, ['--continue']);
  await second.shows(/^this follows up "write a greeting" \([0-9a-v]{8}\)$/m);
  const before = server.requests.length;
  second.send('and another one\r');
  await second.until((text) => text.includes('Done'));
  expect(server.requests.slice(before).some(({ turns }) => turns.some(({ text }) => text.includes('hello.txt is written.')))).toBe(true);
});

test('Ctrl+Z leaves the terminal as it was, and fg brings the shell back with its draft', async () => {
  await using server = await startGreeting();
  const { send, shows } = await shellAt(server);
  send('half a thought');
  await shows('> half a thought');
  send('\u001a');
  await shows('Stopped');
  send(changedModes);
  await shows(/^0$/m);
  send('fg\r');
  await shows(/> half a thought$/m);
});

test.runIf(isProof)('Ctrl+T at a question shows the transcript from its end, and the question is still open', async () => {
  await using server = await startGreeting(removing);
  const home = newHome();
  writeFileSync(join(home.cwd, 'old.txt'), 'old');
  const { send, shows } = await shellAt(server, { before: 'export LESS=-R PAGER=less' }, home);
  send('/help\r'); // more than a screen
  await shows(/Ctrl\+D {2,}exits/);
  send('write a greeting\r');
  await shows('Allow this once?');
  send('\u0014');
  await shows('(END)');
  send('q');
  await shows(/^Allow this once\?$/m);
  send('\u000c');
  await shows(/^Allow this once\?$/m);
});

/** How many modes of the terminal differ from their state in a shell. */
const changedModes = 'stty -a | tr " " "\\n" | grep -c "^-icanon\\|^-echo;"\r';

async function sentToTheBackgroundAndBack({ send, shows }: Tmux): Promise<void> {
  await shows('Ctrl+C stops it');
  send('typed meanwhile\r');
  send('\u001a');
  await shows('Stopped');
  send(changedModes);
  await shows(/^0$/m);
  send('fg\r');
  await shows('Ctrl+C stops it');
  send('typed again');
}

test('in one shot, a goal, and then its resumption, show nothing of what is typed, go to the background, come back, and leave the terminal as it was', async () => {
  const { server: starting, go } = held();
  await using server = await starting;
  const home = newHome();
  const goal = inTmux([...at(server), 'write a greeting'], home);
  goal.send('artoo\r');
  while (server.requests.every(({ role }) => role !== 'R2')) await server.nextRequest();
  await sentToTheBackgroundAndBack(goal);
  goal.send('\u0003');
  await goal.shows(/to see how it went\n\$$/);
  const resumed = inTmux(['resume', ...at(server)], home);
  resumed.send('artoo\r');
  await sentToTheBackgroundAndBack(resumed);
  go();
  await resumed.shows(/to see how it went\n\$$/);
  for (const { send, all } of [goal, resumed]) {
    expect(all().filter((line) => /typed|Ctrl\+C stops it/.test(line))).toEqual([]);
    send(changedModes);
    await expect.poll(() => all().filter((line) => line === '0').length).toBe(2);
  }
});

test('Ctrl+Z at a question stops the whole job, also what started artoo, and fg brings back the question and what was typed', async () => {
  const { send, shows, screen } = inTmux(['setup'], newHome());
  send("export -f artoo; bash -c 'artoo; :'\r");
  await shows('Which should artoo use?');
  send('http://half');
  await shows('http://half');
  send('\u001a');
  await shows('Stopped');
  send('clear; fg\r');
  await expect.poll(screen).not.toContain('Stopped'); // the question above it is the earlier one
  await shows(/Which should artoo use\? http:\/\/half$/m);
  send('\u0003');
  await shows('ended with 130');
});

test('SIGTERM leaves the terminal as it was, and the task to be resumed', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
  const home = newHome();
  const { send, shows } = await shellAt(server, {}, home, ['--data', home.data]);
  send('write a greeting\r');
  await shows('Esc stops it');
  while (server.requests.length < 2) await server.nextRequest();
  for (const pid of artoosOf(home.home)) process.kill(Number(pid), 'SIGTERM');
  await shows('ended with 143');
  await shows(/artoo resume [0-9a-v]{8} continues it/);
  send(changedModes);
  await shows(/^0$/m);
});

test('a terminal that closes ends the shell and leaves the task to be resumed', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
  const { send, shows, hangUp, home } = await shellAt(server);
  send('write a greeting\r');
  await shows('Esc stops it');
  while (server.requests.length < 2) await server.nextRequest();
  hangUp();
  await expect.poll(() => artoosOf(home.home), { timeout: 10_000 }).toEqual([]);
  expect((await resumableTasks(home.data, home.cwd)).here).toMatchObject([{ goal: 'write a greeting', stoppedBy: 'kill' }]);
});

test.runIf(isProof)('with TERM=dumb, lines are printed one after another', async () => {
  await using server = await startGreeting();
  const { send, shows, all } = inTmux(at(server), newHome(), { env: { TERM: 'dumb' } });
  send('artoo\r');
  await shows(/^>$/m);
  send('write a greeting\r');
  await shows('hello.txt is written.');
  send('\u0004');
  await shows('ended with 0');
  expect(all().filter((line) => line.startsWith('understands'))).toHaveLength(1);
});

describe('in plain lines', () => {
  /** The shell without a screen. */
  async function plainShell(server: ProviderServer) {
    const terminal = inTmux([...at(server), '--plain'], newHome());
    terminal.send('artoo\r');
    await terminal.shows(/^>$/m);
    return terminal;
  }

  test.runIf(isProof)('Ctrl+C clears what is typed, then warns, then leaves', async () => {
    await using server = await startGreeting();
    const { send, shows } = await plainShell(server);
    send('half a goal\u0003');
    await shows(/^> half a goal\n+>$/m);
    send('\u0003');
    await shows(/Press it again to exit\.\n>$/m);
    send('\u0003');
    await shows('ended with 0');
  });

  test('a goal is shown once, and a line that was typed while it ran comes back when Ctrl+C stops it', async () => {
    const { server: starting, go } = held();
    await using server = await starting;
    const { send, shows, all } = await plainShell(server);
    send('write a greeting\r');
    while (server.requests.every(({ role }) => role !== 'R2')) await server.nextRequest();
    send('and another\r');
    await shows(/^and another$/m);
    send('\u0003');
    await shows(/^> and another$/m);
    go();
    expect(all().filter((each) => each.includes('write a greeting'))).toEqual(['> write a greeting']);
    expect(server.requests.filter(({ role }) => role === 'R1')).toHaveLength(1);
    send('\r');
    await shows('hello.txt is written.');
    await shows(/^>$/m);
    send('\u0004');
    await shows(/^ended with 0$/m);
  });
});

test('what a command of the person prints cannot draw, it can be stopped, and its failure is shown', async () => {
  await using server = await startGreeting();
  const { send, shows, all } = await shellAt(server);
  send("!printf '\\033[31mred\\033[24;63H\\n'; exit 3\r");
  await shows('exit code 3');
  await shows(ready);
  expect(all()).toContain('red');
  send('!sleep 600\r');
  await shows('Esc stops it');
  send('\u0003');
  await shows(ready);
  expect(all().filter((each) => each.includes('Esc stops it'))).toEqual([]);
});

test('what is typed while a command of the person runs is not shown, and comes back as the draft; Esc stops it', async () => {
  await using server = await startGreeting();
  const { send, shows, all } = await shellAt(server);
  send('!for i in 1 2 3; do echo row $i; done; sleep 600\r');
  await shows('row 3');
  send('typed\r\rahead\u001b[A 日');
  send('\u007f');
  send('\u001b');
  await shows(/^> typed\n\n {2}ahead$/m);
  const lines = all();
  expect(lines.filter((each) => /^row/.test(each))).toEqual(['row 1', 'row 2', 'row 3']);
  expect(lines.filter((each) => each.includes('ahead'))).toEqual(['  ahead']);
  expect(lines.filter((each) => each.includes('^['))).toEqual([]);
});
