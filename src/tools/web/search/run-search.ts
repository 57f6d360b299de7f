/** A search under Law 1: tries one engine after another until one answers. Loaded only when something is searched for. */
import { failed, succeeded, type ToolContext, type ToolResult } from '../../tool.ts';
import { decodeText } from '../charset.ts';
import { exchange } from '../exchange.ts';
import { type AddressSources, addressesOf, judgeAddress } from '../judge-address.ts';
import { whySecret } from '../secret-in.ts';
import type { TaskCache } from '../task-cache.ts';
import { isOffline, offline, webFailure } from '../web-failure.ts';
import type { Found, SearchEngine, SearchResult } from './engine.ts';

export type SearchSources = AddressSources & {
  /** The engines in the order in which they are tried. */
  readonly engines: () => Promise<readonly SearchEngine[]>;
  /** Removes known secrets from a text. */
  readonly redact: (text: string) => string;
};

/** Earlier results, and why an engine had no answer, so that it is not asked again. */
export type SearchCaches = { readonly found: TaskCache<string>; readonly refusals: TaskCache<string> };

export async function runSearch(query: string, context: ToolContext, options: SearchSources & SearchCaches): Promise<ToolResult> {
  const { engines, redact, permissions, outside, found, refusals } = options;
  const { task_id } = context.call;
  const key = query.toLowerCase().replaceAll(/\s+/g, ' ');
  if (key === '') return failed('invalid_input', 'the query is empty');
  const why = whySecret(query, redact);
  if (why !== undefined) return failed('refused', `not searched for: ${why}`);
  const known = found.get(task_id, key);
  if (known !== undefined) return succeeded(`${known}\n[artoo: this task already searched for this; these are the results from then]`);
  const reasons: string[] = [];
  /** The engines to which the query has been sent. */
  const asked: string[] = [];
  let isWithoutNetwork = true;
  for (const engine of await engines()) {
    const place = `${engine.name} ${key}`;
    const before = refusals.get(task_id, place);
    const answer = before === undefined ? await askEngine(engine, query, context, { permissions, outside }) : { refused: before };
    if ('stopped' in answer && answer.stopped.harm !== undefined && answer.stopped.harm.denied === undefined) return answer.stopped;
    if (before === undefined && !('stopped' in answer)) asked.push(engine.name);
    if ('results' in answer) {
      const text = `${textOf(answer.results, query, engine.name)}\n[artoo: ${asked.join(' and ')} ${asked.length === 1 ? 'was' : 'were'} sent: ${query}]`;
      found.set(task_id, key, text);
      return succeeded(text);
    }
    isWithoutNetwork &&= 'isOffline' in answer && answer.isOffline;
    const reason = 'refused' in answer ? answer.refused : (answer.stopped.error?.message ?? '');
    reasons.push(`${engine.name}: ${reason}`);
    if ('refused' in answer) refusals.set(task_id, place, reason);
  }
  if (isWithoutNetwork) return failed('network', `cannot search: ${offline}`);
  return failed('network', `no search engine answered. ${reasons.join('. ')}. fetch_url reads a page if its address is known`);
}

/** Redirects are not followed: the request, which may contain a key, is meant only for the engine's own host. */
async function askEngine(
  engine: SearchEngine,
  query: string,
  context: ToolContext,
  sources: AddressSources,
): Promise<Found | { readonly stopped: ToolResult; readonly isOffline?: boolean }> {
  const request = engine.ask(query);
  try {
    const judged = await addressesFor(engine, request.url, query, context, sources);
    if ('stopped' in judged) return judged;
    const { status, headers, body } = await exchange({ ...request, ...judged }, sources.outside, context.signal);
    if (status === 401) return { refused: 'it does not accept the key' };
    if (status === 202 || status === 403 || status === 429) return { refused: `it refuses to answer programs for now (status ${status})` };
    if (status !== 200) return { refused: `it answered with status ${status}` };
    return await engine.read(decodeText(body, headers['content-type']), context.signal);
  } catch (error) {
    return { stopped: webFailure(error, 'cannot be reached'), isOffline: isOffline(error) };
  }
}

/** An engine that the person configured needs no question; a rule that forbids its host still counts. */
async function addressesFor(engine: SearchEngine, url: URL, query: string, context: ToolContext, sources: AddressSources) {
  const { decision } = sources.permissions.decide({ tool: 'fetch', host: url.host }, context.call.task_id);
  if (engine.isConfigured && decision !== 'deny' && decision !== 'ask')
    return { addresses: await addressesOf(url, sources.outside, context.signal) };
  return judgeAddress({ url, tool: 'search', action: `search for ${query} with ${engine.name}`, isRedirect: false }, context, sources);
}

function textOf(results: readonly SearchResult[], query: string, engine: string): string {
  if (results.length === 0) return `${engine} found nothing for ${query}.`;
  return results
    .map(({ title, url, snippet }, at) => [`${at + 1}. ${title}`, `   ${url}`, ...(snippet === '' ? [] : [`   ${snippet}`])].join('\n'))
    .join('\n');
}
