/** Fetches a page and returns its text. Public addresses are free, others need approval: Law 1 decides, separately for every redirect. */
import { z } from 'zod';
import type { LeftOut } from '../contracts/text/shorten.ts';
import type { Tool } from './tool.ts';
import type { FetchSources } from './web/fetch-page.ts';
import { createTaskCache } from './web/task-cache.ts';

const FetchInput = z.object({
  url: z.string().min(1).max(10_000).describe('A full address, http or https.'),
  from: z.int().min(1).optional().describe('The line of its text to start at, to continue reading a long page.'),
});
type FetchInput = z.infer<typeof FetchInput>;

const keptPages = 32;

export function createFetchUrl(options: FetchSources): Tool<FetchInput> {
  const pages = createTaskCache<string>(keptPages);
  return {
    name: 'fetch_url',
    description:
      'Fetch a web page by its address and read its text: HTML as Markdown, PDF, plain text, JSON. It sends no cookies and runs no scripts. Addresses of this machine and its network need a yes from the person.',
    input: FetchInput,
    target: ({ url }) => url.trim(),
    timeoutMs: 45_000,
    changes: () => false,
    repeatable: () => true,
    evidence: { kind: 'fetches', from: 'url' },
    leftOut,
    run: async (input, context) => (await import('./web/fetch-page.ts')).fetchPage(input, context, { ...options, pages }),
  };
}

function leftOut(left: LeftOut, { from: first = 1 }: FetchInput): string {
  const counted = (count: number): string => (count + first - 1).toLocaleString('en');
  if (left.from === left.to) return `${left.characters.toLocaleString('en')} characters of line ${counted(left.from)} left out`;
  return `lines ${counted(left.from)} to ${counted(left.to)} of ${counted(left.lines)} left out; fetch_url with from: ${left.from + first - 1} continues`;
}
