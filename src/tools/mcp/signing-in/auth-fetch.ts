/** `fetch` for signing in. The server names its authorization server, so nothing may be sent unencrypted, to an address that only this machine can reach, or after a redirect. */
import { type AddressKind, addressKind } from '../../../laws/network/address-kind.ts';
import { limitedFetch } from '../limited-fetch.ts';

const limitMs = 15_000;

/** Used for requests to addresses that this server names. Rejects with an error in words. */
export function authFetch(server: string, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const why = whyNotAsked(request.url, server);
    if (why !== undefined) throw new Error(why);
    const late = AbortSignal.timeout(limitMs);
    const limits = AbortSignal.any([signal, request.signal, late]);
    const { host } = new URL(request.url);
    const response = await limitedFetch(new Request(request, { redirect: 'manual', signal: limits })).catch((error: unknown) => {
      throw late.aborted && !signal.aborted ? new DOMException(`${host} did not answer within ${limitMs / 1000} s`, 'TimeoutError') : error;
    });
    if (response.status < 300 || response.status >= 400) return response;
    if (request.method === 'GET') return new Response(null, { status: 404 }); // a description that is redirected counts as missing
    throw new Error(`${host} answers with a redirect, which is not followed: it would send codes and tokens to another address`);
  };
}

/** Why an address that a server names is not contacted, in words; undefined if it may be contacted. Pure. */
export function whyNotAsked(address: string, server: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'the server names an address for signing in that is not a web address';
  const [kind, own] = [kindOf(url), kindOf(new URL(server))];
  if (kind !== 'public' && kind !== own)
    return `the server names ${url.host} for signing in, which only this machine or its network can reach`;
  if (url.protocol === 'http:' && kind !== 'local')
    return `the server names ${url.origin} for signing in, to which everything would be sent unencrypted`;
  return undefined;
}

/** A name counts as public: its server has to present a certificate for it. */
function kindOf({ hostname }: URL): AddressKind {
  return /(?:^|\.)localhost\.?$/.test(hostname) ? 'local' : (addressKind(hostname) ?? 'public');
}
