/** Servers by other authors, in both eras of the protocol, over pipes and over HTTP. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { badServerProgram, nodeServer, publishedServer, startChild, toolsOf } from '../../../test/support/mcp.ts';
import { serveHttp, serveModern, servePublished } from '../../../test/support/mcp-http.ts';
import { isProof } from '../../../test/support/sample.ts';
import { openKnownServers } from './known-servers.ts';
import { openServers } from './servers.ts';

const rules = { allow: ['mcp(other/*)'] };
const remote = (url: string, headers = {}) => ({ url, headers, timeout: 10_000, start_timeout: 10_000 });
const support = (name: string) => fileURLToPath(new URL(`../../../test/support/children/${name}`, import.meta.url));

/** Not below /tmp, which is not visible inside walls. */
function home(): string {
  const folder = mkdtempSync('/var/tmp/artoo-mcp-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the published server "everything" works within walls, where it sees no key', async () => {
  const server = nodeServer([publishedServer('everything'), 'stdio'], { contained: true, timeout: 20_000, start_timeout: 20_000 });
  const { call, look, data } = toolsOf({ other: server }, rules, home());
  expect(await call('mcp__other__echo', { message: 'hello' })).toMatchObject({ ok: true, output: 'Echo: hello' });
  const { output } = await call('mcp__other__get-env', {});
  expect(JSON.parse(output)).not.toHaveProperty('OPENAI_API_KEY');
  expect(JSON.parse((await call('mcp__other__get-structured-content', { location: 'New York' })).output)).toMatchObject({
    conditions: expect.any(String),
  });
  expect((await call('mcp__other__get-tiny-image', {})).output).toMatch(/\[artoo: image of type image\/png, \d+ KiB; not shown\]/);
  const progress: string[] = [];
  await call('mcp__other__trigger-long-running-operation', { duration: 0.2, steps: 2 }, { onOutput: (text) => progress.push(text) });
  expect(progress).toContain('1 of 2\n');
  expect((await look()).tools).toHaveLength(14);
  expect(readdirSync(join(data, 'mcp'))).toEqual(['other.pins.json', 'other.tools.json']);
});

test.runIf(isProof).each(['streamableHttp', 'sse'] as const)('the published server "everything" works over %s', async (mode) => {
  const { call } = toolsOf({ other: remote(await servePublished(publishedServer('everything'), mode)) }, rules);
  expect(await call('mcp__other__echo', { message: 'hello' })).toMatchObject({ ok: true, output: 'Echo: hello' });
});

test.runIf(isProof)('the published server for files reads within walls, and writes nothing there', async () => {
  const at = home();
  const server = nodeServer([publishedServer('filesystem'), join(at, 'project')], {
    contained: true,
    timeout: 20_000,
    start_timeout: 20_000,
  });
  const { call, cwd } = toolsOf({ other: server }, rules, at);
  writeFileSync(join(cwd, 'a.txt'), 'what is in it');
  expect(await call('mcp__other__read_text_file', { path: join(cwd, 'a.txt') })).toMatchObject({
    output: expect.stringContaining('what is in it'),
  });
  expect(await call('mcp__other__write_file', { path: join(cwd, 'b.txt'), content: 'x' })).toMatchObject({
    ok: false,
    output: expect.stringContaining('EROFS'),
  });
  expect(readdirSync(cwd)).toEqual(['a.txt']);
});

test.runIf(isProof)('the published server for memory works within walls, and without them remembers', async () => {
  const at = home();
  const file = join(at, 'memory.json');
  const memory = (contained: boolean) =>
    nodeServer([publishedServer('memory')], { contained, env: { MEMORY_FILE_PATH: file }, timeout: 20_000, start_timeout: 20_000 });
  const ada = { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] };
  expect(await toolsOf({ other: memory(true) }, rules, at).call('mcp__other__create_entities', ada)).toMatchObject({ ok: false });
  const free = toolsOf({ other: memory(false) }, rules, home()); // a home of its own: otherwise the change from the server within walls would need approval
  expect(await free.call('mcp__other__create_entities', ada)).toMatchObject({ ok: true });
  expect(readFileSync(file, 'utf8')).toContain('Ada');
});

describe('a server of the newer era', () => {
  const ways = {
    'on pipes': async () => nodeServer([support('mcp-modern.ts')]),
    'over HTTP': async () => remote(await serveModern()),
  };
  test.each(Object.entries(ways))('answers with data, and asks the person, %s', async (_, way) => {
    const { call, data } = toolsOf({ other: await way() }, rules);
    const sum = await call('mcp__other__add', { a: 2, b: 3 });
    expect(JSON.parse(sum.output)).toEqual({ sum: 5 });
    const asked = await call('mcp__other__ask', {});
    expect(asked).toMatchObject({ harm: { action: 'other/ask asks: Really?' } });
    expect(await call('mcp__other__ask', {}, { approved: asked.harm?.hash ?? '' })).toMatchObject({ output: 'sure: true' });
    expect(JSON.parse(readFileSync(join(data, 'mcp/other.tools.json'), 'utf8'))).toMatchObject({ verdict: { kind: 'modern' } });
  });
});

describe('over HTTP', () => {
  const json = (body: string, status = 200) => new Response(body, { status, headers: { 'content-type': 'application/json' } });

  test('headers are sent, and a refusal is reported', async () => {
    const seen: string[] = [];
    const url = await serveHttp(async (request) => {
      seen.push(request.headers.get('x-token') ?? '');
      return json('{}', 403);
    });
    const { call } = toolsOf({ other: remote(url, { 'x-token': `\${NOTES_TOKEN}` }) }, rules);
    expect(await call('mcp__other__say', {})).toMatchObject({ ok: false, error: { class: 'permission' } });
    expect(seen[0]).toBe('the-token-of-notes');
  });

  test('a redirect to another place is not followed', async () => {
    const other = await serveHttp(async () => json('{}'));
    const url = await serveHttp(async () => new Response(null, { status: 307, headers: { location: other } }));
    expect(await toolsOf({ other: remote(url) }, rules).call('mcp__other__say', {})).toMatchObject({ ok: false });
  });

  test('an answer without end is cut off', async () => {
    let sent = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 1;
          controller.enqueue(new TextEncoder().encode('a'.repeat(1024 ** 2)));
        },
      });
    const url = await serveHttp(async () => new Response(endless(), { headers: { 'content-type': 'application/json' } }));
    expect(await toolsOf({ other: remote(url) }, rules).call('mcp__other__say', {})).toMatchObject({ ok: false });
    expect(sent).toBeLessThan(40);
  });

  test('a server that never answers is given up on', async () => {
    const url = await serveHttp(() => new Promise(() => {}));
    const { call } = toolsOf({ other: { ...remote(url), start_timeout: 300 } }, rules);
    expect(await call('mcp__other__say', {})).toMatchObject({ ok: false, error: { class: 'timeout' } });
  });

  test('where nothing listens, that is said, as a failure of the network', async () => {
    expect(await toolsOf({ other: remote('http://127.0.0.1:1024/mcp') }, rules).call('mcp__other__say', {})).toMatchObject({
      ok: false,
      error: { class: 'network', message: expect.stringContaining('nothing is listening at its address') },
    });
  });
});

test('a server that ended three times is started again after a rest', async () => {
  let now = 0;
  const machine = { variables: {}, env: {}, containment: () => Promise.reject(new Error('no walls')) };
  const servers = openServers({
    servers: { other: nodeServer([], { command: '/bin/true' }) },
    kept: openKnownServers('/nonexistent'),
    machine,
    now: () => now,
  });
  const why = () =>
    servers.connection('other', { cwd: '/', workspace: '/' }, new AbortController().signal).then(
      () => '',
      (error: Error) => error.message,
    );
  for (let times = 0; times < 3; times += 1) expect(await why()).toBe('it ended with exit code 0');
  expect(await why()).toMatch(/^it was started 3 times within 10 minutes/);
  now += 600_000;
  expect(await why()).toBe('it ended with exit code 0');
});

test('servers end with artoo, though artoo is killed, within walls and without', async () => {
  const at = home();
  const artoo = startChild([support('holds-mcp-server.ts'), at, `${at}/mark`, badServerProgram]);
  for await (const line of artoo.lines()) {
    expect(line).toBe('you said walled, you said bare');
    break;
  }
  expect(runningWith(`${at}/mark-true`)).toBeGreaterThan(0);
  expect(runningWith(`${at}/mark-false`)).toBeGreaterThan(0);
  artoo.kill();
  await expect.poll(() => runningWith(`${at}/mark`), { timeout: 5_000 }).toBe(0);
});

/** How many processes have a given text among their arguments. */
const runningWith = (text: string): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false; // it has ended in the meantime
      }
    }).length;
