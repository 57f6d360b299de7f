/** All search engines: those that the person configured, then those that need no key. */
import { z } from 'zod';
import { parsedJson } from '../../../contracts/text/parsed-json.ts';
import { oneLine } from '../../../contracts/text/shorten.ts';
import { readPage } from '../../page-reader.ts';
import { type Found, maxResults, type SearchEngine } from './engine.ts';
import type { EnginePage } from './engine-pages.ts';

/** What the person configured; a key is sent only to the address to which it belongs. */
export type ConfiguredSearch = {
  readonly searxng?: string | undefined;
  readonly brave_key?: string | undefined;
  readonly tavily_key?: string | undefined;
};

/** The engines in the order in which they are tried. */
export function enginesFor({ searxng, brave_key, tavily_key }: ConfiguredSearch): readonly SearchEngine[] {
  return [
    ...(searxng === undefined ? [] : [searxngAt(searxng)]),
    ...(brave_key === undefined ? [] : [braveWith(brave_key)]),
    ...(tavily_key === undefined ? [] : [tavilyWith(tavily_key)]),
    byPage('DuckDuckGo', 'duckduckgo', 'https://html.duckduckgo.com/html/'),
    byPage('Mojeek', 'mojeek', 'https://www.mojeek.com/search'),
  ];
}

const byPage = (name: string, engine: EnginePage, address: string): SearchEngine => ({
  name,
  isConfigured: false,
  ask: (query) => ({ url: withQuery(address, { q: query }) }),
  async read(html, signal) {
    const report = await readPage({ kind: 'results', html, engine }, signal);
    return 'results' in report ? report.results : { refused: `its page cannot be read${'unread' in report ? `: ${report.unread}` : ''}` };
  },
});

const searxngAt = (address: string): SearchEngine => ({
  name: 'SearXNG',
  isConfigured: true,
  ask: (query) => ({ url: withQuery(`${address.replace(/\/+$/, '')}/search`, { q: query, format: 'json' }), headers: wantsJson }),
  read: byJson(z.object({ results: z.array(Listed) }).transform(({ results }) => results)),
});

const braveWith = (key: string): SearchEngine => ({
  name: 'Brave',
  isConfigured: true,
  ask: (query) => ({
    url: withQuery('https://api.search.brave.com/res/v1/web/search', { q: query, count: String(maxResults) }),
    headers: { ...wantsJson, 'x-subscription-token': key },
  }),
  read: byJson(z.object({ web: z.object({ results: z.array(Listed) }).optional() }).transform(({ web }) => web?.results ?? [])),
});

const tavilyWith = (key: string): SearchEngine => ({
  name: 'Tavily',
  isConfigured: true,
  ask: (query) => ({
    url: new URL('https://api.tavily.com/search'),
    headers: { ...wantsJson, 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, max_results: maxResults }),
  }),
  read: byJson(z.object({ results: z.array(Listed) }).transform(({ results }) => results)),
});

const wantsJson = { accept: 'application/json' };

function withQuery(address: string, fields: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value);
  return url;
}

/** SearXNG and Tavily call the snippet `content`, Brave `description`. */
const Listed = z.object({
  title: z.string().default(''),
  url: z.string(),
  content: z.string().nullish(),
  description: z.string().nullish(),
});

const byJson =
  (schema: z.ZodType<readonly z.infer<typeof Listed>[]>) =>
  (text: string): Found => {
    const read = schema.safeParse(parsedJson(text));
    if (!read.success) return { refused: 'its answer is not the expected JSON' };
    const results = read.data.flatMap(({ title, url, content, description }) =>
      /^https?:\/\//i.test(url)
        ? [{ title: oneLine(title, 400), url, snippet: oneLine(withoutMarks(content ?? description ?? ''), 400) }]
        : [],
    );
    return { results: results.slice(0, maxResults) };
  };

const withoutMarks = (text: string): string => text.replaceAll(/<\/?[a-z]{1,10}>/gi, '');
