import { expect, test } from 'vitest';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { ModelList } from '../../models/endpoints/model-list.ts';
import { providers } from '../../models/endpoints/providers.ts';
import { contextCheck, endpointChecks, type Served } from './endpoint-checks.ts';
import type { Probe } from './tool-call-probe.ts';

const endpoint = {
  protocol: 'openai',
  base_url: 'https://gpu.example/v1',
  model: 'qwen3:8b',
  api_key: 'the-secret-key',
  max_output_tokens: 1000,
  timeout_ms: 1000,
} as const;
const tool: Served = { endpoint, by: ['brain', 'tool'], callsTools: true };
const brain: Served = { ...tool, by: ['brain'], callsTools: false };

const listed: ModelList = { ok: true, models: ['gemma3', 'qwen3:8b'] };
const unlisted: ModelList = { ok: true, models: ['gemma3', 'qwen3:4b'] };
const noList: ModelList = { ok: false, why: 'no_list', error: 'status 404' };
const denied: ModelList = { ok: false, why: 'denied', status: 401, error: 'status 401' };
const nothingThere: ModelList = { ok: false, why: 'unreachable', error: 'nothing listens there' };
const called = (how: 'native' | 'text' | 'not'): Probe => ({ ok: true, called: how, ms: 1234 });
const failing = (code: ErrorCode): Probe => ({ ok: false, code, message: `it is ${code}` });

const all = ['address ok', 'key ok', 'model ok', 'tool call ok'];

const cases: readonly [string, Served, ModelList, Probe, readonly string[]][] = [
  ['all is well', tool, listed, called('native'), all],
  ['calls are printed as text', tool, listed, called('text'), all],
  ['the list leaves the model out', tool, unlisted, called('native'), all],
  ['there is no list', tool, noList, called('native'), all],
  ['the key may not list', tool, denied, called('native'), all],
  ['only the call got through', tool, nothingThere, called('native'), all],
  ['the one who works does not call', tool, listed, called('not'), ['address ok', 'key ok', 'model ok', 'tool call failed']],
  ['the one who plans does not call', brain, listed, called('not'), ['address ok', 'key ok', 'model ok', 'tool call warning']],
  ['nothingThere is there', tool, nothingThere, failing('model_unreachable'), ['address failed']],
  ['nothingThere answers', tool, nothingThere, failing('model_timed_out'), ['address failed']],
  ['the key is refused', tool, denied, failing('model_denied'), ['address ok', 'key failed']],
  ['the key is refused, the list is public', tool, listed, failing('model_denied'), ['address ok', 'key failed', 'model ok']],
  ['the model is not there', tool, unlisted, failing('model_missing'), ['address ok', 'model failed']],
  ['the server lists and then is silent', tool, listed, failing('model_timed_out'), ['address ok', 'model ok', 'tool call failed']],
  ['the server lists and then fails', tool, unlisted, failing('model_unreachable'), ['address ok', 'model warning', 'tool call failed']],
  ['the request is not taken', tool, noList, failing('model_rejected'), ['address ok', 'tool call failed']],
];

test.each(cases)('%s', (_, served, list, probe, expected) => {
  const checks = endpointChecks(served, list, probe);
  expect(checks.map(({ name, state }) => `${name.replace(/^.*: /, '')} ${state}`)).toEqual(expected);
  for (const check of checks) {
    expect(check).toMatchObject({ about: 'model', name: expect.stringContaining(`${served.by.join(', ')}: `) });
    expect(check.hint === undefined).toBe(check.state === 'ok');
    expect(JSON.stringify(check)).not.toContain('secret');
  }
});

test('a model that is not there comes with what could have been meant, and what there is', () => {
  const many: ModelList = { ok: true, models: ['qwen3:4b', ...Array.from({ length: 20 }, (_, at) => `other-${at}`)] };
  const [, model] = endpointChecks(tool, many, failing('model_missing'));
  expect(model?.hint).toMatch(/^Did you mean qwen3:4b\? .*other-3.* 13 more\.$/);
});

test('the address of a known provider is right, so the network is asked about', () => {
  const served = { ...tool, endpoint: { ...endpoint, base_url: providers.openai.base_url } };
  expect(endpointChecks(served, nothingThere, failing('model_unreachable'))[0]?.hint).toBe('Is this machine online?');
});

test('a local server that is not up is named', () => {
  const served = { ...tool, endpoint: { ...endpoint, base_url: providers.ollama.base_url } };
  expect(endpointChecks(served, nothingThere, failing('model_unreachable'))[0]?.hint).toContain('Start ollama');
});

test.each([
  ['read whole', { ok: true, read: 'whole', tokens: 6_000, ms: 10 }, 'ok', undefined],
  ['forgotten', { ok: true, read: 'missed', tokens: 6_000, ms: 10 }, 'warning', 'larger model'],
  ['cut off', { ok: true, read: 'cut', tokens: 4_096, ms: 10 }, 'failed', 'OLLAMA_CONTEXT_LENGTH=65536 ollama serve'],
  [
    'cut off by a server that does not count',
    { ok: true, read: 'cut', tokens: undefined, ms: 10 },
    'failed',
    'OLLAMA_CONTEXT_LENGTH=65536',
  ],
  ['refused', { ok: false, code: 'model_too_small', message: 'too long' }, 'failed', 'OLLAMA_CONTEXT_LENGTH=65536'],
  ['not answered', { ok: false, code: 'model_timed_out', message: 'no answer' }, 'failed', 'model_timeout'],
] as const)('a long prompt that is %s', (_, probe, state, hint) => {
  const finding = contextCheck({ ...tool, provider: 'ollama' }, probe);
  expect(finding.state).toBe(state);
  if (hint === undefined) expect(finding.hint).toBeUndefined();
  else expect(finding.hint).toContain(hint);
});

test.each([
  ['lmstudio', 'LM Studio'],
  ['llamacpp', '-c 65536'],
  [undefined, '32,000 tokens'],
] as const)('more context at %s: %s', (provider, words) => {
  expect(contextCheck({ ...tool, provider }, { ok: true, read: 'cut', tokens: 2_000, ms: 1 }).hint).toContain(words);
});
