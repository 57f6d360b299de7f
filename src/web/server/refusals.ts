/** Which requests are accepted, decided only by their headers. Pure. */

export type Head = {
  readonly method: string;
  /** Whether the request is for data; otherwise it is for a file of the page. */
  readonly isApi: boolean;
  /** Undefined if a header is missing. For a header that occurs more than once, all its values. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `sec-fetch-site`: what a browser says about the sender. */
  readonly site: string | undefined;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
};

export type Refusal = { readonly status: 400 | 403 | 405 | 413 | 415 | 421; readonly why: string };

/** How long a body may be, in bytes. */
export const maxBody = 1024 * 1024;

/** Undefined if the request may be examined further. `origins` are those of this server, such as `http://127.0.0.1:4711`. */
export function refusalOf(head: Head, origins: readonly string[]): Refusal | undefined {
  const { method, isApi, host, origin, site, contentType, contentLength } = head;
  if (!origins.some((each) => each.slice(each.indexOf('//') + 2) === host))
    return { status: 421, why: 'this is not the address of this server' };
  if (method !== 'GET' && method !== 'POST') return { status: 405, why: 'only GET and POST requests are answered' };
  if (origin !== undefined && !(origins.includes(origin) && origin.endsWith(`//${host}`)))
    return { status: 403, why: 'requests from other pages are not answered' };
  if (isApi && site !== undefined && site !== 'same-origin') return { status: 403, why: 'requests from other pages are not answered' };
  if (method === 'GET') return undefined;
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(contentType ?? '')) return { status: 415, why: 'a body must be application/json' };
  if (contentLength !== undefined && !(Number(contentLength) <= maxBody)) return { status: 413, why: 'the body is too long' };
  return undefined;
}
