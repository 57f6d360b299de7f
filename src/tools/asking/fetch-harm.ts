/** The question about a URL that needs approval before it is fetched, and what that approval is bound to. */
import { hash } from 'node:crypto';
import type { Ask, Deny } from '../../laws/law1-harm.ts';
import type { AddressKind } from '../../laws/network/address-kind.ts';
import type { Harm } from '../tool.ts';

/** What is sent, and to which place: the tool, and what it does, in words. */
export type Sending = { readonly tool: string; readonly action: string; readonly leadsTo: AddressKind };

/** An approval is no longer valid once the same name leads to another kind of address. */
export const fetchHash = ({ tool, action, leadsTo }: Sending): string => hash('sha256', JSON.stringify([tool, action, leadsTo]));

/** The question for a verdict that asks, or the refusal for a verdict that denies. */
export function fetchHarm(sending: Sending, verdict: Ask<'address'> | Deny<'address'>, rule: string | undefined): Harm {
  const isDenied = verdict.verdict === 'deny';
  return {
    action: sending.action,
    effects: [],
    more: 0,
    network: false,
    reason: verdict.reason,
    hash: fetchHash(sending),
    rule: verdict.because === 'address' ? (rule ?? null) : null, // a rule that asks overrides all rules that allow
    ...(isDenied ? { denied: verdict.rule } : {}),
  };
}
