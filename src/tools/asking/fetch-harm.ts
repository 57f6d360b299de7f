/** The question about an address that needs a yes before it is fetched, and what that yes is bound to. */
import { hash } from 'node:crypto';
import type { Ask, Deny } from '../../laws/law1.ts';
import type { AddressKind } from '../../laws/network/address-kind.ts';
import type { Harm } from '../tool.ts';

/** What is sent where: the tool, and what it does, in words. */
export type Sending = { readonly tool: string; readonly action: string; readonly leadsTo: AddressKind };

/** A yes no longer holds once the same name leads to another kind of address. */
export const fetchHash = ({ tool, action, leadsTo }: Sending): string => hash('sha256', JSON.stringify([tool, action, leadsTo]));

/** The question that follows from a verdict, or what a rule forbids. */
export function fetchHarm(sending: Sending, verdict: Ask<'address'> | Deny<'address'>, rule: string | undefined): Harm {
  const isDenied = verdict.verdict === 'deny';
  return {
    action: sending.action,
    effects: [],
    more: 0,
    network: false,
    reason: verdict.reason,
    hash: fetchHash(sending),
    rule: verdict.because === 'address' ? (rule ?? null) : null, // a rule that says to ask overrides all that allow
    ...(isDenied ? { denied: verdict.rule } : {}),
  };
}
