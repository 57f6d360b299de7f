/** The port to search engines: the request to an engine, and how its answer is read. */
import type { WebRequest } from '../exchange.ts';

export type SearchResult = { readonly title: string; readonly url: string; readonly snippet: string };

/** The content of an answer. `refused`: why the engine does not answer the query, in words for the person; another engine may answer it. */
export type Found = { readonly results: readonly SearchResult[] } | { readonly refused: string };

/** Failure contract: `read` rejects only with the signal's reason; an answer that cannot be read is `refused`. */
export type SearchEngine = {
  readonly name: string;
  /** Whether the person configured the engine: if so, its address may be on this machine. */
  readonly isConfigured: boolean;
  ask(query: string): Omit<WebRequest, 'addresses'>;
  /** Reads the answer to a successful request. */
  read(text: string, signal: AbortSignal): Found | Promise<Found>;
};

export const maxResults = 10;
