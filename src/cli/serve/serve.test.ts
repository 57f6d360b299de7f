import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { newTerminal, runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { connectDrive, enter } from '../../web/client/connect-drive.ts';
import { serve } from './serve.ts';

const lines = [
  { role: 'R1', answer: { slug: 'greet', intent: 'Say hello.', kind: 'conversation' } },
  { role: 'R2', answer: { answer: 'Hello.' } },
];

/** A server, ended as if by Ctrl+C. */
async function opened(folder: string, args: readonly string[] = []) {
  const cancel = new AbortController();
  const { terminal, out, err } = newTerminal({ cwd: folder, env: { HOME: folder }, cancel: cancel.signal });
  const ended = serve.run(['--data', join(folder, 'data'), '--replay', 'cassette.jsonl', '--workspace', folder, ...args], terminal);
  const end = () => {
    cancel.abort();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  await expect.poll(() => out).toHaveLength(1);
  return { url: new URL(out[0] ?? ''), err, end };
}

/** A server and a client connected to it. */
async function served(folder: string, args: readonly string[] = []) {
  const { url, err, end } = await opened(folder, args);
  const client = connectDrive({ url: url.origin, secret: await enter(url.origin, givenIn(url, 'token')) });
  onTestFinished(() => client.close());
  return { url, err, client, end };
}

function place(): string {
  const folder = scratch();
  writeFileSync(join(folder, 'cassette.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return folder;
}

test('serves this machine alone on a free port, says so once, and ends with Ctrl+C', async () => {
  const folder = place();
  const { url, err, client, end } = await served(folder);
  expect([url.hostname, givenIn(url, 'token').length]).toEqual(['127.0.0.1', 43]);
  expect(err.filter((line) => line.includes('this machine only'))).toHaveLength(1);
  const task = await client.start({ goal: 'Say hello.', cwd: folder });
  expect(await client.result(task)).toMatchObject({ output: 'Hello.' });
  expect(await end()).toBe(0);
  expect(err.at(-1)).toBe('Ended. No task was running.');
  await expect(client.questions(task)).rejects.toMatchObject({ code: 'server_unreachable' });
});

test('at its end it says which tasks were running, and how to continue them', async () => {
  const folder = place();
  const asks = { role: 'R1', answer: { slug: 'greet', intent: 'Say hello.', kind: 'task', question: 'To whom?' } };
  writeFileSync(join(folder, 'cassette.jsonl'), `${JSON.stringify({ ...asks, repeat: true })}\n`);
  const { err, client, end } = await served(folder);
  const tasks: string[] = [];
  const said = async (): Promise<string> => {
    const task = await client.start({ goal: 'Say hello.', cwd: folder });
    tasks.push(task);
    await expect.poll(() => client.questions(task)).toHaveLength(1);
    return task.slice(-8);
  };
  const [first, second] = [await said(), await said()];
  expect(await end()).toBe(0);
  const advised = err.join('\n').match(/artoo resume \S+/g);
  expect(advised?.sort()).toEqual([`artoo resume ${first}`, `artoo resume ${second}`].sort());
  for (const task of tasks) expect(readFileSync(join(folder, 'data', 'tasks', `${task}.jsonl`), 'utf8')).not.toContain('FinalResult');
});

test('a second server of the same data shows the tasks of the first', async () => {
  const folder = place();
  const [first, second] = [await served(folder), await served(folder)];
  const task = await first.client.start({ goal: 'Say hello.', cwd: folder });
  const seen: string[] = [];
  for await (const entry of second.client.entries(task)) seen.push(entry.kind === 'message' ? entry.type : entry.kind);
  expect(seen.at(-1)).toBe('FinalResult');
});

test('the file that takes a browser to the page can be read by this user alone, and is removed', async () => {
  const folder = place();
  const { end } = await served(folder, ['--open']);
  const opening = join(folder, 'data/serve');
  const [file = ''] = readdirSync(opening);
  expect([opening, join(opening, file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  await end();
  expect(readdirSync(opening)).toEqual([]);
});

test.each([
  ['another address without saying so', ['--host', '192.0.2.1', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem']],
  ['another address without TLS', ['--host', '192.0.2.1', '--i-know']],
  ['every address at once, which no browser can name', ['--host', '0.0.0.0', '--i-know', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem']],
  ['the same by another spelling', ['--host', '::', '--i-know', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem']],
  ['another address by a name that begins like ours', ['--host', '127.0.0.1.evil.example', '--i-know']],
  ['a certificate without its key', ['--tls-cert', 'cert.pem']],
  ['a certificate that is not there', ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']],
  ['a port that is none', ['--port', '70000']],
  ['a word', ['now']],
])('is refused: %s', async (title, args) => {
  const cwd = scratch();
  mkdirSync(join(cwd, 'home'));
  if (!title.includes('not there')) for (const file of ['cert.pem', 'key.pem']) writeFileSync(join(cwd, file), '');
  await expect(runHere(serve, args, { cwd, env: { HOME: join(cwd, 'home') } })).rejects.toMatchObject({ code: 'usage' });
  expect(existsSync(join(cwd, 'home/.artoo'))).toBe(false);
});

test('a port that is taken is named', async () => {
  const folder = place();
  const { url } = await served(folder);
  const args = ['--data', join(folder, 'data'), '--replay', 'cassette.jsonl', '--port', url.port];
  await expect(runHere(serve, args, { cwd: folder, env: { HOME: folder } })).rejects.toMatchObject({ code: 'serve_failed' });
});

test('an address that other machines reach is served over TLS alone, and says so', async () => {
  const folder = place();
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const host = outer?.address ?? '127.0.0.1'; // without a network, a machine has no other address
  const made = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=artoo -addext subjectAltName=IP:${host} -keyout key.pem -out cert.pem`;
  execFileSync('openssl', ['req', '-x509', ...made.split(' ')], { cwd: folder, stdio: 'ignore' });
  const { url, err } = await opened(folder, ['--host', host, '--i-know', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem']);
  expect([url.protocol, url.hostname]).toEqual(['https:', host]);
  if (outer) expect(err.join('\n')).toContain('Other machines can reach this port');
  const ca = readFileSync(join(folder, 'cert.pem'));
  const token = JSON.stringify({ token: givenIn(url, 'token') });
  expect(await over(request(new URL('/', url), { ca, agent: false }))).toMatchObject([200, expect.stringContaining('<html')]);
  const entering = { ca, agent: false, method: 'POST', headers: { 'content-type': 'application/json' } };
  expect(await over(request(new URL('/api/enter', url), entering), token)).toMatchObject([200, expect.stringContaining('secret')]);
  await expect(enter(url.origin.replace('https:', 'http:'), 'x')).rejects.toMatchObject({ code: 'server_unreachable' });
});

/** The answer to a request, as its status and its text. */
async function over(asking: ClientRequest, body = ''): Promise<readonly [status: number | undefined, text: string]> {
  asking.end(body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage]; // as Node says
  return [response.statusCode, await text(response)];
}

/** The value of a name in the fragment of a URL. */
const givenIn = (url: URL, name: string): string => new URLSearchParams(url.hash.slice(1)).get(name) ?? '';
