/** What a host leads to, judging by its name and by all of its addresses. Pure. */
import { type AddressKind, addressKind } from './address-kind.ts';

/** The least public address decides, since a connection may go to any of the addresses. Anything that is not an address counts as `other`. */
export function leadsTo(host: string, addresses: readonly string[]): AddressKind {
  const kinds = [kindByName(host.toLowerCase().replace(/\.$/, '')), ...addresses.map((address) => addressKind(address) ?? 'other')];
  return order.find((kind) => kinds.includes(kind)) ?? 'other';
}

const order: readonly AddressKind[] = ['other', 'local', 'private', 'public'];

/** Names with a special meaning on this machine or network, whatever they resolve to. */
function kindByName(name: string): AddressKind | undefined {
  if (addressKind(name) !== undefined) return undefined;
  if (/(?:^|\.)(?:localhost|localdomain|ip6-(?:localhost|loopback))$/.test(name)) return 'local';
  return !name.includes('.') || /\.(?:local|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(name) ? 'private' : undefined;
}
