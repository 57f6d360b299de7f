/** Searches the web: the first engine that answers counts, and the same search is made only once in a task. */
import { z } from 'zod';
import type { Tool } from './tool.ts';
import type { SearchSources } from './web/search/run-search.ts';
import { createTaskCache } from './web/task-cache.ts';

const SearchInput = z.object({
  query: z.string().min(1).max(500).describe('What to look for, as one would type it into a search engine.'),
});
type SearchInput = z.infer<typeof SearchInput>;

const keptSearches = 64;

export function createSearch(sources: SearchSources): Tool<SearchInput> {
  const caches = { found: createTaskCache<string>(keptSearches), refusals: createTaskCache<string>(keptSearches) };
  return {
    name: 'search',
    description:
      'Search the web: up to ten results, each with title, address and a snippet. Before you rely on a result, read the page it points to with fetch_url.',
    input: SearchInput,
    target: ({ query }) => query.trim(),
    timeoutMs: 60_000,
    changes: () => false,
    repeatable: () => true,
    evidence: { kind: 'fetches', from: 'query' },
    run: async ({ query }, context) =>
      (await import('./web/search/run-search.ts')).runSearch(query.trim(), context, { ...sources, ...caches }),
  };
}
