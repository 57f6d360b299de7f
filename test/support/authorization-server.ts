/** An MCP server that wants people to sign in, and its authorization server, in one process. `lie` says what is wrong with them. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Lie =
  | 'issuer of the description'
  | 'issuer of the answer'
  | 'no issuer in the answer'
  | 'state'
  | 'token elsewhere'
  | 'page of another kind'
  | 'server of another name'
  | 'authorization server on a private address'
  | 'no registration';

type Options = { readonly lie?: Lie; readonly expires_in?: number; readonly takesDocuments?: boolean; readonly refreshes?: boolean };

export type AuthorizationServer = {
  /** The address of the MCP server. */
  readonly url: string;
  readonly issuer: string;
  /** The bodies of all requests for tokens, and of all registrations. */
  readonly asked: { readonly tokens: URLSearchParams[]; readonly registrations: unknown[] };
  /** The requests at the address that a lying server redirects to. */
  readonly elsewhere: string[];
  /** Acts like a browser: opens the page, agrees, and follows the redirect. */
  browse(page: URL): Promise<Response>;
  /** The address that the browser is sent to. */
  answerOf(page: URL): Promise<URL>;
  /** Makes all tokens invalid. */
  revoke(): void;
};

/** Ends with the test. */
export async function startAuthorizationServer(options: Options = {}): Promise<AuthorizationServer> {
  const { lie, expires_in = 3_600, takesDocuments = false, refreshes = true } = options;
  const asked = { tokens: [] as URLSearchParams[], registrations: [] as unknown[] };
  const elsewhere: string[] = [];
  const codes = new Map<string, string>();
  let valid = new Set<string>();
  let renewable = new Set<string>();

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const json = (response: ServerResponse, value: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  const description = () => ({
    issuer: lie === 'issuer of the description' ? 'https://another.example' : issuer,
    authorization_endpoint: lie === 'page of another kind' ? 'file:///etc/passwd' : `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(lie !== 'no registration' && { registration_endpoint: `${issuer}/register` }),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...(takesDocuments && { client_id_metadata_document_supported: true }),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const body = await text(request);
    if (url.pathname === '/.well-known/oauth-protected-resource/mcp')
      json(response, {
        resource: lie === 'server of another name' ? 'https://bank.example/mcp' : `${issuer}/mcp`,
        authorization_servers: [lie === 'authorization server on a private address' ? 'https://10.0.0.1' : issuer],
      });
    else if (url.pathname === '/.well-known/oauth-authorization-server') json(response, description());
    else if (url.pathname === '/register') {
      asked.registrations.push(JSON.parse(body));
      json(response, { ...JSON.parse(body), client_id: `client-${asked.registrations.length}` }, 201);
    } else if (url.pathname === '/authorize') {
      response.writeHead(302, { location: authorize(url.searchParams).href }).end();
    } else if (url.pathname === '/elsewhere') {
      elsewhere.push(body);
      json(response, {});
    } else if (url.pathname === '/token') {
      if (lie === 'token elsewhere') response.writeHead(307, { location: `${issuer}/elsewhere` }).end();
      else token(new URLSearchParams(body), response);
    } else if (url.pathname === '/mcp') mcp(request, body, response);
    else response.writeHead(404).end();
  }

  function authorize(given: URLSearchParams): URL {
    const to = new URL(given.get('redirect_uri') ?? '');
    const code = randomUUID();
    codes.set(code, given.get('code_challenge') ?? '');
    to.searchParams.set('code', code);
    to.searchParams.set('state', lie === 'state' ? 'another' : (given.get('state') ?? ''));
    if (lie !== 'no issuer in the answer') to.searchParams.set('iss', lie === 'issuer of the answer' ? 'https://another.example' : issuer);
    return to;
  }

  function token(given: URLSearchParams, response: ServerResponse): void {
    asked.tokens.push(given);
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      given.get('grant_type') === 'refresh_token'
        ? renewable.delete(given.get('refresh_token') ?? '')
        : codes.get(given.get('code') ?? '') === challenge;
    if (!isRight) return void json(response, { error: 'invalid_grant' }, 400);
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    valid = new Set([access_token]);
    if (refreshes) renewable = new Set([refresh_token]);
    json(response, { access_token, token_type: 'Bearer', expires_in, ...(refreshes && { refresh_token }) });
  }

  /** Requests of the older era, each answered with one JSON object. */
  function mcp(request: IncomingMessage, body: string, response: ServerResponse): void {
    const [, bearer = ''] = /^Bearer (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!valid.has(bearer)) {
      response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp"` })
        .end();
      return;
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string }; // the client speaks JSON-RPC
    const results: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } },
      'tools/list': { tools: [{ name: 'say', description: 'Says it again.', inputSchema: { type: 'object' } }] },
    };
    const result = results[method];
    if (id === undefined) response.writeHead(202).end();
    else json(response, { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'unknown' } }) });
  }

  const answerOf = async (page: URL): Promise<URL> =>
    new URL((await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '', page);

  return {
    ...{ url: `${issuer}/mcp`, issuer, asked, elsewhere, answerOf },
    browse: async (page) => fetch(await answerOf(page)),
    revoke: () => {
      valid = new Set();
    },
  };
}
