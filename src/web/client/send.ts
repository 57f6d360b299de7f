/** One request to the server, and its errors as errors. Runs in browsers too. */
import { ArtooError, errorCodes } from '../../contracts/errors.ts';
import { secretHeader, type WireError } from '../wire.ts';

export type Send = (path: string, body: unknown, signal: AbortSignal) => Promise<Response>;

/**
 * Rejects with `server_unreachable` if there is no answer, with the signal's reason once it fires, and otherwise with the error that the server sent.
 */
export function createSend(url: string, secret: string | undefined, fetched: typeof fetch): Send {
  return async (path, body, signal) => {
    const headers = { 'content-type': 'application/json', ...(secret !== undefined && { [secretHeader]: secret }) };
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    } as const;
    const response = await fetched(new URL(path, url), request).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : new ArtooError('server_unreachable', 'the server does not answer', { cause });
    });
    if (response.ok) return response;
    const said = (await response.json().catch(() => ({}))) as { readonly error?: Partial<WireError> }; // a body of any other shape has no error
    throw errorIn(said.error) ?? new ArtooError('server_unreachable', `the server answered with ${response.status}`);
  };
}

/** The error that was sent; undefined for anything else. */
export function errorIn(sent: Partial<WireError> | undefined): ArtooError | undefined {
  const code = errorCodes.find((each) => each === sent?.code);
  return code && new ArtooError(code, String(sent?.message));
}
