import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newTerminal } from '../../../test/support/in-process.ts';
import { type Asked, type ProviderServer, type Reply, startProvider } from '../../../test/support/provider-server.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { trusted } from '../../../test/support/trusted.ts';
import type { Finding } from '../../config/doctor/finding.ts';
import type { ArtooError } from '../../contracts/errors.ts';
import { exits, type Terminal } from '../command.ts';
import { doctor, exitOfChecks } from './doctor.ts';

const secret = 'sk-a-very-secret-key';
const ping: Reply = { calls: [{ tool: 'ping', input: { word: 'artoo' } }] };

async function serving(answer: (asked: Asked) => Reply = () => ping, models = ['test-model', 'another-model']): Promise<ProviderServer> {
  const server = await startProvider({ answer, models });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** Runs `artoo doctor` with nothing configured but the test's own settings. */
async function run(args: readonly string[], env: Terminal['env'] = {}, more: Partial<Terminal> = {}) {
  const { terminal, out } = newTerminal({
    env: { PATH: process.env.PATH, ARTOO_DATA_DIR: scratch(), ...env },
    cwd: scratch(),
    ...more,
  });
  const outcome: { code?: number; error?: ArtooError } = await doctor.run(args, terminal).then(
    (code) => ({ code }),
    (error) => ({ error }),
  );
  expect(out.join('\n')).not.toContain(secret);
  return { out, ...outcome };
}

/** The same as data: each check by name and state, without the local servers of the machine on which the test runs. */
async function checked(args: readonly string[], env?: Terminal['env'], more?: Partial<Terminal>) {
  const { out, ...outcome } = await run([...args, '--json'], env, more);
  const { checks, ok, exit_code }: { checks: readonly Finding[]; ok: boolean; exit_code: number } = JSON.parse(out.join('\n'));
  expect({ ok, exit_code }).toEqual({ ok: exit_code === 0, exit_code: outcome.code });
  return { ...outcome, checks, states: checks.filter(({ name }) => name !== 'local servers').map(({ name, state }) => `${name} ${state}`) };
}

const machine = [
  'node ok',
  'data folder ok',
  'git ok',
  expect.stringMatching(/^containment (?:ok|warning)$/),
  expect.stringMatching(/^network (?:ok|warning)$/),
  'memory ok',
  'auditor ok',
  'configuration ok',
];

test('when everything is there, all checks are ok and each model was asked once', async () => {
  const server = await serving();
  const env = {
    BRAIN_MODEL: 'test-model',
    BRAIN_BASE_URL: server.url,
    BRAIN_API_KEY: secret,
    TOOL_MODEL: 'another-model',
    TOOL_BASE_URL: server.url,
  };
  const { code, states } = await checked([], env);
  const of = (tier: string) => ['address', 'key', 'model', 'tool call'].map((what) => `${tier}: ${what} ok`);
  expect({ code, states }).toEqual({ code: exits.ok, states: [...machine, ...of('brain'), ...of('tool')] });
  expect(server.requests.map(({ model, headers }) => [model, headers.authorization]).sort()).toEqual([
    ['another-model', undefined],
    ['test-model', `Bearer ${secret}`],
  ]);
});

test('one model for everything is one endpoint, named by a flag', async () => {
  const server = await serving();
  const { code, checks } = await checked(['--brain', `test-model@${server.url}`], { BRAIN_API_KEY: secret });
  expect(code).toBe(exits.ok);
  expect(checks.map(({ name }) => name)).toContain('brain, tool: tool call');
  expect(server.requests).toHaveLength(1);
});

test('an endpoint of a single role is asked too, under its name', async () => {
  const server = await serving();
  const cwd = scratch();
  mkdirSync(join(cwd, '.artoo'));
  writeFileSync(join(cwd, '.artoo/config.yaml'), `roles:\n  R3: another-model@${server.url}\n`);
  const data = scratch();
  trusted(cwd, data);
  const { checks } = await checked(['--brain', `test-model@${server.url}`], { ARTOO_DATA_DIR: data }, { cwd });
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['brain, tool: tool call', 'R3: tool call']));
  expect(server.requests.map(({ model }) => model).sort()).toEqual(['another-model', 'test-model']);
});

test('a server that offers one model is asked for that, as a task would', async () => {
  const server = await serving(() => ping, ['only-model']);
  const { code, states } = await checked([], { BRAIN_BASE_URL: server.url });
  expect(code).toBe(exits.ok);
  expect(states).toContain('brain, tool: tool call ok');
  expect(server.requests.map(({ model }) => model)).toEqual(['only-model']);
});

test('a server that offers several models has to be told which: 69', async () => {
  const server = await serving();
  const { code, checks } = await checked([], { BRAIN_BASE_URL: server.url });
  expect(code).toBe(exits.unavailable);
  expect(checks.find(({ name }) => name === 'brain, tool: model')?.detail).toContain('another-model');
  expect(server.requests).toEqual([]);
});

test('for a person each check is a calm line with a mark, its hint below it, and the last line is the verdict', async () => {
  const server = await serving(() => ({ text: 'hello' }));
  const { out, code } = await run(['--brain', `test-model@${server.url}`], {}, { width: 80 });
  expect(code).toBe(exits.unavailable);
  expect(out[0]).toBe(`ok  node                    ${process.versions.node}`);
  const at = out.findIndex((line) => line.startsWith('✗'));
  expect(out[at]).toMatch(/^✗ {3}brain, tool: tool call {2}answered without/);
  expect(out[at + 1]).toMatch(/^ {28}\S/);
  expect(out.at(-1)).toBe('\n1 check failed.');
  for (const line of out) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([
  ['refuses the key', { fault: 'status', status: 401 }, ['brain, tool: key failed']],
  ['has no such model', { fault: 'status', status: 404, body: { error: { message: 'model not found' } } }, ['brain, tool: model failed']],
  ['is no model server', { fault: 'body', body: '<html>hello' }, ['brain, tool: tool call failed']],
] as const)('a server that %s leaves no model to use: 69', async (_, reply, expected) => {
  const server = await serving(() => reply);
  const { code, states } = await checked(['--brain', `test-model@${server.url}`], { BRAIN_API_KEY: secret });
  expect(code).toBe(exits.unavailable);
  expect(states.filter((state) => state.endsWith('failed'))).toEqual(expected);
});

test('an address where nothing listens leaves no model to use: 69', async () => {
  const server = await serving();
  await server[Symbol.asyncDispose]();
  const { code, states } = await checked(['--brain', `test-model@${server.url}`]);
  expect({ code, last: states.at(-1) }).toEqual({ code: exits.unavailable, last: 'brain, tool: address failed' });
});

test('without a model: 69, and a way forward', async () => {
  const { code, checks, states } = await checked([]);
  expect({ code, states }).toEqual({ code: exits.unavailable, states: [...machine, 'model failed'] });
  expect(checks.find(({ name }) => name === 'model')?.hint).toContain('`artoo setup`'); // even if a model server runs on this machine
});

test('without the key of a known server no server is asked: 69', async () => {
  const { code, states } = await checked(['--brain', 'anthropic:claude-sonnet-5']);
  expect({ code, states }).toEqual({ code: exits.unavailable, states: [...machine, 'model failed'] });
});

test('a broken configuration is reported with file, line and column: 70', async () => {
  const data = scratch();
  writeFileSync(join(data, 'config.yaml'), 'brain: gpt\nbudgte: 5m\n');
  const { code, checks, states } = await checked([], { ARTOO_DATA_DIR: data });
  expect({ code, states }).toEqual({ code: exits.internal, states: [...machine.slice(0, -1), 'configuration failed'] });
  expect(checks.find(({ state }) => state === 'failed')?.detail).toContain(`${data}/config.yaml:2:1`);
});

test('a data folder that cannot be is a failure of the machine: 70, whatever else failed', async () => {
  const file = join(scratch(), 'file');
  writeFileSync(file, '');
  const { code, states } = await checked([], { ARTOO_DATA_DIR: file });
  expect(code).toBe(exits.internal);
  expect(states).toEqual(expect.arrayContaining(['data folder failed', 'configuration failed']));
});

test('nothing is left in the data folder', async () => {
  const data = scratch();
  await run([], { ARTOO_DATA_DIR: data });
  expect(readdirSync(data)).toEqual([]);
});

test.each([
  ['cancel', exits.cancelled],
  ['terminate', exits.terminated],
] as const)('%s while a server is silent ends it at once', async (name, code) => {
  const stop = new AbortController();
  const server = await serving(() => {
    stop.abort();
    return { fault: 'silence' };
  });
  const result = await run(['--brain', `test-model@${server.url}`], {}, { [name]: stop.signal });
  expect(result.code).toBe(code);
  expect(result.out.some((line) => line.includes('failed'))).toBe(false);
});

test('if it is stopped before it begins, it says nothing', async () => {
  expect(await run([], {}, { cancel: AbortSignal.abort() })).toEqual({ out: [], code: exits.cancelled });
});

test.each([[['--jsn']], [['now']], [['--brain']], [['--brain', 'ht!tp://x@http://']]])('%j is a usage error', async (args) => {
  expect(await run(args)).toMatchObject({ out: [], error: { code: 'usage' } });
});

const check = (about: Finding['about'], state: Finding['state']): Finding => ({ name: 'x', about, state, detail: '' });

test.each([
  [[check('machine', 'ok'), check('model', 'warning')], exits.ok],
  [[check('machine', 'warning'), check('model', 'failed')], exits.unavailable],
  [[check('machine', 'failed'), check('model', 'failed')], exits.internal],
  [[check('machine', 'failed')], exits.internal],
])('%j ends with %i', (checks, code) => {
  expect(exitOfChecks(checks)).toBe(code);
});

test('with --deep every model reads a long prompt, too, and what is cut off is said with its remedy', async () => {
  const answer = ({ tools }: Asked): Reply => (tools.length > 0 ? ping : { text: 'no idea', usage: { input: 4_096, output: 2 } });
  const server = await serving(answer);
  const env = { BRAIN_MODEL: `ollama:test-model@${server.url}` };
  const shallow = await checked([], env);
  expect(shallow.states.at(-1)).toBe('brain, tool: tool call ok');
  const deep = await checked(['--deep'], env);
  expect(deep.states.at(-1)).toBe('brain, tool: long prompt failed');
  expect(deep.checks.find(({ name }) => name === 'brain, tool: long prompt')?.hint).toContain('OLLAMA_CONTEXT_LENGTH=65536 ollama serve');
});
