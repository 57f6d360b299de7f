import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newTerminal, runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { connectDrive, enter } from '../../web/client/connect-drive.ts';
import { serve } from './serve.ts';

const lines = [
  { role: 'R1', answer: { slug: 'greet', intent: 'Say hello.', kind: 'conversation' } },
  { role: 'R2', answer: { answer: 'Hello.' } },
];

/** A server, ended as Ctrl+C ends it, and a client of it. */
async function served(folder: string, args: readonly string[] = []) {
  const cancel = new AbortController();
  const { terminal, out, err } = newTerminal({ cwd: folder, env: { HOME: folder }, cancel: cancel.signal });
  const ended = serve.run(['--data', join(folder, 'data'), '--replay', 'cassette.jsonl', '--workspace', folder, ...args], terminal);
  const end = () => {
    cancel.abort();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  await expect.poll(() => out).toHaveLength(1);
  const url = new URL(out[0] ?? '');
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
  await expect(client.questions(task)).rejects.toMatchObject({ code: 'server_unreachable' });
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
  expect(readdirSync(opening)).toHaveLength(1);
  await end();
  expect(readdirSync(opening)).toEqual([]);
});

test.each([
  ['another address without saying so', ['--host', '0.0.0.0']],
  ['another address without TLS', ['--host', '0.0.0.0', '--i-know']],
  ['another address by a name that begins like ours', ['--host', '127.0.0.1.evil.example', '--i-know']],
  ['a certificate without its key', ['--tls-cert', 'cert.pem']],
  ['a certificate that is not there', ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']],
  ['a port that is none', ['--port', '70000']],
  ['a word', ['now']],
])('is refused: %s', async (_, args) => {
  const cwd = scratch();
  mkdirSync(join(cwd, 'home'));
  await expect(runHere(serve, args, { cwd, env: { HOME: join(cwd, 'home') } })).rejects.toMatchObject({ code: 'usage' });
  expect(existsSync(join(cwd, 'home/.artoo'))).toBe(false);
});

test('a port that is taken is named', async () => {
  const folder = place();
  const { url } = await served(folder);
  const args = ['--data', join(folder, 'data'), '--replay', 'cassette.jsonl', '--port', url.port];
  await expect(runHere(serve, args, { cwd: folder, env: { HOME: folder } })).rejects.toMatchObject({ code: 'serve_failed' });
});

/** What the fragment of a URL says. */
const givenIn = (url: URL, name: string): string => new URLSearchParams(url.hash.slice(1)).get(name) ?? '';
