/** Reaches a host, if this is allowed: decides about the name, resolves it once, decides about the address, and connects to exactly that address. */
import type { Socket } from 'node:net';
import { errnoOf } from '../../contracts/errno.ts';
import { type AddressKind, addressKind } from '../../laws/network/address-kind.ts';
import { type Host, hostText } from '../../laws/network/host.ts';
import type { HostGate } from './host-gate.ts';
import { connectToFirst, type Outside } from './outside.ts';

/** A connection, or why there is none: the host was refused, or it cannot be reached. */
export type Reached = { readonly socket: Socket } | { readonly refused: string } | { readonly failed: string };

export type ReachOptions = {
  readonly gate: HostGate;
  readonly outside: Outside;
  /** Called before anything is sent to a host. If it throws, nothing is sent. */
  readonly onLeaving: () => void;
};

const maxLookUpMs = 15_000;

export async function reachHost(host: Host, signal: AbortSignal, { gate, outside, onLeaving }: ReachOptions): Promise<Reached> {
  const why = await gate.whyNot(host);
  if (why !== undefined) return { refused: why };
  try {
    signal.throwIfAborted(); // the command may have given up while this was waiting
    onLeaving();
    const addresses = await outside.resolve(host.name, AbortSignal.any([signal, AbortSignal.timeout(maxLookUpMs)]));
    const { kind, among } = safest(addresses);
    const whyNotThere = await gate.whyNot(host, kind);
    if (whyNotThere !== undefined) return { refused: whyNotThere };
    return { socket: await connectToFirst(outside, { addresses: among, port: host.port }, signal) };
  } catch (error) {
    return { failed: `${hostText(host)} cannot be reached: ${whyUnreached(error)}` };
  }
}

function whyUnreached(error: unknown): string {
  const code = errnoOf(error);
  return reasons[code ?? ''] ?? code ?? (error instanceof Error ? error.message : 'unknown');
}

const nameless = 'there is no such name, or this machine is offline';
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: nameless,
  EAI_AGAIN: nameless,
  ENODATA: nameless,
  ECONNREFUSED: 'nothing listens there',
  ENETUNREACH: 'this machine has no route to it',
  EHOSTUNREACH: 'this machine has no route to it',
  ETIMEDOUT: 'it does not answer',
};

/** The public addresses, if there are any; an invalid address counts as an address that does not answer. */
function safest(addresses: readonly string[]): { readonly kind: AddressKind; readonly among: readonly string[] } {
  for (const kind of ['public', 'private', 'local'] as const) {
    const among = addresses.filter((address) => addressKind(address) === kind);
    if (among.length > 0) return { kind, among };
  }
  return { kind: 'other', among: addresses };
}
