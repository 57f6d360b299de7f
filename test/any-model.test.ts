/** Any model, from the command line: the same goal over every protocol, and every way in which a server can fail. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { createProviderModel } from '../src/models/http/provider.ts';
import { artoo, newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import type { Asked, Fault, ProviderServer, Reply } from './support/provider-server.ts';
import { runArtoo } from './support/run-artoo.ts';
import { scratch } from './support/scratch.ts';

const names = { openai: '', anthropic: 'anthropic:', google: 'google:' } as const;
type Protocol = keyof typeof names;
const protocols = Object.keys(names) as readonly Protocol[]; // the keys of the literal above

const at = (server: ProviderServer, protocol: Protocol = 'openai') => ['--brain', `${names[protocol]}good-model@${server.url}`];
const rolesOf = ({ requests }: ProviderServer) => requests.map(({ role }) => role).join(' ');
const allFive = 'R1 R2 R3 R3 R4a';

describe.each(protocols)('over %s', (protocol) => {
  test('the command does the work, prints the result alone on stdout, and every request says whose it is', async () => {
    await using server = await startGreeting();
    const home = newHome();
    const { out, err, code } = await artoo([...at(server, protocol), 'write a greeting'], {
      at: home,
      env: { BRAIN_API_KEY: 'k-12345678' },
    });
    expect({ out, code }).toEqual({ out: 'hello.txt is written.\n', code: 0 });
    expect(err).toMatch(/^✓ Done$/m);
    expect(readFileSync(join(home.cwd, 'hello.txt'), 'utf8')).toBe('hello, friend\n');
    expect(rolesOf(server)).toBe(allFive);
    expect(new Set(server.requests.map(({ task }) => `${task}.jsonl`))).toEqual(new Set(readdirSync(join(home.data, 'tasks'))));
    expect(server.requests.every(({ protocol: spoken, streaming }) => spoken === protocol && !streaming)).toBe(true);
    expect(server.requests.every(({ headers }) => JSON.stringify(headers).includes('k-12345678'))).toBe(true);
  });

  test.each(['at once', 'as a stream'])('the library gets the same result with answers %s', async (how) => {
    await using server = await startGreeting();
    const heard: string[] = [];
    const [cwd, data] = [scratch(), scratch()];
    await using library = createArtoo({
      model: createProviderModel(server.endpoint(protocol, { model: 'good-model' })),
      data,
      workspace: cwd,
      env: {},
      ...(how === 'at once' ? {} : { onText: ({ role }, text) => heard.push(`${role} ${text}`) }),
    });
    const result = await library.run('write a greeting', { cwd }).result;
    expect(result).toMatchObject({
      directive: 'accept',
      output: 'hello.txt is written.',
      cost: { model_calls: 5, input_tokens: 500, output_tokens: 100 },
    });
    expect(readFileSync(join(cwd, 'hello.txt'), 'utf8')).toBe('hello, friend\n');
    expect(server.requests.map(({ streaming }) => streaming)).toEqual(Array(5).fill(how !== 'at once'));
    expect(heard.some((text) => text.startsWith('R4a '))).toBe(how !== 'at once');
  });
});

const good = (asked: Asked): boolean => asked.role !== 'R2';
/** R2's first requests fail in these ways, in order; later ones are answered. */
const failing =
  (...faults: readonly (Fault | 'good')[]) =>
  (asked: Asked, number: number): Reply | undefined => {
    const fault = good(asked) ? undefined : faults[number - 1];
    return fault === 'good' ? undefined : fault;
  };
const always = (fault: Fault) => failing(...Array.from({ length: 9 }, () => fault));
const status = (code: number, headers: Record<string, string> = {}, body: unknown = { error: { message: `it said ${code}` } }): Fault => ({
  fault: 'status',
  status: code,
  headers,
  body,
});
const ends = (exit: number, requests: string, says: RegExp) => ({ exit, requests, says });

describe('a server that', () => {
  test.each([
    ['refuses the key', always(status(401)), ends(69, 'R1 R2', /key.*401|401.*key/)],
    ['forbids the model', always(status(403)), ends(69, 'R1 R2', /403/)],
    [
      'does not know the model',
      always(status(404, {}, { error: { message: 'The model good-model does not exist', code: 'model_not_found' } })),
      ends(69, 'R1 R2', /good-model/),
    ],
    ['does not take the request', always(status(400)), ends(2, 'R1 R2', /it said 400/)],
    ['is busy once, and says for how long', failing(status(429, { 'retry-after': '1' })), ends(0, 'R1 R2 R2 R3 R3 R4a', /Done/)],
    ['is busy once, and does not say for how long', failing(status(429)), ends(0, 'R1 R2 R2 R3 R3 R4a', /Done/)],
    ['is busy for an hour', always(status(429, { 'retry-after': '3600' })), ends(69, 'R1 R2', /429/)],
    ['fails once', failing(status(500)), ends(0, 'R1 R2 R2 R3 R3 R4a', /Done/)],
    ['fails three times', always(status(500)), ends(69, 'R1 R2 R2 R2', /500/)],
    ['breaks off in the middle once', failing({ fault: 'break', at: 20 }), ends(0, 'R1 R2 R2 R3 R3 R4a', /Done/)],
    ['always breaks off in the middle', always({ fault: 'break', at: 20 }), ends(69, 'R1 R2 R2', /broke|closed|off/)],
    ['is silent', always({ fault: 'silence' }), ends(69, 'R1 R2', /within 1 s/)],
    [
      'answers with what is no UTF-8',
      always({ fault: 'body', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) }),
      ends(69, 'R1 R2', /UTF-8|protocol/),
    ],
    [
      'answers with a web page',
      always({ fault: 'body', body: '<html><title>Sign in</title><body>Welcome</body></html>', type: 'text/html' }),
      ends(69, 'R1 R2', /base URL/),
    ],
    [
      'answers with an HTML error',
      always(status(502, { 'retry-after': '0' }, '<html><title>Bad Gateway</title></html>')),
      ends(69, 'R1 R2 R2 R2', /Bad Gateway/),
    ],
    ['answers with 100 MB', always({ fault: 'huge', megabytes: 100 }), ends(69, 'R1 R2', /MiB|large/)],
  ] as const)('%s', async (_, otherwise, { exit, requests, says }) => {
    await using server = await startGreeting(otherwise);
    const home = newHome(`model_timeout: ${says.source.includes('within') ? 1 : 20}s\n`);
    const { out, err, code } = await runArtoo([...at(server), 'write a greeting'], {
      at: home,
      env: { BRAIN_API_KEY: 'sk-secret-key-1234' },
    });
    expect({ code, requests: rolesOf(server) }).toEqual({ code: exit, requests });
    expect(err).toMatch(says);
    expect(err + out).not.toContain('sk-secret-key-1234');
    if (exit === 0) return;
    expect(err).toMatch(/^✗ Not done/m);
    expect(err).toMatch(/^you could +• \S/m);
  });

  test('is not there', async () => {
    const home = newHome('model_timeout: 1s\n'); // so short that there is time for two attempts at most
    const { err, code } = await runArtoo(['--brain', 'm@http://127.0.0.1:9', 'write a greeting'], { at: home });
    expect(code).toBe(69);
    expect(err).toMatch(/cannot connect to m at http:\/\/127\.0\.0\.1:9/);
  });

  test('answers with prose twice: not done, and the model was there', async () => {
    await using server = await startGreeting((asked) => (good(asked) ? undefined : { text: 'I would rather not.' }));
    const { err, code } = await runArtoo([...at(server), 'write a greeting'], { at: newHome() });
    expect({ code, requests: rolesOf(server) }).toEqual({ code: 2, requests: 'R1 R2 R2' });
    expect(err).toContain('twice in a form that cannot be read');
  });
});

test('a call that breaks off after it was sent counts as the most it can have cost, in the journal and in the result', async () => {
  await using server = await startGreeting((asked) => (good(asked) ? undefined : { fault: 'break', at: 20 }));
  const home = newHome();
  const { out, code } = await runArtoo([...at(server), '--json', 'write a greeting'], { at: home });
  expect(code).toBe(69);
  const entries = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lost = entries.find(({ kind, result }) => kind === 'outcome' && !result.ok)?.result.usage;
  expect(lost).toMatchObject({ estimated: true, output_tokens: 2 * 8_192, model: 'good-model' }); // the call was tried twice
  const { cost } = entries.at(-1).payload;
  expect([cost.input_tokens, cost.output_tokens]).toEqual([100 + lost.input_tokens, 20 + lost.output_tokens]);
});

test('what was done before the server failed is said, and nothing of it is lost', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R4a' ? status(401) : undefined));
  const home = newHome();
  const { err, code } = await runArtoo([...at(server), 'write a greeting'], { at: home });
  expect(code).toBe(69);
  expect(err).toMatch(/^changed +created +hello\.txt$/m);
  expect(existsSync(join(home.cwd, 'hello.txt'))).toBe(true);
});
