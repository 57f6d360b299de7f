import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../test/support/provider-server.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { lookAround } from './look-around.ts';

const signal = new AbortController().signal;
const silentPorts = { ollama: 1, lmstudio: 1, llamacpp: 1 };

test('finds keys by the names of their variables, servers with their models, and the set-up of another agent', async () => {
  const server = await startProvider({ answer: () => ({ text: '' }), models: ['qwen3:8b'] });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const home = scratch();
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex/config.toml'), 'model = "gpt-5.4"\n');
  const env = { ANTHROPIC_API_KEY: 'sk-ant-secret', OPENAI_API_KEY: ' ' };
  const found = await lookAround({ env, home, signal, ports: { ...silentPorts, ollama: Number(new URL(server.url).port) } });
  expect(found).toEqual({
    keys: [{ name: 'anthropic', variable: 'ANTHROPIC_API_KEY' }],
    servers: [{ provider: 'ollama', base_url: `${server.url}/v1`, models: ['qwen3:8b'] }],
    codex: { provider: 'openai', model: 'gpt-5.4' },
  });
  expect(JSON.stringify(found)).not.toContain('secret');
});

test.each([
  ['nothing', () => {}],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a pipe that nobody writes to', (path: string) => void execFileSync('mkfifo', [path])],
  ['bytes', (path: string) => writeFileSync(path, Buffer.alloc(300_000, 0xff))],
])('where the file of another agent is %s, nothing is found', async (_, make) => {
  const home = scratch();
  mkdirSync(join(home, '.codex'));
  make(join(home, '.codex/config.toml'));
  expect(await lookAround({ env: {}, home, signal, ports: silentPorts })).toEqual({ keys: [], servers: [], codex: undefined });
});
