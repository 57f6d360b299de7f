/**
 * Alerts the person by sending a request to the address that the board names. A board is a file in the repository, so it cannot decide by itself where
 * something is sent: the person's own rules must allow the host.
 */
import { hostAt } from '../../laws/network/host.ts';
import { leadsTo } from '../../laws/network/leads-to.ts';
import { decideByRules, type RuleSet } from '../../laws/rules/rules.ts';
import type { Escalation } from '../../team/watch/watcher.ts';

export type EscalateOptions = { readonly rules: RuleSet; readonly onAlert: (text: string) => void; readonly send?: typeof postEscalation };

/** Sends the alert once, and reports why if it is not sent. Never rejects: a team does not depend on it. */
export const createEscalate =
  ({ rules, onAlert, send = postEscalation }: EscalateOptions) =>
  async (address: string, alert: Escalation): Promise<void> => {
    const why = whyNotSent(address, rules) ?? (await send(address, alert));
    if (why !== undefined) onAlert(`the board's escalation_webhook was not notified: ${why}`);
  };

/** Why an address is not used; undefined if it is used. Its path may be a secret, so it is not repeated. */
export function whyNotSent(address: string, rules: RuleSet): string | undefined {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'it is not an address that begins with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or a password';
  const host = hostAt(url.host, url.protocol === 'https:' ? 443 : 80);
  if (!host) return `${url.host} is not a host name`;
  if (leadsTo(host.name, []) === 'local') return `${url.host} is this machine, and rules apply only to other machines`;
  const { decision, rule } = decideByRules(rules, { tool: 'net', host });
  if (decision === 'allow') return undefined;
  return decision === 'none'
    ? `none of your rules allows ${url.host}; the rule net(${url.host}) would allow it`
    : `the rule ${rule} does not allow it`;
}

const limitMs = 10_000;

/** Why the request failed; undefined if it was accepted. */
export async function postEscalation(address: string, { level, title, text, since }: Escalation): Promise<string | undefined> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error', // only this host was allowed, so redirects are not followed
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: `${level} ${title}: ${text}`, level, title, since }),
      signal: AbortSignal.timeout(limitMs),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}
