/**
 * Where a URL leads, and whether Law 1 allows a request to that place. Names are resolved only once, so that exactly the judged address is contacted.
 */
import { isIP } from 'node:net';
import { mayFetch } from '../../laws/law1-harm.ts';
import { leadsTo } from '../../laws/network/leads-to.ts';
import { fetchHarm, fetchHash } from '../asking/fetch-harm.ts';
import type { Permissions } from '../asking/permissions.ts';
import type { Outside } from '../network/outside.ts';
import { failed, needsYes, type ToolContext, type ToolResult } from '../tool.ts';
import { hostOf } from './read-url.ts';

export type AskedAddress = {
  readonly url: URL;
  readonly tool: string;
  /** What would be done, in words for the person. */
  readonly action: string;
  /** Whether another host redirected to this URL. */
  readonly isRedirect: boolean;
};

export type AddressSources = { readonly outside: Outside; readonly permissions: Permissions };

/** The addresses to which a request may be sent, or the result of the call if there are none. Rejects with a system error. */
export async function judgeAddress(
  asked: AskedAddress,
  { approved, call, signal }: ToolContext,
  { outside, permissions }: AddressSources,
): Promise<{ readonly addresses: readonly string[] } | { readonly stopped: ToolResult }> {
  const { url, tool, action, isRedirect } = asked;
  const addresses = await addressesOf(url, outside, signal);
  const asking = { tool: 'fetch', host: url.host } as const;
  const sending = { tool, action, leadsTo: leadsTo(hostOf(url), addresses) };
  const ruled = permissions.decide(asking, call.task_id);
  const verdict = mayFetch({ host: url.host, ruled, leadsTo: sending.leadsTo, isRedirect, approved, hash: fetchHash(sending) });
  if (verdict.verdict === 'apply') return { addresses };
  if (verdict.because === 'address' && verdict.verdict === 'deny') return { stopped: failed('refused', `not fetched: ${verdict.reason}`) };
  return { stopped: needsYes(fetchHarm(sending, verdict, permissions.narrow(asking))) };
}

/** The addresses of a name, resolved only once; an IP address is its own address. */
export async function addressesOf(url: URL, outside: Outside, signal: AbortSignal): Promise<readonly string[]> {
  const host = hostOf(url);
  return isIP(host) === 0 ? outside.resolve(host, signal) : [host];
}
