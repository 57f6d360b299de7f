/** The subcommands of `artoo mcp`, with servers for these tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAuthorizationServer } from '../../../test/support/authorization-server.ts';
import { newTerminal } from '../../../test/support/in-process.ts';
import { badServer } from '../../../test/support/mcp.ts';
import { serveHttp } from '../../../test/support/mcp-http.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { type ProjectServers, readProjectServers } from '../../config/servers/project-servers.ts';
import { recordTrust } from '../../config/trust.ts';
import { exits } from '../command.ts';
import { mcp } from './mcp.ts';

function place(config = '') {
  const [cwd, data, home] = [scratch(), scratch(), scratch()];
  const file = join(data, 'config.yaml');
  if (config !== '') writeFileSync(file, config);
  const env = { ARTOO_DATA_DIR: data, HOME: home, PATH: process.env.PATH };
  const stop = new AbortController();
  const run = async (...args: string[]) => {
    const { terminal, out, err } = newTerminal({ env, cwd, cancel: stop.signal });
    const code = await mcp.run(args, terminal).catch((error: Error) => error.message);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out || '{}');
  return { cwd, data, home, file, run, json, read: () => readFileSync(file, 'utf8') };
}

const { command, args } = badServer('plain');

test('a program is added, tested, listed with its tools, and removed; the rest of the file stays', async () => {
  const text = '# mine\nquiet: true # hush\n';
  const { run, json, read } = place(text);
  const added = await run('add', 'notes', '--not-contained', '--', command, ...args);
  expect(added).toMatchObject({ code: exits.ok, err: expect.stringContaining('without walls') });
  expect(read().startsWith(text)).toBe(true);
  expect(await json('list')).toMatchObject({ servers: [{ name: 'notes', contained: false, trusted: true, tools: null }] });
  expect(await run('test', 'notes')).toMatchObject({ code: exits.ok, out: expect.stringContaining('notes works: 2 tools, 0 resources') });
  expect(await json('list')).toMatchObject({ servers: [{ tools: [{ name: 'say', pinned: false }, { name: 'env' }] }] });
  const { out } = await run('list');
  expect(out).toContain('NOT contained');
  expect(out).toContain('2 tools: say, env');
  expect(out).toContain('config.yaml:5');
  expect(await run('remove', 'notes')).toMatchObject({ code: exits.ok });
  expect(read()).toBe(text);
  expect((await run()).out).toContain('No MCP server is configured');
});

test('an address is added with headers, whose values are never shown, in a file for its owner only', async () => {
  const { run, json, file } = place();
  await run('add', 'docs', 'https://docs.example/mcp', '--header', 'Authorization: Bearer abcdefgh12345678');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await json('list')).toMatchObject({ servers: [{ url: 'https://docs.example/mcp', headers: ['Authorization'], login: 'none' }] });
  const { out } = await run('list');
  expect(out).toContain('docs  https://docs.example/mcp, with Authorization');
  expect(out).not.toContain('abcdefgh');
});

test.each([
  [['add', 'Notes', '--', 'x'], 'not a valid server name'],
  [['add', 'notes'], 'needs an address'],
  [['add', 'notes', 'https://a.example', 'more'], 'after the address'],
  [['add', 'notes', 'https://a.example', '--env', 'A=b'], 'are for programs'],
  [['add', 'notes', '--header', 'A: b', '--', 'x'], 'are for addresses'],
  [['add', 'notes', '--env', 'secret-without-sign', '--', 'x'], 'needs a name, = and a value'],
  [['add', 'notes', 'https://me:secret@a.example'], 'use headers'],
  [['add', 'taken', '--', 'x'], 'there is already a server taken'],
  [['remove', 'notes'], 'there is no MCP server notes'],
  [['login', 'taken'], 'is a program'],
  [['test', 'takne'], 'did you mean taken'],
  [['lst'], 'did you mean list'],
  [['list', 'x'], 'unexpected "x"'],
  [['login', 'taken', '--port', '0'], 'is a program'],
])('%j is refused, and says why', async (line, why) => {
  const { run, read } = place('mcp: { servers: { taken: { command: x } } }\n');
  const { code } = await run(...line);
  expect(code).toContain(why);
  expect(String(code)).not.toContain('secret');
  expect(read()).toBe('mcp: { servers: { taken: { command: x } } }\n');
});

test('a file with an error is left alone, and the error is said', async () => {
  const { run, read } = place('quiet: [\n');
  expect((await run('add', 'notes', '--', 'x')).code).toContain('config.yaml:');
  expect(read()).toBe('quiet: [\n');
});

const page = async () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } });
const missing = async () => new Response('not here', { status: 404 });
const redirect = async () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.2:1024/' } });

/** The address of a server with a self-signed certificate. */
async function untrusted(): Promise<string> {
  const folder = scratch();
  const made = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key -out cert -days 1 -subj /CN=localhost';
  execFileSync('openssl', ['req', '-x509', ...made.split(' ')], { cwd: folder, stdio: 'ignore' });
  const [key, cert] = ['key', 'cert'].map((name) => readFileSync(join(folder, name)));
  const server = createServer({ key, cert }, (_, response) => void response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`; // it listens on a port
}

describe('what is wrong with a server', () => {
  test.each([
    ['a program that is not there', { command: '/nowhere/server', contained: false }, 'Install /nowhere/server'],
    [
      'one that ends at once',
      { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(3)'], contained: false },
      'by hand',
    ],
    ['an address where nothing listens', { url: 'http://127.0.0.1:1024/mcp' }, 'check the port in its address: 127.0.0.1:1024'],
    ['a host that there is not', { url: 'https://no-such-host.invalid/mcp' }, 'no-such-host.invalid'],
    ['a variable that is not set', { url: 'http://127.0.0.1:1024/mcp', headers: { A: `\${NOT_SET_HERE}` } }, 'Check that'],
  ])('%s is said in one sentence, with a remedy', async (_, server, remedy) => {
    const { run, json } = place(JSON.stringify({ mcp: { servers: { notes: server } } }));
    const { code, out } = await run('test', 'notes');
    expect(code).toBe(exits.failed);
    expect(out.split('\n')).toEqual([expect.stringMatching(/^notes: ./), expect.stringContaining(remedy)]);
    expect(await json('test', 'notes')).toMatchObject({ ok: false, why: expect.any(String), remedy: expect.any(String) });
  });

  test.each<[string, () => Promise<string>, string, string]>([
    [
      'a certificate that is not trusted',
      untrusted,
      'its certificate is not from an authority that this machine trusts',
      'NODE_EXTRA_CA_CERTS',
    ],
    ['a page', () => serveHttp(page), 'the program at this address does not speak MCP', 'many end with /mcp'],
    ['no such path', () => serveHttp(missing), 'there is nothing at that path (HTTP 404): not here', 'many end with /mcp'],
    ['a redirect to another host', () => serveHttp(redirect), 'it redirects to another address, which is not followed', 'curl -sI'],
  ])('%s is said in one sentence, with a remedy, and at signing in too', async (_, serve, why, remedy) => {
    const { run, json } = place(JSON.stringify({ mcp: { servers: { notes: { url: await serve() } } } }));
    expect((await run('test', 'notes')).out.split('\n')).toEqual([
      expect.stringContaining(`notes: ${why}`),
      expect.stringContaining(remedy),
    ]);
    expect(await json('login', 'notes')).toMatchObject({ signed_in: false });
  });

  test('a header that cannot be sent is named, and its value is not shown', async () => {
    const { run } = place(
      JSON.stringify({ mcp: { servers: { notes: { url: 'http://127.0.0.1:1024/mcp', headers: { 'X-Key': `\${PATH}\u2028` } } } } }),
    );
    const { out } = await run('test', 'notes');
    expect(out).toContain('notes: the header X-Key would contain a line break or another character that cannot be sent');
    expect(out).not.toContain('/bin');
  });

  test('one that wants a person to sign in names the command', async () => {
    const server = await startAuthorizationServer();
    const { run } = place(JSON.stringify({ mcp: { servers: { notes: { url: server.url } } } }));
    const { out } = await run('test', 'notes');
    expect(out).toContain('notes: it wants you to sign in: artoo mcp login notes');
  });
});

test('signing in, then the tools; removing the server forgets the token', async () => {
  const server = await startAuthorizationServer();
  const { data, cwd, home } = place(JSON.stringify({ mcp: { servers: { notes: { url: server.url } } } }));
  writeFileSync(join(data, 'config.yaml'), JSON.stringify({ mcp: { servers: { notes: { url: server.url } } } }));
  const env = { ARTOO_DATA_DIR: data, HOME: home };
  const out: string[] = [];
  const page = Promise.withResolvers<URL>();
  const note = (text: string) => {
    const [found] = /http\S+authorize\S+/.exec(text) ?? [];
    if (found !== undefined) page.resolve(new URL(found));
  };
  const { terminal } = newTerminal({ env, cwd, note, print: (line) => void out.push(line) });
  const login = mcp.run(['login', 'notes'], terminal);
  await server.browse(await page.promise);
  expect(await login).toBe(exits.ok);
  expect(out.join()).toContain(`signed in to notes through ${server.issuer}`);
  expect(await mcp.run(['test', 'notes'], terminal)).toBe(exits.ok);
  await mcp.run(['list'], terminal);
  expect(out.join('\n')).toContain('signed in');
  const tokens = join(data, 'mcp/tokens.json');
  expect(readFileSync(tokens, 'utf8')).toContain('access-');
  await mcp.run(['remove', 'notes'], terminal);
  expect(readFileSync(tokens, 'utf8')).not.toContain('access-');
});

test("a project's servers are listed before they are trusted, and other agents' are offered by name", async () => {
  const { cwd, home, run, json, read } = place('quiet: true\n');
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { theirs: { command: 'their-server' } } }));
  mkdirSync(join(home, '.cursor'));
  const from = join(home, '.cursor/mcp.json');
  writeFileSync(from, JSON.stringify({ mcpServers: { 'My Notes': { command: 'notes', env: { TOKEN: 'abcdefgh12345678' } } } }));
  const { out } = await run('list');
  expect(out).toContain('NOT trusted');
  expect(out).toContain(`Cursor has my-notes in ${from}`);
  expect(out).not.toContain('abcdefgh');
  expect(await json('list')).toMatchObject({
    servers: [{ name: 'theirs', trusted: false }],
    others: [{ agent: 'Cursor', names: ['my-notes'] }],
  });
  expect((await run('test', 'theirs')).code).toContain('there is no MCP server theirs');
  expect((await run('add', 'theirs', '--from', from)).code).toContain('has no usable server theirs; it has my-notes');
  expect(await run('add', 'my-notes', '--from', from)).toMatchObject({ code: exits.ok });
  expect(read()).toContain('TOKEN: abcdefgh12345678');
  expect((await run('list')).out).not.toContain('Cursor has');
});

test("variables in a project's arguments and addresses are listed as the file has them, trusted or not", async () => {
  const { cwd, data, run, json } = place();
  const variable = `\${ARTOO_DATA_DIR}`;
  const mcpServers = { a: { command: 'sh', args: ['-c', `echo ${variable}`] }, b: { url: `https://b.example${variable}` } };
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers }));
  const isListedAsWritten = async (trusted: boolean) => {
    const { out } = await run('list');
    expect(out).toContain(`echo ${variable}`);
    expect(out).not.toContain(data);
    expect((await json('list')).servers).toMatchObject([
      { name: 'a', args: ['-c', `echo ${variable}`], trusted },
      { name: 'b', url: `https://b.example${variable}`, trusted },
    ]);
  };
  await isListedAsWritten(false);
  const found = await readProjectServers(data, cwd, { values: {}, keys: new Set() });
  await recordTrust(data, found as ProjectServers, true, new Date()); // the file is one
  await isListedAsWritten(true);
});
