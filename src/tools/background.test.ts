/** What runs in the background of a task: real servers and watchers, inside real walls. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { users } from '../../test/support/contained.ts';
import { lawful, sharedLawful } from '../../test/support/lawful.ts';
import { madeUpOutside } from '../../test/support/made-up-outside.ts';
import { isProof } from '../../test/support/sample.ts';
import { newMachine } from '../../test/support/under-law.ts';

/**
 * Listens at each of the given addresses, at the last one only after a delay. Sends the first message, as mail servers do, and counts what it
 * receives. Ignores SIGTERM.
 */
const listener = `
const { createServer } = require('node:net');
process.on('SIGTERM', () => {});
const serve = (socket) => {
  let count = 0;
  socket.write('hello\\n');
  socket.on('data', (data) => { count += data.length; });
  socket.on('end', () => socket.end(String(count) + '\\n'));
};
const listen = (place) => createServer({ allowHalfOpen: true }, serve).listen(Number(place.split('/')[1]), place.split('/')[0]);
const places = process.argv.slice(2);
setTimeout(listen, 500, places.pop());
places.forEach(listen);
`;

/** Prints when it sees a file, and then writes another. */
const watcher = `
const { readdirSync, writeFileSync } = require('node:fs');
console.log('watching');
const timer = setInterval(() => {
  if (!readdirSync('.').includes('asked')) return;
  clearInterval(timer);
  writeFileSync('made.txt', 'x');
  console.log('seen');
  setInterval(() => {}, 1000);
}, 20);
`;

/** Prints what happens to the files in a folder, as reported by the kernel. */
const notified = `
const { existsSync, readFileSync, watch } = require('node:fs');
watch('src', (_, name) => {
  if (name.startsWith('.')) return;
  if (name.endsWith('.ts')) console.log(name + ' ' + (existsSync('src/' + name) ? readFileSync('src/' + name, 'utf8') : 'is gone'));
});
console.log('watching');
`;

const files = { 'project/listen.cjs': listener, 'project/watch.cjs': watcher };
const watched = { 'project/notified.cjs': notified, 'project/src/a.ts': 'one', 'project/src/b.ts': 'two' };
type Tools = ReturnType<typeof lawful>;

/** The calls of one task, which ends when the test does. */
function taskIn({ call, assembled }: Tools, task_id = crypto.randomUUID()) {
  onTestFinished(() => assembled.background.taskEnded(task_id));
  const more = { task_id };
  return {
    start: (command: string, rest: Parameters<Tools['call']>[2] = {}) => call('shell', { command, background: true }, { ...more, ...rest }),
    run: (command: string, rest: Parameters<Tools['call']>[2] = {}) => call('shell', { command }, { ...more, ...rest }),
    background: ({ id, stop = false }: { id?: string | undefined; stop?: boolean } = {}) =>
      call('background', { stop, ...(id === undefined ? {} : { id }) }, more),
    end: () => assembled.background.taskEnded(task_id),
  };
}

const server = (port: number) => `python3 -m http.server ${port} --bind 127.0.0.1`;
/** Prints whether something listens on the port, and always succeeds. */
const isThere = (port: number) => `(exec 9<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo there || echo gone`;

describe('what runs in the background', () => {
  const shared = sharedLawful(files, { deny: ['shell(ruby*)'], ask: ['shell(tail*)'] });

  test('answers the commands of its task until it is stopped, and the commands of no other', async () => {
    const [task, other] = [taskIn(shared()), taskIn(shared())];
    const started = await task.start(server(8765));
    const id = started.background?.id;
    expect(started).toMatchObject({
      ok: true,
      output: `started in the background as ${id}: it listens on port 8765, where this task's calls can reach it, but the person's own programs, such as a browser, cannot\n`,
      background: { ports: [8765] },
    });
    expect(await task.run('curl -sS http://127.0.0.1:8765/notes.txt')).toMatchObject({ ok: true, output: 'one\ntwo\n' });
    expect((await other.run(isThere(8765))).output).toMatch(/^gone\n/);
    expect(await task.background()).toMatchObject({
      output: expect.stringMatching(/^bg-\d+: python3 .* \(has been running for [\d.]+ s, listens on port 8765\)$/),
      started: server(8765),
    });
    expect(await other.background()).toMatchObject({ output: 'Nothing runs in the background.', started: '' });
    const stopped = await task.background({ id, stop: true });
    expect(stopped).toMatchObject({
      ok: true,
      started: server(8765),
      output: expect.stringMatching(/was stopped after [\d.]+ s\)\n[\s\S]*GET \/notes.txt/),
    });
    expect((await task.run(isThere(8765))).output).toMatch(/^gone\n/);
  });

  test.runIf(isProof)(
    'is reached at all addresses of IPv4 and IPv6, also late; what it says first and what is sent at length arrive whole',
    async () => {
      const { start, run, background } = taskIn(shared());
      const { background: up } = await start('node listen.cjs 0.0.0.0/7001 ::/7002 127.0.0.1/7003 ::1/7004');
      await expect.poll(async () => (await background()).output, { timeout: 10_000 }).toMatch(/listens on ports 7001, 7002, 7003, 7004\)$/);
      const line = `head -c 3000000 /dev/zero | python3 -c "
import socket, sys
for port in (7001, 7002, 7003, 7004):
    s = socket.create_connection(('127.0.0.1', port)); first = s.recv(6)
    if port == 7001: s.sendall(sys.stdin.buffer.read())
    s.shutdown(socket.SHUT_WR); print(first, s.makefile().read().strip())"`;
      expect((await run(line)).output).toBe(`b'hello\\n' 3000000\n${"b'hello\\n' 0\n".repeat(3)}`);
      expect((await background({ id: up?.id, stop: true })).output).toMatch(/was stopped/);
    },
  );

  test('is heard since the last look; what it writes is dropped and named', async () => {
    const { start, background } = taskIn(shared());
    const { cwd } = shared();
    const { output, background: up } = await start('node watch.cjs');
    expect(output).toMatch(/it is running, but is not listening on a port yet\nwatching\n$/);
    expect((await background({ id: up?.id })).output).toMatch(/\(nothing printed since the last look\)\n$/);
    writeFileSync(join(cwd, 'asked'), '');
    await expect.poll(async () => (await background({ id: up?.id })).output, { timeout: 10_000 }).toMatch(/\)\nseen\n$/);
    const stopped = await background({ id: up?.id, stop: true });
    expect(stopped.output).toContain(`[artoo: what it wrote was discarded: ${join(cwd, 'made.txt')}]`);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
  });

  test('obeys rules about its line: what is forbidden does not start, what is asked about starts with a yes to just that', async () => {
    const { start, run, background } = taskIn(shared());
    expect((await start('ruby server.rb')).harm).toMatchObject({ denied: 'shell(ruby*)' });
    const line = 'tail -n 1 notes.txt && sleep 1000';
    const asked = await start(line);
    expect(asked.harm).toMatchObject({
      reason: 'it would run in the background, and the rule shell(tail*) says to ask',
      rule: null,
      effects: [],
    });
    expect((await background()).output).toBe('Nothing runs in the background.');
    const approved = asked.harm?.hash ?? '';
    expect((await run('tail -n 1 notes.txt', { approved })).harm).toBeDefined(); // the approval does not cover another line
    expect(await start(line, { approved })).toMatchObject({ ok: true });
  });

  const deaths = [
    [
      'dies at once',
      'echo why >&2; exit 3',
      { class: 'failed', message: 'it did not stay in the background: it ended with exit code 3' },
      3,
    ],
    ['is not there', 'no-such-server', { class: 'missing_program', message: expect.stringContaining('exit code 127') }, 127],
    ['backgrounds itself', 'sleep 99 & printf x', { class: 'failed', message: expect.stringContaining('leave out a final &') }, 0],
  ] as const;
  test.each(isProof ? deaths : deaths.slice(0, 1))('%s: a failure with its output', async (_, command, error, exit_code) => {
    const { start, background } = taskIn(shared());
    expect(await start(command)).toMatchObject({ ok: false, error, exit_code, output: expect.stringMatching(/why|not found|x/) });
    expect((await background()).output).toContain(`ended with exit code ${exit_code} after`);
  });

  test.runIf(isProof)('is neither ended by a flood of what it prints nor kept whole', async () => {
    const { start, background } = taskIn(shared());
    const { background: up } = await start('exec seq 1 1000000000');
    await expect.poll(async () => (await background({ id: up?.id })).output, { timeout: 10_000 }).toMatch(/\d{6}\n/);
    const { output } = await background({ id: up?.id, stop: true });
    expect(output.length).toBeLessThan(1_100_000);
    expect(output).toMatch(/was stopped/);
  });

  test('that is not there is reported, with what to do', async () => {
    const { background } = taskIn(shared());
    const message = expect.stringMatching(/^bg-7000 is not running: .*start it again with shell and background: true/);
    expect(await background({ id: 'bg-7000' })).toMatchObject({ error: { class: 'not_found', message } });
    expect(await background({ stop: true })).toMatchObject({ error: { class: 'invalid_input' } });
  });

  test('cannot be started here, and an error says so', async () => {
    const { call } = shared();
    const message = expect.stringContaining('shell starts commands, with background: true');
    expect(await call('background', { command: 'sleep 1000' })).toMatchObject({ ok: false, error: { class: 'invalid_input', message } });
  });

  test.runIf(isProof)('has at most eight processes, and ends with the task', async () => {
    const { start, background, end } = taskIn(shared());
    const started = await Promise.all(Array.from({ length: 9 }, () => start('printf up; exec sleep 1000')));
    expect(started.filter(({ ok }) => ok)).toHaveLength(8);
    expect(started.find(({ ok }) => !ok)?.error?.message).toContain('Stop one with background { id, stop: true }');
    await end();
    expect((await background()).output).toBe('Nothing runs in the background.');
  });

  test.runIf(isProof)('is stopped where it forks without end', async () => {
    const { start, background } = taskIn(shared());
    await start('printf forking; f() { f | f & wait; }; f');
    await expect.poll(async () => (await background()).output, { timeout: 20_000 }).toMatch(/was stopped: it started too many processes/);
  });
});

test.runIf(isProof)('what the person keeps outlives its task and is reached by the next; all else ends with its task', async () => {
  const tools = lawful(files);
  const [first, next] = [taskIn(tools), taskIn(tools)];
  onTestFinished(() => tools.assembled.background[Symbol.asyncDispose]());
  await first.start('node listen.cjs 127.0.0.1/7001 127.0.0.1/7002');
  const [kept] = tools.assembled.background.running();
  tools.assembled.background.keep(kept?.task_id ?? '');
  await first.start('echo up; exec sleep 1000');
  await first.end();
  expect(tools.assembled.background.running()).toEqual([kept]);
  expect((await next.run(isThere(7001))).output).toBe('there\n');
  expect((await next.background()).output).toContain('node listen.cjs');
});

test.runIf(isProof)('of the network it reaches what a rule allows, and is told why nothing else; nothing is asked', async () => {
  const far = createServer((_, response) => response.end('far\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void far.close());
  await once(far, 'listening');
  const address = ['93.184.215.14'];
  const { outside, left } = madeUpOutside({ 'a.example': address, 'b.example': address }, () => (far.address() as AddressInfo).port); // the server listens on a port
  const { call, assembled } = lawful({}, { allow: ['net(a.example)'] }, outside);
  onTestFinished(() => assembled.background.taskEnded('task'));
  const command = 'curl -sS http://a.example/; curl -sS http://b.example/; sleep 1000';
  const { output } = await call('shell', { command, background: true, network: true });
  let printed = output;
  await expect
    .poll(async () => (printed += (await call('background', { id: 'bg-1' })).output), { timeout: 10_000 })
    .toContain('nothing is asked');
  expect(printed).toMatch(
    /far\n[\s\S]*artoo: it wants to reach b\.example, and nothing can be asked in the background; a rule net\(b\.example\) would allow it/,
  );
  expect(left.join('\n')).not.toContain('b.example');
});

describe.runIf(isProof).each(users)('for %s', (user) => {
  test('a server is reached, and ends with the stop', async () => {
    const machine = newMachine(user, { files: { 'project/notes.txt': 'one\n' } });
    const { result } = await machine.call('shell', { command: server(8765), background: true });
    expect(result.background?.ports).toEqual([8765]);
    expect((await machine.shell('curl -sS http://127.0.0.1:8765/notes.txt')).result.output).toBe('one\n');
    await machine.write('new.txt', 'two\n');
    await machine.shell('printf three > new.txt');
    expect((await machine.shell('curl -sS http://127.0.0.1:8765/new.txt')).result.output).toBe('three');
    const stopped = await machine.call('background', { id: result.background?.id, stop: true });
    expect(stopped.result.output).toMatch(/was stopped/);
  });
});

test('what is applied while it runs is noticed by a watcher, and is not among what it wrote itself', async () => {
  const { call, assembled } = lawful(watched, { allow: ['write(./**)'] });
  onTestFinished(() => assembled.background.taskEnded('task'));
  const told = async (more: object = {}) => (await call('background', { id: 'bg-1', ...more })).output;
  expect((await call('shell', { command: 'node notified.cjs', background: true })).output).toContain('watching');
  await call('edit_file', { path: 'src/a.ts', old: 'one', new: 'edited' });
  await call('write_file', { path: 'src/new.ts', content: 'made' });
  await call('shell', { command: 'printf again > src/new.ts && mkdir -p src/deep && printf deep > src/deep/c.ts' });
  let printed = '';
  const heard = expect.poll(async () => (printed += await told()), { timeout: 10_000 });
  await heard.toMatch(/a\.ts edited[\s\S]*new\.ts made[\s\S]*new\.ts again/);
  await call('shell', { command: 'rm src/new.ts' });
  await expect.poll(async () => (printed += await told()), { timeout: 10_000 }).toContain('new.ts is gone');
  const stopped = await told({ stop: true });
  expect(stopped).toContain('was stopped');
  expect(stopped).not.toContain('dropped');
});

test('it ends with artoo, also where that is killed', async () => {
  const { root, node } = inject('readable');
  const { home, cwd, workspace, data } = lawful();
  const child = spawn(node, [join(root, 'test/support/children/under-law.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const mark = `${process.pid}.${Date.now() % 1_000_000}`;
  const input = { command: `echo up; exec sleep 1${mark}`, background: true };
  const env = { PATH: process.env.PATH };
  child.stdin.write(`${JSON.stringify({ home, data, env, task: 'task', allow: [], cwd, workspace, tool: 'shell', input })}\n`);
  const [told] = await once(createInterface({ input: child.stdout }), 'line');
  expect(JSON.parse(told)).toMatchObject({ ok: true });
  expect(running(`sleep\u00001${mark}`)).toHaveLength(1);
  child.kill('SIGKILL');
  await expect.poll(() => running(`sleep\u00001${mark}`), { timeout: 10_000 }).toEqual([]);
});

const running = (line: string): readonly string[] => readdirSync('/proc').filter((id) => /^\d+$/.test(id) && lineOf(id).startsWith(line));

function lineOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
