/** Searches with engines that answer, refuse, or cannot be reached. Their pages have the structure of real ones. */
import { describe, expect, test } from 'vitest';
import { callContext, type Page, permitting, web } from '../../test/support/web.ts';
import { createSearch } from './search.ts';
import { resultsIn } from './web/search/engine-pages.ts';
import { type ConfiguredSearch, enginesFor } from './web/search/engines.ts';

const duck = (results: readonly string[]) => `<!DOCTYPE html><html><head><title>lamp at DuckDuckGo</title></head><body>
  <form id="search_form" action="/html/"></form><div id="links" class="results">${results.join('')}</div></body></html>`;
const duckResult = (title: string, to: string, snippet: string) => `
  <div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(to)}&amp;rut=0123abc">${title}</a></h2>
    <div class="result__extras"><a class="result__url" href="${to}">${to}</a></div><a class="result__snippet" href="${to}">${snippet}</a></div></div>`;
const duckAd =
  '<div class="result result--ad"><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=x.example">Buy lamps</a></h2></div>';
const duckNone = duck(['<div class="result result--no-result"><div class="no-results">No results found for <b>xq</b></div></div>']);
const duckCaptcha =
  '<html><body><form id="challenge-form"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>';
const mojeek = (results: readonly string[]) =>
  `<html><body><div class="results"><ul class="results-standard">${results.join('')}</ul></div></body></html>`;
const mojeekResult = (title: string, to: string, snippet: string) =>
  `<li class="r1"><a class="ob" href="${to}"><p class="i"><span class="url">x</span></p></a><h2><a class="title" title="${to}" href="${to}">${title}</a></h2><p class="s">${snippet}</p></li>`;

const lamp = duck([
  duckAd,
  duckResult('The <b>lamp</b>', 'https://example.org/lamp?a=1&b=2', 'Lit in <b>1846</b> &amp; on.'),
  duckResult('Bad', 'javascript:alert(1)', ''),
]);
const result = { title: 'The lamp', url: 'https://example.org/lamp?a=1&b=2', snippet: 'Lit in 1846 & on.' };

describe('the page of', () => {
  test.each<[string, Parameters<typeof resultsIn>, ReturnType<typeof resultsIn> | { refused: unknown }]>([
    ['DuckDuckGo, without its advertisements', ['duckduckgo', lamp], { results: [result] }],
    [
      'DuckDuckGo, with ten results at most',
      ['duckduckgo', duck(Array(30).fill(duckResult('The lamp', result.url, result.snippet)))],
      { results: Array(10).fill(result) },
    ],
    ['DuckDuckGo, with nothing to find', ['duckduckgo', duckNone], { results: [] }],
    ['DuckDuckGo, with a captcha', ['duckduckgo', duckCaptcha], { refused: expect.stringContaining('captcha') }],
    ['DuckDuckGo, empty', ['duckduckgo', ''], { refused: expect.stringContaining('no results') }],
    ['DuckDuckGo, of another shape', ['duckduckgo', '<html><body><p>Welcome</p></body></html>'], { refused: expect.any(String) }],
    [
      'Mojeek',
      ['mojeek', mojeek([mojeekResult('The lamp', result.url.replace('&', '&amp;'), 'Lit in 1846 &amp; on.')])],
      { results: [result] },
    ],
    [
      'Mojeek, with nothing to find',
      ['mojeek', '<html><body><div class="results"><p>No pages found matching: <b>xq</b></p></div></body></html>'],
      { results: [] },
    ],
    [
      'Mojeek, which refuses programs',
      ['mojeek', '<html><body><h1>403 - Forbidden</h1><p>automated queries</p></body></html>'],
      { refused: expect.any(String) },
    ],
  ])('%s', (_, page, found) => {
    expect(resultsIn(...page)).toEqual(found);
  });
});

test('a page is read in a thread of its own', async () => {
  const [engine] = enginesFor({});
  expect(await engine?.read(lamp, AbortSignal.timeout(20_000))).toEqual({ results: [result] });
});

const names = {
  'html.duckduckgo.com': ['52.142.124.215'],
  'www.mojeek.com': ['5.102.173.71'],
  'api.search.brave.com': ['18.64.141.1'],
  'api.tavily.com': ['18.64.141.2'],
  'searx.lan': ['192.168.1.7'],
};

async function searching(
  pages: Readonly<Record<string, Page>>,
  configured: ConfiguredSearch = {},
  rules: Parameters<typeof permitting>[0] = {},
) {
  const served = await web(pages, names);
  // Requests over https are served over plain http: fetch_url has tests for certificates. Pages are read without a thread, except in one test.
  const engines = enginesFor(configured).map((engine) => ({
    ...engine,
    ...(engine.isConfigured ? {} : { read: (html: string) => resultsIn(engine.name === 'Mojeek' ? 'mojeek' : 'duckduckgo', html) }),
    ask(query: string) {
      const asked = engine.ask(query);
      return { ...asked, url: Object.assign(new URL(asked.url), { protocol: 'http:' }) };
    },
  }));
  return {
    ...served,
    tool: createSearch({
      engines: async () => engines,
      outside: served.outside,
      permissions: permitting(rules),
      redact: (text) => text.replaceAll('hunter2', ''),
    }),
  };
}

const ducks = 'html.duckduckgo.com/html/?q=old+lamp';
const mojeeks = 'www.mojeek.com/search?q=old+lamp';
const query = { query: ' old lamp ' };

test('gives title, address and snippet of each result, and gives them again for the same search', async () => {
  const { tool, requests } = await searching({ [ducks]: lamp });
  const first = await tool.run(query, callContext());
  expect(first).toMatchObject({
    ok: true,
    output: '1. The lamp\n   https://example.org/lamp?a=1&b=2\n   Lit in 1846 & on.\n[artoo: DuckDuckGo was sent: old lamp]',
  });
  const again = await tool.run({ query: 'Old  LAMP' }, callContext());
  expect(again.output).toBe(`${first.output}\n[artoo: this task already searched for this; these are the results from then]`);
  expect(requests).toEqual([ducks]);
});

test.each<[string, Page]>([
  ['shows a captcha', duckCaptcha],
  ['says 202', { status: 202, body: duckCaptcha }],
  ['says 403', { status: 403 }],
  ['says 429', { status: 429 }],
  ['redirects elsewhere', { status: 302, headers: { location: 'http://127.0.0.1/' } }],
  ['answers with an empty page', '<html></html>'],
])('the second engine is asked where the first %s', async (_, page) => {
  const { tool, requests } = await searching({
    [ducks]: page,
    [mojeeks]: mojeek([mojeekResult('Lamps', 'https://lamps.example/', 'old')]),
  });
  expect((await tool.run(query, callContext())).output).toBe(
    '1. Lamps\n   https://lamps.example/\n   old\n[artoo: DuckDuckGo and Mojeek were sent: old lamp]',
  );
  expect(requests).toEqual([ducks, mojeeks]);
});

test('that nothing was found is an answer', async () => {
  const { tool, requests } = await searching({ [ducks]: duckNone });
  expect(await tool.run(query, callContext())).toMatchObject({
    ok: true,
    output: 'DuckDuckGo found nothing for old lamp.\n[artoo: DuckDuckGo was sent: old lamp]',
  });
  expect(requests).toEqual([ducks]);
});

test('where all engines refuse, each reason is reported once', async () => {
  const { tool } = await searching({ [ducks]: { status: 429 }, [mojeeks]: { status: 403 } });
  const { ok, error } = await tool.run(query, callContext());
  expect([ok, error?.message]).toEqual([false, expect.stringMatching(/DuckDuckGo: .*429.*Mojeek: .*403/)]);
});

test('offline is one sentence', async () => {
  const outside = {
    resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'EAI_AGAIN' })),
    connect: () => expect.fail('no address'),
  };
  const tool = createSearch({ engines: async () => enginesFor({}), outside, permissions: permitting({}), redact: (text) => text });
  expect((await tool.run(query, callContext())).error).toEqual({
    class: 'network',
    message: expect.stringMatching(/^cannot search: there is no connection to the internet[^.]*$/),
  });
});

test('a query that holds a secret is sent to no engine', async () => {
  const { tool, requests } = await searching({});
  expect(await tool.run({ query: 'what is hunter2' }, callContext())).toMatchObject({ ok: false, error: { class: 'refused' } });
  expect(requests).toEqual([]);
});

describe('what is configured is asked first:', () => {
  const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

  test('SearXNG, at an address of this outside, without a question', async () => {
    const { tool, requests } = await searching(
      {
        'searx.lan:8080/x/search?q=old+lamp&format=json': json({
          results: [{ title: 'A', url: 'https://a.example/', content: 'old' }, { url: 'javascript:x' }],
        }),
      },
      { searxng: 'http://searx.lan:8080/x/' },
    );
    expect((await tool.run(query, callContext())).output).toMatch(
      /^1\. A\n {3}https:\/\/a\.example\/\n {3}old\n\[artoo: \w+ was sent: old lamp\]$/,
    );
    expect(requests.length).toBe(1);
  });

  test.each<[string, ConfiguredSearch, string, unknown, Record<string, string>]>([
    [
      'Brave',
      { brave_key: 'key-b' },
      'api.search.brave.com/res/v1/web/search?q=old+lamp&count=10',
      { web: { results: [{ title: 'A', url: 'https://a.example/', description: '<strong>old</strong>' }] } },
      { 'x-subscription-token': 'key-b' },
    ],
    [
      'Tavily',
      { tavily_key: 'key-t' },
      'api.tavily.com/search',
      { results: [{ title: 'A', url: 'https://a.example/', content: 'old' }] },
      { authorization: 'Bearer key-t' },
    ],
  ])('%s, with its key', async (_, configured, place, answer, headers) => {
    const { tool } = await searching(
      {
        [place]: (request, response) => {
          expect(request.headers).toMatchObject(headers);
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        },
      },
      configured,
    );
    expect((await tool.run(query, callContext())).output).toMatch(
      /^1\. A\n {3}https:\/\/a\.example\/\n {3}old\n\[artoo: \w+ was sent: old lamp\]$/,
    );
  });

  test.each<[string, Page]>([
    ['its key is not accepted', { status: 401 }],
    ['it redirects', { status: 307, headers: { location: 'http://www.mojeek.com/' } }],
    ['it answers with nonsense', 'x'],
    ['it has an empty answer', json({ web: null })],
  ])('where %s, its key goes nowhere else, and the next engine is asked', async (_, page) => {
    const keys: unknown[] = [];
    const { tool } = await searching(
      {
        'api.search.brave.com/res/v1/web/search?q=old+lamp&count=10': page,
        [ducks]: (request, response) => {
          keys.push(request.headers['x-subscription-token']);
          response.writeHead(200, { 'content-type': 'text/html' }).end(lamp);
        },
      },
      { brave_key: 'key-b' },
    );
    expect((await tool.run(query, callContext())).output).toContain('The lamp');
    expect(keys).toEqual([undefined]);
  });
});

describe('rules about the host of an engine', () => {
  test('that ask make the search a question, and the next engine after a refusal another one', async () => {
    const { tool, requests } = await searching(
      { [ducks]: { status: 429 }, [mojeeks]: mojeek([mojeekResult('Lamps', 'https://lamps.example/', '')]) },
      {},
      { ask: ['fetch(*)'] },
    );
    const { harm: first } = await tool.run(query, callContext());
    expect(first).toMatchObject({ action: 'search for old lamp with DuckDuckGo', rule: null });
    const { harm: second } = await tool.run(query, callContext({ approved: first?.hash }));
    expect(second).toMatchObject({ action: 'search for old lamp with Mojeek' });
    expect(await tool.run(query, callContext({ approved: second?.hash }))).toMatchObject({ ok: true });
    expect(requests).toEqual([ducks, mojeeks]);
  });

  test('that forbid it leave it out', async () => {
    const { tool, requests } = await searching(
      { [mojeeks]: mojeek([mojeekResult('Lamps', 'https://lamps.example/', '')]) },
      {},
      { deny: ['fetch(*.duckduckgo.com)'] },
    );
    expect(await tool.run(query, callContext())).toMatchObject({ ok: true });
    expect(requests).toEqual([mojeeks]);
  });
});
