/** The port to search engines: what one is asked, and how its answer is read. */
import type { WebRequest } from '../exchange.ts';

export type SearchResult = { readonly title: string; readonly url: string; readonly snippet: string };

/** What an answer says. `refused`: it is no answer to the query, in words for the person; another engine may have one. */
export type Found = { readonly results: readonly SearchResult[] } | { readonly refused: string };

/** Failure contract: `read` rejects only with the signal's reason; what it cannot read is `refused`. */
export type SearchEngine = {
  readonly name: string;
  /** Whether the person named it in their configuration: then it may be an address of this machine. */
  readonly isConfigured: boolean;
  ask(query: string): Omit<WebRequest, 'addresses'>;
  /** Reads the answer to a request that went well. */
  read(text: string, signal: AbortSignal): Found | Promise<Found>;
};

export const maxResults = 10;
