/** Signing in with authorization servers in this process, including dishonest ones. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AuthorizationServer, type Lie, startAuthorizationServer } from '../../../../test/support/authorization-server.ts';
import { toolsOf } from '../../../../test/support/mcp.ts';
import { scratch } from '../../../../test/support/scratch.ts';
import { connect } from '../connection.ts';
import type { RemoteServer } from '../server.ts';
import { bearerFor } from './bearer.ts';
import { loginState, openLogins, tokensFile } from './logins.ts';
import { listenForRedirect } from './redirect-listener.ts';
import { type SignInRequest, signIn } from './sign-in.ts';

const signal = new AbortController().signal;
const remote = (url: string, more: Partial<RemoteServer> = {}): RemoteServer => ({
  ...{ url, headers: {}, timeout: 5_000, start_timeout: 5_000 },
  ...more,
});
const nothingPasted = () => new Promise<never>(() => {});

async function signedIn(server: AuthorizationServer, more: Partial<SignInRequest> = {}, settings: Partial<RemoteServer> = {}) {
  await using listener = await listenForRedirect();
  const present = (page: URL) => void server.browse(page).catch(() => {});
  const request = {
    server: remote(server.url, settings),
    headers: {},
    listener,
    present,
    pasted: nothingPasted,
    now: () => new Date(),
    signal,
  };
  return await signIn({ ...request, ...more }); // the listener must stay open until then
}

const namesOf = async (server: RemoteServer, data: string, now?: () => Date): Promise<readonly string[]> => {
  const authProvider = bearerFor({ name: 'notes', server, logins: openLogins(data), ...(now && { now }) });
  const where = { cwd: '/', workspace: '/' };
  const containment = () => Promise.reject(new Error('not for addresses'));
  const connection = await connect({
    name: 'notes',
    server,
    where,
    machine: { variables: {}, env: {}, containment },
    signal,
    http: { authProvider },
  });
  connection.close();
  return connection.definitions().map(({ tool }) => tool);
};

test('a browser brings the code, and the token is kept for this server alone, for its owner only', async () => {
  const server = await startAuthorizationServer();
  const [data, own] = [scratch(), remote(server.url)];
  await expect(namesOf(own, data)).rejects.toThrow('artoo mcp login notes');
  const login = await signedIn(server);
  expect(login).toMatchObject({ server: server.url, issuer: server.issuer, client: { client_id: 'client-1' }, resource: server.url });
  const logins = openLogins(data);
  if (login) logins.write(login);
  expect(statSync(tokensFile(data)).mode & 0o777).toBe(0o600);
  expect(await namesOf(own, data)).toEqual(['say']);
  expect(logins.read(`${server.url}/other`)).toBeUndefined();
  expect(server.asked.tokens[0]?.get('code_verifier')).toMatch(/^[\w.~-]{43,}$/);
  expect(server.asked.registrations).toMatchObject([
    { client_name: 'artoo', application_type: 'native', token_endpoint_auth_method: 'none' },
  ]);
});

test('where the browser is on another machine, the address that it ended at is pasted; a wrong one is said to be wrong', async () => {
  const server = await startAuthorizationServer();
  const page = Promise.withResolvers<URL>();
  const said: (string | undefined)[] = [];
  const pasted = async (why?: string) => {
    said.push(why);
    const address = await server.answerOf(await page.promise);
    if (said.length === 1) return 'https://evil.example/callback?code=1';
    if (said.length === 2) address.searchParams.set('state', 'guessed');
    return ` ${address.href}\n`;
  };
  expect(await signedIn(server, { present: page.resolve, pasted })).toMatchObject({ issuer: server.issuer });
  expect(said).toEqual([undefined, expect.stringContaining('http://127.0.0.1:'), expect.stringContaining('another sign-in attempt')]);
});

test('a client id metadata document is used first where the server takes one, and nothing is registered', async () => {
  const server = await startAuthorizationServer({ takesDocuments: true });
  const client_id = 'https://example.org/artoo/client.json';
  expect(await signedIn(server, {}, { client_id })).toMatchObject({ client: { client_id } });
  expect(server.asked.registrations).toEqual([]);
});

test('an id that was registered by hand is used as it is', async () => {
  const server = await startAuthorizationServer({ lie: 'no registration' });
  expect(await signedIn(server, {}, { client_id: 'known-there' })).toMatchObject({ client: { client_id: 'known-there' } });
});

test('a server that lets every client in needs no signing in', async () => {
  const server = await startAuthorizationServer();
  expect(await signedIn(server, { server: remote(`${server.issuer}/.well-known/oauth-authorization-server`) })).toBeUndefined();
});

describe('a token that ends', () => {
  const later = () => new Date(Date.now() + 7_200_000);

  test('is renewed before it is used, or after it was refused, and the new one is kept', async () => {
    const server = await startAuthorizationServer();
    const data = scratch();
    const login = await signedIn(server);
    if (login) openLogins(data).write(login);
    expect(loginState(login, later())).toBe('renewable');
    expect(await namesOf(remote(server.url), data, later)).toEqual(['say']);
    const renewed = openLogins(data).read(server.url);
    expect(renewed?.tokens.access_token).not.toBe(login?.tokens.access_token);
    server.revoke();
    expect(await namesOf(remote(server.url), data)).toEqual(['say']);
    expect(server.asked.tokens.map((asked) => asked.get('grant_type'))).toEqual(['authorization_code', 'refresh_token', 'refresh_token']);
    expect(server.asked.tokens[1]?.get('resource')).toBe(server.url);
  });

  test('and cannot be renewed is said in one sentence', async () => {
    const server = await startAuthorizationServer({ refreshes: false });
    const data = scratch();
    const login = await signedIn(server);
    if (login) openLogins(data).write(login);
    expect(loginState(login, later())).toBe('expired');
    server.revoke();
    await expect(namesOf(remote(server.url), data)).rejects.toThrow('it wants you to sign in: artoo mcp login notes');
  });

  test('and is refused by its authorization server is said in one sentence', async () => {
    const server = await startAuthorizationServer();
    const data = scratch();
    const login = await signedIn(server);
    if (login) openLogins(data).write({ ...login, tokens: { ...login.tokens, refresh_token: 'stolen' } });
    server.revoke();
    await expect(namesOf(remote(server.url), data)).rejects.toThrow('the sign-in has expired: artoo mcp login notes');
  });
});

test('a header of the configuration that is refused is named, and no token is sent beside it', async () => {
  const server = await startAuthorizationServer();
  const own = remote(server.url, { headers: { authorization: 'Bearer old' } });
  await expect(namesOf(own, scratch())).rejects.toThrow('Authorization header in its configuration');
});

test.each([
  ['issuer of the description', /issuer/i],
  ['issuer of the answer', /iss/i],
  ['no issuer in the answer', /iss/i],
  ['page of another kind', /./],
  ['server of another name', /bank\.example/],
  ['authorization server on a private address', /10\.0\.0\.1/],
  ['no registration', /regist/i],
] satisfies [Lie, RegExp][])('a lie about the %s is seen before anything is handed over', async (lie, words) => {
  const server = await startAuthorizationServer({ lie });
  await expect(signedIn(server)).rejects.toThrow(words);
  expect(server.asked.tokens).toEqual([]);
});

test('a redirect of the code to another place is not followed', async () => {
  const server = await startAuthorizationServer({ lie: 'token elsewhere' });
  await expect(signedIn(server)).rejects.toThrow('redirect, which is not followed');
  expect(server.elsewhere).toEqual([]);
});

test('an answer with a state that is not ours is turned away, and the wait continues', async () => {
  const server = await startAuthorizationServer({ lie: 'state' });
  const stop = new AbortController();
  const answers: number[] = [];
  const present = (page: URL) =>
    void server.browse(page).then(({ status }) => {
      answers.push(status);
      stop.abort(new Error('there was no sign-in'));
    });
  await expect(signedIn(server, { present, signal: stop.signal })).rejects.toThrow('there was no sign-in');
  expect(answers).toEqual([400]);
  expect(server.asked.tokens).toEqual([]);
});

test('a token does not stay in what a server says', async () => {
  const server = await startAuthorizationServer();
  const home = scratch();
  const login = await signedIn(server);
  if (login) openLogins(join(home, '.artoo')).write(login);
  const { redact, look } = toolsOf({ notes: remote(server.url) }, {}, home);
  expect(await look()).toMatchObject({ tools: [{ name: 'mcp__notes__say' }] });
  expect(redact(`your token is ${login?.tokens.access_token}`)).not.toContain('access-');
});
