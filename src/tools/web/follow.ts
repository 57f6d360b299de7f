/** Fetches a URL and follows its redirects; each step is judged before anything is sent. */
import type { Outside } from '../network/outside.ts';
import { failed, type ToolContext, type ToolResult } from '../tool.ts';
import { exchange, type WebResponse } from './exchange.ts';
import { type AddressSources, judgeAddress } from './judge-address.ts';
import { readUrl } from './read-url.ts';

export type Fetched = WebResponse & { readonly url: URL };

const maxRedirects = 10;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Rejects with a network error, or the signal's reason. */
export async function follow(
  start: URL,
  how: { readonly tool: string; readonly whyNot: (url: URL) => string | undefined },
  context: ToolContext,
  sources: AddressSources,
): Promise<Fetched | { readonly stopped: ToolResult }> {
  const seen = new Set<string>();
  const pinned = { ...sources, outside: lookingUpOnce(sources.outside) };
  let url = start;
  let isRedirect = false;
  for (;;) {
    const why = how.whyNot(url);
    if (why !== undefined) return { stopped: failed('refused', `not fetched: ${why}`) };
    seen.add(url.href);
    const asked = { url, tool: how.tool, action: `fetch ${url.href}`, isRedirect };
    let judged = await judgeAddress(asked, context, pinned);
    // The person is asked only about the first URL: an approval of a later one would not cover the redirects that lead to it.
    if ('stopped' in judged && judged.stopped.harm && url !== start)
      judged = await judgeAddress({ ...asked, isRedirect: true }, context, pinned);
    if ('stopped' in judged) return judged;
    const response = await exchange({ url, addresses: judged.addresses }, pinned.outside, context.signal);
    const { location } = response.headers;
    if (!redirects.has(response.status) || location === undefined) return { ...response, url };
    const read = readUrl(location, url);
    if (!read.ok) return { stopped: failed('failed', `${url.href} redirects to an address that cannot be fetched: ${read.error}`) };
    const next = read.value;
    if (seen.has(next.href)) return { stopped: failed('failed', `${start.href} redirects in a loop, back to ${next.href}`) };
    if (seen.size > maxRedirects) return { stopped: failed('failed', `${start.href} redirects more than ${maxRedirects} times`) };
    isRedirect ||= next.origin !== start.origin; // stays true after a redirect back to the first host: the other host chose the URL
    url = next;
  }
}

/** Every name is resolved only once, and keeps its addresses. */
function lookingUpOnce(outside: Outside): Outside {
  const known = new Map<string, Promise<readonly string[]>>();
  return {
    ...outside,
    resolve(name, signal) {
      const found = known.get(name) ?? outside.resolve(name, signal);
      known.set(name, found);
      return found;
    },
  };
}
