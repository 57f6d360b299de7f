/** Signs in to an MCP server in a browser: OAuth 2.1 with PKCE. The SDK finds the authorization server, registers, and exchanges the code. */
import { randomBytes } from 'node:crypto';
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { loadSdk, type Sdk } from '../load-sdk.ts';
import type { RemoteServer } from '../server.ts';
import { authFetch, whyNotAsked } from './auth-fetch.ts';
import type { Login } from './logins.ts';
import { type RedirectAnswer, readAnswer } from './redirect-answer.ts';
import type { RedirectListener } from './redirect-listener.ts';

export type SignInRequest = {
  readonly server: RemoteServer;
  /** The configured headers, with variables replaced. */
  readonly headers: Readonly<Record<string, string>>;
  readonly listener: RedirectListener;
  /** Shows the person where to sign in. */
  readonly present: (page: URL) => void;
  /**
   * The address at which the browser arrived, as pasted by the person; `why` says what was wrong with the previous one. Never resolves without a
   * terminal to paste into.
   */
  readonly pasted: (why?: string) => Promise<string>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
};

type Flow = ReturnType<typeof createFlow>;

/** Undefined if the server does not require signing in. Rejects with an error in words. */
export async function signIn(request: SignInRequest): Promise<Login | undefined> {
  const { server, listener, present, signal } = request;
  const sdk = await loadSdk();
  const fetchFn = authFetch(server.url, signal);
  const challenge = await challengeOf(request);
  if (challenge === undefined) return undefined;
  const { resourceMetadataUrl, scope } = sdk.extractWWWAuthenticateParams(challenge);
  const flow = createFlow(server, listener.redirect);
  const options = { serverUrl: server.url, fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl }) };
  await inWords(sdk, flow, sdk.auth(flow.provider, { ...options, ...(scope !== undefined && { scope }) }));
  const page = flow.page();
  const why = whyNotAsked(page.href, server.url);
  if (why !== undefined) throw new Error(why);
  present(page);
  const { code, iss } = await codeFrom(request, flow.state);
  await inWords(sdk, flow, sdk.auth(flow.provider, { ...options, authorizationCode: code, ...(iss !== undefined && { iss }) }));
  return flow.login(request.now());
}

/** What went wrong, in words for a person. Text from servers is not repeated. */
async function inWords(sdk: Sdk, flow: Flow, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof sdk.IssuerMismatchError) {
      const isAnswer = cause.kind === 'authorization_response';
      const what = isAnswer
        ? 'the answer is not from the authorization server that was asked'
        : 'its authorization server describes a different server';
      throw new Error(`${what} (its issuer differs), so no code was sent to it`, { cause });
    }
    if (flow.isLost())
      throw new Error('it wants you to sign in, but does not say where; if you have a token for it, add the server again with --header', {
        cause,
      });
    if (flow.isUnregistered() || cause instanceof sdk.RegistrationRejectedError)
      throw new Error(
        'its authorization server does not register artoo by itself; register artoo with it by hand, and set client_id in its configuration',
        {
          cause,
        },
      );
    throw cause;
  }
}

/** The response to a request without a token; undefined if the server does not refuse the request. */
async function challengeOf({ server, headers, signal }: SignInRequest): Promise<Response | undefined> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'artoo', version: '1' } };
  const response = await authFetch(server.url, signal)(server.url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  await response.body?.cancel();
  const { status } = response;
  if (status >= 400 && status !== 401) throw Object.assign(new Error(`it answered with HTTP ${status}`), { status });
  return status === 401 ? response : undefined;
}

/** The code from the browser or from the person, whichever comes first. */
async function codeFrom({ listener, pasted, signal }: SignInRequest, state: string): Promise<{ code: string; iss: string | undefined }> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const byHand = async (): Promise<RedirectAnswer> => {
    for (let why: string | undefined; ; ) {
      const answer = readAnswer(await pasted(why), listener.redirect, state);
      if (!('stranger' in answer)) return answer;
      why = answer.stranger;
    }
  };
  try {
    const answer = await Promise.race([listener.answer(state), byHand(), stopped]);
    if ('code' in answer) return answer;
    throw new Error(`the authorization server refused${'refusal' in answer ? `: ${answer.refusal}` : ''}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** One attempt to sign in, with everything that must be stored until the attempt ends. */
function createFlow(server: RemoteServer, redirect: string) {
  const state = randomBytes(24).toString('base64url');
  const { client_id } = server;
  const isDocument = client_id?.startsWith('https://') === true;
  let client: StoredOAuthClientInformation | undefined = client_id === undefined || isDocument ? undefined : { client_id };
  let discovery: OAuthDiscoveryState | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let [verifier, resource]: (string | undefined)[] = [];
  let page: URL | undefined;

  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    ...(isDocument && { clientMetadataUrl: client_id }),
    clientMetadata: {
      client_name: 'artoo',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => state,
    clientInformation: (context) => client && { ...(context && { issuer: context.issuer }), ...client },
    saveClientInformation: (given) => {
      client = given;
    },
    tokens: () => undefined, // every attempt begins from scratch
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      page = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier ?? '',
    saveDiscoveryState: (given) => {
      discovery = given;
    },
    discoveryState: () => discovery,
    saveResourceUrl: (given) => {
      resource = String(given);
    },
    invalidateCredentials: () => {},
  };

  return {
    provider,
    state,
    /** Whether no authorization server was found. */
    isLost: (): boolean => discovery !== undefined && discovery.authorizationServerMetadata === undefined,
    /** Whether there is no way to register with the authorization server. */
    isUnregistered: (): boolean =>
      !client && discovery?.authorizationServerMetadata?.registration_endpoint === undefined && discovery !== undefined,
    page(): URL {
      if (!page) throw new Error('its authorization server has no page to sign in at');
      return page;
    },
    login(now: Date): Login {
      if (!tokens || !client || !discovery) throw new Error('its authorization server issued no token');
      const { access_token, refresh_token, token_type, scope, expires_in, issuer } = tokens;
      const { authorizationServerUrl, authorizationServerMetadata = {} } = discovery;
      return {
        server: server.url,
        issuer: issuer ?? authorizationServerUrl,
        authorization_server: authorizationServerUrl,
        metadata: { ...authorizationServerMetadata },
        client: { ...client },
        ...(resource !== undefined && { resource }),
        tokens: { access_token, token_type, ...(refresh_token && { refresh_token }), ...(scope && { scope }) },
        ...expiry(expires_in, now),
        at: now.toISOString(),
      };
    },
  };
}

/** The longest lifetime that is accepted, so that the date stays valid. */
const maxSeconds = 10 * 365 * 24 * 3_600;

/** When a token that is issued now will expire. */
export const expiry = (seconds: number | undefined, now: Date): { readonly expires_at?: string } =>
  seconds === undefined || !(seconds >= 0)
    ? {}
    : { expires_at: new Date(now.getTime() + Math.min(seconds, maxSeconds) * 1000).toISOString() };
