/** The token that is sent to a server with every request, renewed before it expires. This never signs in, because signing in requires a person. */
import type { AuthorizationServerMetadata, AuthProvider, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import { loadSdk } from '../load-sdk.ts';
import type { RemoteServer } from '../server.ts';
import { authFetch } from './auth-fetch.ts';
import type { Login, Logins } from './logins.ts';
import { expiry } from './sign-in.ts';

type BearerOptions = { readonly name: string; readonly server: RemoteServer; readonly logins: Logins; readonly now?: () => Date };

/** A token that expires sooner than this is renewed first. */
const marginMs = 30_000;
const limitMs = 20_000;

/** The error that is thrown if a server requires the person to sign in, or to sign in again. */
class SignInNeeded extends Error {
  override name = 'SignInNeeded';
  /** The HTTP status. */
  readonly status = 401;
}

export function bearerFor({ name, server, logins, now = () => new Date() }: BearerOptions): AuthProvider {
  const hasOwn = Object.keys(server.headers).some((header) => header.toLowerCase() === 'authorization');
  let renewing: Promise<void> | undefined;

  async function renew(login: Login): Promise<void> {
    const { refresh_token } = login.tokens;
    if (refresh_token === undefined) throw signInFirst(name);
    const { refreshAuthorization } = await loadSdk();
    try {
      const { expires_in, ...tokens } = await refreshAuthorization(login.authorization_server, {
        // the SDK itself created both
        metadata: login.metadata as AuthorizationServerMetadata,
        clientInformation: login.client as OAuthClientInformationMixed, // likewise
        refreshToken: refresh_token,
        ...(login.resource !== undefined && { resource: login.resource }),
        fetchFn: authFetch(server.url, AbortSignal.timeout(limitMs)),
      });
      const { access_token, token_type, scope = login.tokens.scope } = tokens;
      const { expires_at: _, ...before } = login;
      logins.write({
        ...before,
        tokens: { access_token, token_type, refresh_token: tokens.refresh_token ?? refresh_token, ...(scope && { scope }) },
        ...expiry(expires_in, now()),
        at: now().toISOString(),
      });
    } catch (cause) {
      const newer = logins.read(server.url);
      if (newer && newer.tokens.access_token !== login.tokens.access_token) return; // another process has renewed it in the meantime
      throw new SignInNeeded(`the sign-in has expired: artoo mcp login ${name}`, { cause });
    }
  }

  const renewOnce = (login: Login): Promise<void> => {
    renewing ??= renew(login).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  return {
    async token() {
      const login = hasOwn ? undefined : logins.read(server.url);
      const isEnding = login?.expires_at !== undefined && Date.parse(login.expires_at) - marginMs < now().getTime();
      if (login && isEnding && login.tokens.refresh_token !== undefined) await renewOnce(login);
      return hasOwn ? undefined : logins.read(server.url)?.tokens.access_token;
    },
    async onUnauthorized() {
      if (hasOwn) throw new SignInNeeded('it does not accept the Authorization header in its configuration');
      const login = logins.read(server.url);
      if (!login) throw signInFirst(name);
      await renewOnce(login);
    },
  };
}

const signInFirst = (name: string): SignInNeeded => new SignInNeeded(`it wants you to sign in: artoo mcp login ${name}`);
