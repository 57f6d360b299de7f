/** What runs in the background of a task: real servers and watchers, in real walls. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lawful } from '../../test/support/lawful.ts';
import { isProof } from '../../test/support/sample.ts';

function tools(files: Parameters<typeof lawful>[0] = {}, rules: Parameters<typeof lawful>[1] = {}) {
  const made = lawful(files, rules);
  onTestFinished(() => made.furniture.background[Symbol.asyncDispose]());
  return {
    ...made,
    start: (command: string, more: Parameters<typeof made.call>[2] = {}) => made.call('shell', { command, background: true }, more),
    background: (input: { id?: string; stop?: boolean } = {}, more: Parameters<typeof made.call>[2] = {}) =>
      made.call('background', input, more),
  };
}

const server = 'python3 -m http.server 8765 --bind 127.0.0.1';
const get = (port: number) => `curl -sS --max-time 5 http://127.0.0.1:${port}/notes.txt`;
/** Says whether it is there, and succeeds. */
const isThere = (port: number) => `(exec 9<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo there || echo gone`;

test('a server answers the commands of its task until it is stopped, and the commands of no other', async () => {
  const { start, run, background } = tools();
  expect(await start(server)).toMatchObject({ ok: true, output: expect.stringContaining('as bg-1: it listens on port 8765\n') });
  expect(await run(get(8765))).toMatchObject({ ok: true, output: 'one\ntwo\n' });
  expect((await run(isThere(8765), { task_id: 'another' })).output).toMatch(/^gone\n/);
  expect((await background()).output).toMatch(/^bg-1: python3 .* \(has been running for [\d.]+ s, listens on port 8765\)$/);
  expect((await background({}, { task_id: 'another' })).output).toBe('Nothing runs in the background.');
  const stopped = await background({ id: 'bg-1', stop: true });
  expect(stopped).toMatchObject({ ok: true, output: expect.stringMatching(/was stopped after [\d.]+ s\)\n[\s\S]*GET \/notes.txt/) });
  expect((await run(isThere(8765))).output).toMatch(/^gone\n/);
});

/** Speaks first, as servers of mail do, and counts what it is told until the other side ends. */
const speaker = `
const { createServer } = require('node:net');
const server = createServer({ allowHalfOpen: true }, (socket) => {
  let count = 0;
  socket.write('hello\\n');
  socket.on('data', (data) => { count += data.length; });
  socket.on('end', () => socket.end(String(count) + '\\n'));
});
process.on('SIGTERM', () => console.log('no'));
const [host, port] = process.argv.slice(2);
setTimeout(() => server.listen(Number(port), host, () => console.log('up')), port === '7003' ? 600 : 0);
`;

test('what listens on all addresses, of IPv4 or IPv6, or late, is reached; what a server says first and what is sent at length arrive whole', async () => {
  const { start, run, background } = tools({ 'project/speak.cjs': speaker });
  for (const [host, port] of Object.entries({ '0.0.0.0': 7001, '::': 7002, '::1': 7003 }))
    expect(await start(`node speak.cjs ${host} ${port}`)).toMatchObject({
      ok: true,
      output: expect.stringContaining(`it listens on port ${port}\n`),
    });
  const told = `head -c 3000000 /dev/zero | python3 -c "
import socket, sys
for port in (7001, 7002, 7003):
    s = socket.create_connection(('127.0.0.1', port)); first = s.recv(6)
    if port == 7001: s.sendall(sys.stdin.buffer.read())
    s.shutdown(socket.SHUT_WR); print(port, first, s.makefile().read().strip())"`;
  expect((await run(told)).output).toBe("7001 b'hello\\n' 3000000\n7002 b'hello\\n' 0\n7003 b'hello\\n' 0\n");
  const stopped = await background({ id: 'bg-1', stop: true }); // which ignores SIGTERM
  expect(stopped.output).toMatch(/was stopped/);
});

test('a watcher is heard since the last look; what it writes is dropped and named', async () => {
  const watcher = `
const { readdirSync, writeFileSync } = require('node:fs');
console.log('watching');
setInterval(() => {
  if (!readdirSync('.').includes('asked')) return;
  writeFileSync('made.txt', 'x');
  console.log('seen');
}, 20);
`;
  const { start, background, cwd } = tools({ 'project/watch.cjs': watcher });
  expect(await start('node watch.cjs')).toMatchObject({ ok: true, output: expect.stringMatching(/listens on no port yet\nwatching\n$/) });
  expect((await background({ id: 'bg-1' })).output).toMatch(/\(nothing printed since the last look\)\n$/);
  writeFileSync(join(cwd, 'asked'), '');
  let heard = '';
  await expect.poll(async () => (heard += (await background({ id: 'bg-1' })).output), { timeout: 10_000 }).toContain('seen\n');
  const stopped = await background({ id: 'bg-1', stop: true });
  expect(stopped.output).toContain(`[artoo: what it wrote is dropped: ${join(cwd, 'made.txt')}]`);
  expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
});

describe('what does not stay', () => {
  test.each([
    [
      'dies at once',
      'echo why >&2; exit 3',
      { class: 'failed', message: 'it did not stay in the background: it ended with exit code 3' },
      3,
      'why\n',
    ],
    ['is not there', 'no-such-server', { class: 'missing_program', message: expect.stringContaining('exit code 127') }, 127, 'not found'],
    [
      'puts itself into the background',
      `${server} & echo done`,
      { class: 'failed', message: expect.stringContaining('leave out a final &') },
      0,
      'done\n',
    ],
  ])('%s: a failure with its output', async (_, command, error, exit_code, printed) => {
    const { start, background } = tools();
    expect(await start(command)).toMatchObject({ ok: false, error, exit_code, output: expect.stringContaining(printed) });
    expect((await background()).output).toContain(`ended with exit code ${exit_code} after`);
  });
});

test('a flood of output neither ends it nor fills the memory; the last of it is kept', async () => {
  const { start, background } = tools();
  expect(await start('exec seq 1 100000000')).toMatchObject({ ok: true });
  await expect.poll(async () => (await background({ id: 'bg-1' })).output.length, { timeout: 10_000 }).toBeGreaterThan(100_000);
  const { output } = await background({ id: 'bg-1', stop: true });
  expect(output.length).toBeLessThan(1_100_000);
  expect(output).toMatch(/was stopped/);
});

test('rules about the line count: what is forbidden does not start, what is to be asked about starts with a yes to just that', async () => {
  const { start, run, background } = tools({}, { deny: ['shell(python3*)'], ask: ['shell(sleep*)'] });
  expect((await start(server)).harm).toMatchObject({ denied: 'shell(python3*)' });
  const asked = await start('sleep 1000');
  expect(asked.harm).toMatchObject({ reason: 'it would run in the background, and a rule says to ask', rule: null, effects: [] });
  expect((await background()).output).toBe('Nothing runs in the background.');
  const approved = asked.harm?.hash ?? '';
  expect((await run('sleep 0', { approved })).harm).toBeDefined(); // not a yes to anything else
  expect(await start('sleep 1000', { approved })).toMatchObject({ ok: true });
});

test('what is not there is said, with what to do; a ninth is refused; the task ends all', async () => {
  const { start, background, furniture } = tools();
  expect(await background({ id: 'bg-7' })).toMatchObject({
    error: { class: 'not_found', message: expect.stringMatching(/^bg-7 does not run: .*start it again with shell and background: true/) },
  });
  expect(await background({ stop: true })).toMatchObject({ error: { class: 'invalid_input' } });
  const started = await Promise.all(Array.from({ length: 9 }, () => start('echo $PPID; exec sleep 1000')));
  expect(started.filter(({ ok }) => ok)).toHaveLength(8);
  expect(started.find(({ ok }) => !ok)?.error?.message).toContain('Stop one with background { id, stop: true }');
  await furniture.background.taskEnded('task');
  expect(furniture.background.running()).toEqual([]);
  expect((await background()).output).toBe('Nothing runs in the background.');
});

test.runIf(isProof)('a fork without end is stopped by the limit on processes, and told', async () => {
  const { start, background } = tools();
  await start('echo forking; f() { f | f & wait; }; f');
  await expect.poll(async () => (await background()).output, { timeout: 20_000 }).toMatch(/was stopped: it started too many processes/);
});
