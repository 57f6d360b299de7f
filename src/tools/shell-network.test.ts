/**
 * The network of a command: it is granted by host, through the proxy behind the door of its walls. The other machines are simulated; the walls are
 * real.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lawful } from '../../test/support/lawful.ts';
import { madeUpOutside } from '../../test/support/made-up-outside.ts';
import { isProof } from '../../test/support/sample.ts';
import type { ToolResult } from './tool.ts';

const address = ['93.184.215.14'];
const names = { 'a.example': address, 'b.example': address, 'c.example': address };

/** A server that answers `hello` to every request, the requests that it received, and tools for which it is every other machine. */
async function within(rules: Parameters<typeof lawful>[1] = {}) {
  const heard: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    heard.push(`${request.method} ${request.headers.host}${request.url}`);
    response.end('hello\n');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { outside, left } = madeUpOutside(names, () => (server.address() as AddressInfo).port); // the server listens on a port
  const tools = lawful({}, rules, outside);
  /** The next call, with approval of what the previous call asked. */
  const yes = (command: string, { harm }: ToolResult, more: Parameters<typeof tools.run>[1] = {}) =>
    tools.run(command, { approved: harm?.hash ?? '', network: harm?.network === true, ...more });
  return { ...tools, yes, heard, left };
}

const get = (...hosts: readonly string[]) => hosts.map((host) => `curl -sS http://${host}/x`).join(' && ');

test('a host without a rule is asked about while the command waits, and continues with the yes; nothing leaves before', async () => {
  const { run, yes, heard, left, lookUp } = await within();
  const asked = await run(get('a.example'));
  expect(asked.harm).toMatchObject({
    ...{ network: true, host: 'a.example', effects: [], rule: 'net(a.example)' },
    reason: 'it wants to reach a.example',
  });
  expect([heard, left]).toEqual([[], []]);
  const done = await yes(get('a.example'), asked, { key: 'granted' });
  expect(done).toMatchObject({
    ok: true,
    output: expect.stringMatching(/^hello\n\n\[artoo: it reached a\.example \(\d+ B sent, \d+ B received\)\]$/),
  });
  expect(heard).toEqual(['GET a.example/x']);
  expect(await lookUp('shell', { command: get('a.example') }, { key: 'granted' })).toBe('unknown'); // the call is marked, but it changed nothing on this machine
});

test('hosts are asked about one after another, each for this command alone', async () => {
  const { run, yes, heard } = await within();
  const line = get('a.example', 'b.example', 'a.example');
  const first = await run(line);
  const second = await yes(line, first);
  expect([first.harm?.host, second.harm?.host]).toEqual(['a.example', 'b.example']);
  expect(await yes(line, second)).toMatchObject({ ok: true });
  expect(heard).toEqual(['GET a.example/x', 'GET b.example/x', 'GET a.example/x']);
  expect((await run(line)).harm?.host).toBe('a.example');
});

test('a rule answers beforehand, and only for hosts that it names', async () => {
  const { run, heard } = await within({ allow: ['net(a.example)'], deny: ['net(b.example)'] });
  expect(await run(get('a.example'))).toMatchObject({ ok: true });
  const refused = await run(`${get('b.example')}; true`);
  expect(refused.output).toMatch(/^artoo: the rule net\(b\.example\) forbids it\n[\s\S]*could not reach b\.example: the rule/);
  expect((await run(get('c.example'))).harm?.rule).toBe('net(c.example)');
  expect(heard).toEqual(['GET a.example/x']);
});

test.runIf(isProof)('a rule that allows the line does not give it a host', async () => {
  const { run, left } = await within({ allow: [`shell(${get('a.example')})`] });
  expect((await run(get('a.example'))).harm?.host).toBe('a.example');
  expect(left).toEqual([]);
});

test('a line that did not ask for the network is run again if it failed because it had none', async () => {
  const { run, yes, heard } = await within();
  const line = `bash -c 'c=curl; $c -sS http://a.example/x'`;
  const asked = await run(line);
  expect(asked.harm?.host).toBe('a.example');
  expect(await yes(line, asked)).toMatchObject({ ok: true, output: expect.stringMatching(/^hello\n/) });
  expect(heard).toHaveLength(1);
});

test.runIf(isProof)('a line that succeeds without it is only noted', async () => {
  const result = await (await within()).run('exec 9<>/dev/udp/9.9.9.9/53 || true');
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('tried to reach the network, which is off') });
});

test('what it changes is asked about after it ran, and not sent twice', async () => {
  const { cwd, run, yes, heard } = await within();
  const line = `curl -sS http://a.example/x > notes.txt`;
  const changed = await yes(line, await run(line));
  expect(changed.harm).toMatchObject({ network: false, effects: [{ change: 'changed' }] });
  expect(await yes(line, changed, { network: true })).toMatchObject({ ok: true });
  expect([readFileSync(join(cwd, 'notes.txt'), 'utf8'), heard]).toEqual(['hello\n', ['GET a.example/x']]);
});

/** What a command prints after the approval: everything, if it had to be run again. */
async function printedAfter(yes: Awaited<ReturnType<typeof within>>['yes'], line: string, asked: ToolResult): Promise<string> {
  const printed: string[] = [];
  const onOutput = (text: string) => void printed.push(text);
  expect(await yes(line, asked, { onOutput })).toMatchObject({ ok: true });
  return printed.join('');
}

describe('a run that waits', () => {
  test('ends when the sub-task continues without it, and nothing of it is applied', async () => {
    const { run, yes, tree, left } = await within();
    const before = tree();
    const line = `echo begun; ${get('a.example')}; touch after`;
    const asked = await run(line);
    await run('true');
    expect([tree(), left]).toEqual([before, []]);
    expect(await printedAfter(yes, line, asked)).toBe('begun\nhello\n');
  });

  test.each([
    ['its question', (hash: string) => ({ task_id: 'task', hash }), false],
    ['its task', () => ({ task_id: 'task' }), false],
    ['not another task', () => ({ task_id: 'other' }), true],
    ['not another question', () => ({ task_id: 'task', hash: 'other' }), true],
  ])('ends with %s', async (_, over, goesOn) => {
    const { run, yes, assembled } = await within();
    const line = `echo begun; ${get('a.example')}`;
    const asked = await run(line);
    assembled.drop(over(asked.harm?.hash ?? ''));
    expect(await printedAfter(yes, line, asked)).toBe(goesOn ? 'hello\n' : 'begun\nhello\n');
  });

  test('of another process is gone: if nothing had been sent, it is run again with the yes', async () => {
    const { run, open, cwd, workspace, heard } = await within();
    const line = get('a.example');
    const { harm } = await run(line);
    const later = open().toolbox;
    const again = (approved: string | undefined, key: string) =>
      later.run(
        { tool: 'shell', input: { command: line }, cwd, workspace, approved: approved ?? '', network: true },
        { task_id: 'task', key },
        new AbortController().signal,
      );
    expect(await again(harm?.hash, '1.1.1/R3/8.1')).toMatchObject({ ok: true });
    expect(heard).toHaveLength(1);
  });

  test('that reached a host by a rule and is lost is not repeated by a yes to what it changed', async () => {
    const { run, open, cwd, workspace, heard } = await within({ allow: ['net(a.example)'] });
    const command = 'curl -sS http://a.example/x > notes.txt';
    const { harm } = await run(command);
    expect(harm).toMatchObject({ network: false, effects: [{ change: 'changed' }] });
    const request = { tool: 'shell', input: { command }, cwd, workspace, approved: harm?.hash ?? '' };
    const later = await open().toolbox.run(request, { task_id: 'task', key: '1.1.1/R3/9.1' }, new AbortController().signal);
    expect(later.harm).toMatchObject({ network: true, reason: expect.stringContaining('is lost') });
    expect(heard).toHaveLength(1);
  });

  test.runIf(isProof)('that gave up before the answer came is run again with the answer, if nothing had been sent', async () => {
    const { run, yes, heard } = await within();
    const line = 'curl -sS --max-time 1 http://a.example/x || exit 7';
    const asked = await run(line);
    await new Promise((resolve) => setTimeout(resolve, 4_000)); // curl counts time in real seconds
    expect(await yes(line, asked)).toMatchObject({ ok: true, output: expect.stringMatching(/^hello\n/) });
    expect(heard).toHaveLength(1);
  });

  test.runIf(isProof)('does not use up its time', async () => {
    const { call, heard } = await within();
    const input = { command: get('a.example'), timeout_s: 4 };
    const { harm } = await call('shell', input);
    await new Promise((resolve) => setTimeout(resolve, 4_300)); // longer than the limit of the call, in real time
    expect(await call('shell', input, { approved: harm?.hash ?? '', network: true })).toMatchObject({ ok: true });
    expect(heard).toHaveLength(1);
  });

  test('ends when the tools are closed', async () => {
    const { run, yes, assembled, left } = await within();
    const line = `echo begun; ${get('a.example')}`;
    const asked = await run(line);
    assembled.close();
    expect(left).toEqual([]);
    expect(await printedAfter(yes, line, asked)).toBe('begun\nhello\n');
  });

  test.runIf(isProof)('ends with the call that waits for it', async () => {
    const { run, yes } = await within();
    const line = `${get('a.example')}; sleep 60`;
    const asked = await run(line);
    const cancelled = new AbortController();
    setTimeout(() => cancelled.abort(), 100);
    expect(await yes(line, asked, { signal: cancelled.signal })).toMatchObject({
      ok: false,
      error: { message: 'stopped: it was cancelled' },
    });
  });
});

test('a host to which the person said no is refused to later commands without a question', async () => {
  const { run, left } = await within();
  const result = await run(`${get('a.example')}; true`, { refused: ['reach a.example'] });
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('the person said no to a.example in this task') });
  expect(left).toEqual([]);
});
