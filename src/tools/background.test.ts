/** What runs in the background of a task: real servers and watchers, in real walls. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lawful } from '../../test/support/lawful.ts';
import type { ToolResult } from './tool.ts';

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

const server = 'python3 -m http.server 8765';
const get = (port: number, host = '127.0.0.1') => `curl -sS --max-time 5 http://${host}:${port}/notes.txt`;

test('a server answers the commands of its task until it is stopped, and the commands of no other', async () => {
  const { start, run, background } = tools();
  expect(await start(server)).toMatchObject({ ok: true, output: expect.stringContaining('as bg-1: it listens on port 8765\n') });
  for (const host of ['127.0.0.1', 'localhost']) expect(await run(get(8765, host))).toMatchObject({ ok: true, output: 'one\ntwo\n' });
  expect((await run(get(8765), { task_id: 'another' })).ok).toBe(false);
  expect((await background()).output).toMatch(
    /^bg-1: python3 -m http\.server 8765 \(has been running for [\d.]+ s, listens on port 8765\)$/,
  );
  const stopped = await background({ id: 'bg-1', stop: true });
  expect(stopped).toMatchObject({ ok: true, output: expect.stringMatching(/was stopped after [\d.]+ s\)\n[\s\S]*GET \/notes.txt/) });
  expect((await run(get(8765))).ok).toBe(false);
});
