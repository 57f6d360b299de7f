/** Searches the web: the first engine that answers counts, and the same search is made once a task. */
import { z } from 'zod';
import type { Permissions } from './asking/permissions.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { decodeText } from './web/charset.ts';
import { exchange } from './web/exchange.ts';
import { addressesOf, judgeAddress } from './web/judge-address.ts';
import type { Network } from './web/network.ts';
import type { Found, SearchEngine, SearchResult } from './web/search/engine.ts';
import { whySecret } from './web/secret-in.ts';
import { createTaskCache } from './web/task-cache.ts';
import { isOffline, offline, webFailure } from './web/web-failure.ts';

const SearchInput = z.object({
  query: z.string().min(1).max(500).describe('What to look for, as one would type it into a search engine.'),
});
type SearchInput = z.infer<typeof SearchInput>;

export type SearchOptions = {
  readonly engines: readonly SearchEngine[];
  readonly network: Network;
  readonly permissions: Permissions;
  /** Takes what is known to be secret out of a text. */
  readonly redact: (text: string) => string;
};

const name = 'search';
const keptSearches = 64;

export function createSearch({ engines, redact, ...sources }: SearchOptions): Tool<SearchInput> {
  const found = createTaskCache<string>(keptSearches);
  /** Why an engine has no answer to a search, so that it is asked no second time. */
  const refusals = createTaskCache<string>(keptSearches);

  async function run({ query }: SearchInput, context: ToolContext): Promise<ToolResult> {
    const { task_id } = context.call;
    const key = query.trim().toLowerCase().replaceAll(/\s+/g, ' ');
    if (key === '') return failed('invalid_input', 'the query is empty');
    const why = whySecret(query, redact);
    if (why !== undefined) return failed('refused', `not searched for: ${why}`);
    const known = found.get(task_id, key);
    if (known !== undefined)
      return succeeded(`${known}\n[artoo: the same was searched for before in this task; this is what was found then]`);
    const reasons: string[] = [];
    let isWithoutNetwork = true;
    for (const engine of engines) {
      const place = `${engine.name} ${key}`;
      const before = refusals.get(task_id, place);
      const answer = before === undefined ? await askEngine(engine, query.trim(), context, sources) : { refused: before };
      if ('stopped' in answer && answer.stopped.harm !== undefined && answer.stopped.harm.denied === undefined) return answer.stopped;
      if ('results' in answer) {
        const text = textOf(answer.results, query.trim(), engine.name);
        found.set(task_id, key, text);
        return succeeded(text);
      }
      isWithoutNetwork &&= 'stopped' in answer && isOffline(answer.stopped);
      const reason = 'refused' in answer ? answer.refused : (answer.stopped.error?.message ?? '');
      reasons.push(`${engine.name}: ${reason}`);
      if ('refused' in answer) refusals.set(task_id, place, reason);
    }
    if (isWithoutNetwork) return failed('network', `cannot search: ${offline}`);
    return failed(
      'network',
      `no search engine gave an answer. ${reasons.join('. ')}. Other words will not help; fetch_url reads a page whose address is known`,
    );
  }

  return {
    name,
    description:
      'Search the web: up to ten results, each with title, address and a snippet. Read with fetch_url what a result points to before stating it.',
    input: SearchInput,
    target: ({ query }) => query.trim(),
    timeoutMs: 60_000,
    changes: () => false,
    repeatable: () => true,
    evidence: { kind: 'fetches', from: 'query' },
    run,
  };
}

type Sources = Pick<SearchOptions, 'network' | 'permissions'>;

/** An engine follows no redirect: what it is sent, a key among it, is for its own host alone. */
async function askEngine(
  engine: SearchEngine,
  query: string,
  context: ToolContext,
  sources: Sources,
): Promise<Found | { readonly stopped: ToolResult }> {
  const request = engine.ask(query);
  try {
    const judged = await addressesFor(engine, request.url, query, context, sources);
    if ('stopped' in judged) return judged;
    const { status, headers, body } = await exchange({ ...request, ...judged }, sources.network, context.signal);
    if (status === 401) return { refused: 'it does not accept the key' };
    if (status === 202 || status === 403 || status === 429) return { refused: `it refuses to answer programs for now (status ${status})` };
    if (status !== 200) return { refused: `it answered with status ${status}` };
    return await engine.read(decodeText(body, headers['content-type']), context.signal);
  } catch (error) {
    return { stopped: webFailure(error, 'cannot be reached') };
  }
}

/** What the person configured needs no question; a rule that forbids its host still counts. */
async function addressesFor(engine: SearchEngine, url: URL, query: string, context: ToolContext, sources: Sources) {
  const { decision } = sources.permissions.decide({ tool: 'fetch', host: url.host }, context.call.task_id);
  if (engine.isConfigured && decision !== 'deny' && decision !== 'ask')
    return { addresses: await addressesOf(url, sources.network, context.signal) };
  return judgeAddress({ url, tool: name, action: `search for ${query} with ${engine.name}`, isRedirect: false }, context, sources);
}

function textOf(results: readonly SearchResult[], query: string, engine: string): string {
  if (results.length === 0) return `${engine} found nothing for ${query}.`;
  return results
    .map(({ title, url, snippet }, at) => [`${at + 1}. ${title}`, `   ${url}`, ...(snippet === '' ? [] : [`   ${snippet}`])].join('\n'))
    .join('\n');
}
