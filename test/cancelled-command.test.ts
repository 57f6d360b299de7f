/** Ctrl+C and what comes after it, with the real command: resume, undo, drop, and follow-ups. */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayTask } from '../src/app/replay.ts';
import { main } from '../src/cli/main.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { type Home, newHome, startArtoo } from './support/command.ts';
import { goodAnswer, startGreeting } from './support/greeting.ts';
import { newTerminal } from './support/in-process.ts';
import type { Asked, ProviderServer, Reply } from './support/provider-server.ts';
import { atTerminal } from './support/terminal.ts';

/** A command line in this process, which takes a tenth of the time. */
async function artoo(args: readonly string[], { home, cwd }: Home) {
  const { terminal, out, err } = newTerminal({ env: { PATH: process.env.PATH, HOME: home }, cwd });
  const code = await main(args, terminal);
  return { code, out: out.map((line) => `${line}\n`).join(''), err: err.map((line) => `${line}\n`).join('') };
}

const goal = 'write a greeting';
const at = ({ url }: ProviderServer) => ['--brain', `good-model@${url}`];
const tasksIn = ({ data }: Home): readonly TaskId[] =>
  readdirSync(join(data, 'tasks'))
    .toSorted()
    .map((name) => name.replace('.jsonl', '') as TaskId); // named after them
const pathOf = ({ data }: Home, task: TaskId): string => join(data, 'tasks', `${task}.jsonl`);
const short = (task = ''): string => task.slice(-8);

/** The executor has written its file and waits for its next answer: the server stays silent until it is told to answer. */
async function silentServer() {
  let isSilent = true;
  const server = await startGreeting(({ role, turns }: Asked) =>
    isSilent && role === 'R3' && turns.some((turn) => turn.role === 'tool') ? { fault: 'silence' } : undefined,
  );
  const reached = async () => {
    while (!server.requests.some(({ role, turns }) => role === 'R3' && turns.some((turn) => turn.role === 'tool')))
      await server.nextRequest();
  };
  return Object.assign(server, {
    reached,
    speak() {
      isSilent = false;
    },
  });
}

/** The executor removes a file of the person before it writes its own. */
function asksFirst(asked: Asked): Reply | undefined {
  if (asked.role === 'R2') return { text: (goodAnswer(asked) as { text: string }).text.replace('"write_file"', '"shell"') }; // a plan is text
  if (asked.role !== 'R3' || asked.turns.some((turn) => turn.role === 'tool')) return undefined;
  return { calls: [{ tool: 'shell', input: { command: 'rm old.txt && echo hello > hello.txt' } }] };
}

/** A home with one task that was cancelled in the middle of its work, by a Ctrl+C at its terminal. */
async function cancelled(server: Awaited<ReturnType<typeof silentServer>>): Promise<Home & { readonly task: TaskId }> {
  const home = newHome();
  const terminal = atTerminal([...at(server), goal], home);
  await server.reached();
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
  expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(true);
  server.speak();
  const [task = expect.fail('there is no task')] = tasksIn(home);
  return { ...home, task };
}

describe('a task that was cancelled by Ctrl+C', () => {
  test('continues with artoo resume, does nothing twice, replays, and is undone as a whole', async () => {
    await using server = await silentServer();
    const home = await cancelled(server);
    const asked = server.requests.length;
    const resumed = await artoo(['resume', ...at(server)], home);
    expect(resumed, resumed.err).toMatchObject({ code: 0, out: 'hello.txt is written.\n' });
    const [, later] = tasksIn(home);
    expect(resumed.err).toContain(`${short(home.task)} continues as ${short(later)}`);
    expect(server.requests.slice(asked).map(({ role }) => role)).toEqual(['R3', 'R4a']);
    for (const task_id of [home.task, later as TaskId])
      expect(await replayTask({ task_id, path: pathOf(home, task_id) })).toMatchObject({ differences: [] });
    expect(await artoo(['resume', ...at(server)], home)).toMatchObject({ code: 64, err: expect.stringContaining('no task') });
    expect(await artoo(['resume', short(home.task), ...at(server)], home)).toMatchObject({
      code: 64,
      err: expect.stringContaining(`continues as ${short(later)};`),
    });
    const { out: list } = await artoo(['log'], home);
    expect(list).toContain(`  ${short(later)}  write_greeting: ${goal}\n  continues ${short(home.task)}\n`);
    expect(list).toContain(`  ${short(home.task)}  write_greeting: ${goal}\n  continues as ${short(later)}\n`);
    expect(await artoo(['undo', '--yes', short(later)], home)).toMatchObject({ code: 0 });
    expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(false);
  });

  test('is not mentioned before the next goal, and is still the one to resume after that', async () => {
    await using server = await silentServer();
    const home = await cancelled(server);
    expect((await artoo([...at(server), goal], home)).err).not.toContain('continues it');
    const err = expect.stringContaining(`${short(home.task)} continues as`);
    expect(await artoo(['resume', ...at(server)], home)).toMatchObject({ code: 0, err });
    expect(await artoo(['resume', ...at(server)], home)).toMatchObject({ code: 64 });
  });

  test('cannot be resumed once it was undone', async () => {
    await using server = await silentServer();
    const home = await cancelled(server);
    expect(await artoo(['undo', '--yes'], home)).toMatchObject({ code: 0 });
    expect(await artoo(['resume', ...at(server)], home)).toMatchObject({ code: 64 });
    expect(await artoo(['resume', 'last', ...at(server)], home)).toMatchObject({
      code: 64,
      err: expect.stringContaining('was undone'),
    });
    expect(tasksIn(home)).toHaveLength(1);
  });

  test('asks its open question again only after the lines that say what it is about, and tells the answer', async () => {
    await using server = await startGreeting(asksFirst);
    const home = newHome();
    writeFileSync(join(home.cwd, 'old.txt'), 'old\n');
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('Allow this once?');
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    const resumed = atTerminal(['resume', ...at(server)], home);
    await resumed.shows('Allow this once?');
    resumed.type('y\r');
    expect(await resumed.ended, resumed.screen()).toBe(0);
    const text = resumed.screen();
    const places = ['continues as', 'goal  ', 'so far  ', 'step  ', 'This needs your yes', '✓ yes to rm old.txt'].map((part) =>
      text.indexOf(part),
    );
    expect(places, text).toEqual(places.toSorted((a, b) => a - b));
    expect(places, text).not.toContain(-1);
  });

  test('continues also where a second Ctrl+C stopped it before its end', async () => {
    await using server = await silentServer();
    const home = newHome();
    const running = startArtoo([...at(server), goal], { at: home });
    await server.reached();
    running.process.kill('SIGINT');
    running.process.kill('SIGINT');
    await running.ended;
    server.speak();
    const resumed = await artoo(['resume', ...at(server)], home);
    expect(resumed, resumed.err).toMatchObject({ code: 0, out: 'hello.txt is written.\n' });
    expect(readFileSync(join(home.cwd, 'hello.txt'), 'utf8')).toBe('hello, friend\n');
  });
});

describe('artoo resume --drop', () => {
  test('ends a task that was stopped: its journal and its undo stay, and nothing mentions or resumes it', async () => {
    await using server = await silentServer();
    const home = newHome();
    const running = startArtoo([...at(server), goal], { at: home });
    await server.reached();
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143 });
    const [task] = tasksIn(home);
    expect(await artoo(['resume', '--drop'], home)).toMatchObject({ code: 64, err: expect.stringContaining('needs a task') });
    const dropped = await artoo(['resume', '--drop', short(task)], home);
    expect(dropped).toMatchObject({ code: 0, err: expect.stringMatching(/^Dropped\.[\s\S]*artoo undo \w{8}\n$/) });
    expect(await artoo(['resume', ...at(server)], home)).toMatchObject({ code: 64 });
    expect(await artoo(['resume', 'last', ...at(server)], home)).toMatchObject({
      code: 64,
      err: expect.stringContaining('was dropped'),
    });
    expect((await artoo(['log', 'last'], home)).out).toContain('It was dropped');
    expect((await artoo(['log', '--state', 'unfinished'], home)).out).toContain('No task');
    expect((await artoo(['log', '--state', 'dropped'], home)).out).toContain(`  ${short(task)}  `);
    expect(await artoo(['undo', '--yes'], home)).toMatchObject({ code: 0 });
    expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(false);
  });

  test('ends a damaged one, too, and refuses one that has ended or is running', async () => {
    await using server = await startGreeting();
    const home = newHome();
    expect(await artoo(['--quiet', ...at(server), goal], home)).toMatchObject({ code: 0 });
    const [task = expect.fail('there is no task')] = tasksIn(home);
    expect(await artoo(['resume', '--drop', 'last'], home)).toMatchObject({
      code: 64,
      err: expect.stringContaining('nothing to drop'),
    });
    const lines = readFileSync(pathOf(home, task), 'utf8').split('\n');
    writeFileSync(pathOf(home, task), [...lines.slice(0, 6), 'garbage', ''].join('\n'));
    expect(await artoo(['resume', '--drop', 'last'], home)).toMatchObject({ code: 0 });
    expect((await artoo(['log'], home)).out).toContain('dropped unreadable');
    expect((await artoo(['log', 'last'], home)).out).toContain('It was dropped');
    appendFileSync(pathOf(home, task), 'more garbage\n');
    expect(await artoo(['resume', ...at(server)], home)).toMatchObject({ code: 64 });
  });
});

describe('artoo -c', () => {
  const talk = (output: string) => (asked: Asked) => {
    const said = { R1: { slug: 'talk', intent: 'Talk.', kind: 'conversation' }, R2: { answer: output } };
    return { text: JSON.stringify(said[asked.role as 'R1' | 'R2']) };
  };

  test("follows up this folder's last task: R1 sees what was asked and answered before", async () => {
    const said = ['Hello.', '你好。', '再见。'];
    let task = -1;
    await using server = await startGreeting((asked) => {
      if (asked.role === 'R1') task += 1;
      return talk(said[task] ?? '')(asked);
    });
    const home = newHome();
    expect(await artoo([...at(server), '--quiet', 'Say hello.'], home)).toMatchObject({ out: 'Hello.\n' });
    expect(await artoo([...at(server), '-c', 'in Chinese, please'], home)).toMatchObject({
      out: '你好。\n',
      err: expect.stringMatching(/this follows up "Say hello\." \([0-9a-v]{8}\)/),
    });
    expect(await artoo([...at(server), '--quiet', '--continue', 'and goodbye'], home)).toMatchObject({ out: '再见。\n' });
    const shown = server.requests.filter(({ role }) => role === 'R1').map(({ turns }) => turns.map(({ text }) => text).join('\n'));
    expect(shown[0]).not.toContain('earlier_input');
    expect(shown[1]).toMatch(/Say hello\.[\s\S]*Hello\.[\s\S]*in Chinese, please/);
    expect(shown[2]).toMatch(/Say hello\.[\s\S]*Hello\.[\s\S]*in Chinese, please[\s\S]*你好。[\s\S]*and goodbye/);
  });

  test('says where there is nothing to follow up, before a model is asked', async () => {
    await using server = await startGreeting();
    const { code, err } = await artoo([...at(server), '-c', 'and then?'], newHome());
    expect({ code, asked: server.requests.length }).toEqual({ code: 64, asked: 0 });
    expect(err).toContain('to follow up');
  });
});
