/** The result pages of engines that return HTML. Runs in the worker that reads pages. */
import { parseHTML } from 'linkedom';
import { oneLine } from '../../../contracts/text/shorten.ts';
import { type Found, maxResults, type SearchResult } from './engine.ts';

export type PageResults = Found;

type Element = {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
};

type Page = {
  /** Selectors for a result and, inside it, for the title (a link) and the snippet. */
  readonly result: string;
  readonly title: string;
  readonly snippet: string;
  /** The text on a page without results. */
  readonly none: RegExp;
  /** The text on a page that asks whether the visitor is human. */
  readonly doubts: RegExp;
  address(href: string): string;
};

const pages = {
  duckduckgo: {
    result: '.result:not(.result--ad)',
    title: 'a.result__a',
    snippet: '.result__snippet',
    none: /class="[^"]*\bno-results\b|No\s+results\.?\s*</i,
    doubts: /anomaly-modal|challenge-form|bots use DuckDuckGo too/i,
    address: (href) => URL.parse(href, 'https://duckduckgo.com')?.searchParams.get('uddg') ?? href,
  },
  mojeek: {
    result: 'ul.results-standard > li',
    title: 'a.title',
    snippet: 'p.s',
    none: /No pages found matching/i,
    doubts: /captcha|automated queries|unusual traffic/i,
    address: (href) => href,
  },
} as const satisfies Record<string, Page>;

export type EnginePage = keyof typeof pages;

/** The results on a page, at most ten; a page without results that does not say so does not count as an answer. */
export function resultsIn(engine: EnginePage, html: string): PageResults {
  const page: Page = pages[engine];
  const { document } = parseHTML(html) as { readonly document: Pick<Element, 'querySelectorAll'> }; // its types require those of a browser
  const results = [...document.querySelectorAll(page.result)].flatMap((each) => resultOf(each, page));
  if (results.length > 0) return { results: results.slice(0, maxResults) };
  if (page.doubts.test(html)) return { refused: 'it asks for a captcha' };
  return page.none.test(html) ? { results: [] } : { refused: 'its page has no results, and does not say that there are none' };
}

function resultOf(element: Element, { title, snippet, address }: Page): readonly SearchResult[] {
  const link = element.querySelector(title);
  const url = URL.parse(address(link?.getAttribute('href') ?? ''));
  if (!link || !url || !/^https?:$/.test(url.protocol)) return [];
  return [{ title: lineOf(link), url: url.href, snippet: lineOf(element.querySelector(snippet)) }];
}

const lineOf = (element: Element | null): string => oneLine(element?.textContent ?? '', 400);
