/** What the server and its clients agree on. Runs in browsers too. */
import type { ErrorCode } from '../contracts/errors.ts';

/** The header with the secret, in every request but those for the page itself. */
export const secretHeader = 'artoo-secret';

/** An error in transit: it becomes an ArtooError again on the other side. */
export type WireError = { readonly code: ErrorCode; readonly message: string; readonly hint: string };

/** The answer to a call. */
export type Reply = { readonly value?: unknown } | { readonly error: WireError };

/** What can be watched over a stream, each with its own arguments. */
export type WatchKind = 'entries' | 'live' | 'result' | 'news' | 'team';

/** A watch, under a number that the client chose. */
export type WatchRequest = { readonly n: number; readonly kind: WatchKind; readonly asks: Readonly<Record<string, unknown>> };

/** What a client sends to change an open stream. */
export type StreamChange = { readonly add?: readonly WatchRequest[]; readonly drop?: readonly number[] };

/** What a stream carries: first `open` with its id; then, for each watch, items and at most one `end` or `error`. */
export type StreamEvent =
  | { readonly event: 'open'; readonly data: { readonly stream: string } }
  | { readonly event: 'item'; readonly data: { readonly n: number; readonly value: unknown } }
  | { readonly event: 'end'; readonly data: { readonly n: number } }
  | { readonly event: 'error'; readonly data: { readonly n: number; readonly error: WireError } };

/** How often an idle stream carries a comment, so that both sides know that it is open. */
export const beatMs = 15_000;
