import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../test/support/provider-server.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

/** Everything that is found if only Ollama is up, with these models. */
async function examined(models: readonly string[]): Promise<readonly Finding[]> {
  const server = await startProvider({ answer: () => ({ text: '' }), models });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const [port, silentPort] = [Number(new URL(server.url).port), 1];
  const checks: Finding[] = [];
  const found = examine({
    flags: {},
    env: { ARTOO_DATA_DIR: scratch() },
    cwd: scratch(),
    home: scratch(),
    signal: new AbortController().signal,
    nodeVersion: '20.0.0',
    containment: () => Promise.reject(new Error('there are no walls')),
    local: { ports: { ollama: port, lmstudio: silentPort, llamacpp: silentPort }, timeoutMs: 30_000 },
  });
  for await (const check of found) checks.push(check);
  return checks;
}

const find = (checks: readonly Finding[], wanted: string): Finding | undefined => checks.find(({ name }) => name === wanted);

test('without a configured model, the local server that is up is the way forward', async () => {
  const checks = await examined(['qwen3:8b', 'gemma3']);
  expect(find(checks, 'model')).toMatchObject({ state: 'failed', hint: expect.stringContaining('artoo --model ollama:qwen3:8b') });
  expect(find(checks, 'local servers')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^ollama at .*qwen3:8b, gemma3$/) });
});

test('a local server without models is found, but is not a way forward', async () => {
  const checks = await examined([]);
  expect(find(checks, 'model')?.hint).toContain('OPENAI_API_KEY');
  expect(find(checks, 'local servers')?.detail).toMatch(/^ollama .* no models$/);
});

test('the order is always the same, and a failure stops nothing', async () => {
  const checks = await examined(['qwen3:8b']);
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'data folder',
    'git',
    'containment',
    'network',
    'memory',
    'auditor',
    'configuration',
    'model',
    'local servers',
  ]);
  expect(checks[0]).toMatchObject({ state: 'failed' });
  expect(checks[3]).toMatchObject({ state: 'warning', detail: 'there are no walls' });
});
