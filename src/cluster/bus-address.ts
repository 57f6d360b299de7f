/** Where a bus is and how to sign in to it. Pure. */
import { ArtooError } from '../contracts/errors.ts';

export type BusAddress = {
  /** What the client connects to: scheme, host and port, without credentials. */
  readonly server: string;
  readonly host: string;
  /** Separates the users of one bus: a part of every subject. */
  readonly realm: string;
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  /** The file of a `.creds` that NATS tools write. */
  readonly credentials?: string | undefined;
  readonly tls?: { readonly ca?: string | undefined; readonly cert?: string | undefined; readonly key?: string | undefined } | undefined;
};

const defaultRealm = 'default';

const realmShape = /^[A-Za-z0-9_-]{1,32}$/;

/** Reads `nats://[user:password@]host[:port][/realm]`, or the same with `tls:`. Throws `usage`. */
export function busAddress(text: string, files: Pick<BusAddress, 'credentials' | 'tls'> = {}): BusAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    (url.protocol !== 'nats:' && url.protocol !== 'tls:') ||
    url.hostname === '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new ArtooError('usage', `${withoutPassword(text)} is not the address of a bus: write nats://host:4222 or nats://host:4222/realm`);
  const realm = url.pathname.replace(/^\/$/, '').replace(/^\//, '') || defaultRealm;
  if (!realmShape.test(realm)) throw new ArtooError('usage', `${realm} cannot be a realm: it has 1 to 32 letters, digits, _ or -`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = url.username === '' ? undefined : { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const tls = files.tls ?? (url.protocol === 'tls:' ? {} : undefined);
  return {
    server: `${url.hostname}:${url.port || '4222'}`,
    ...{ host, realm },
    ...(user && { user }),
    ...(files.credentials !== undefined && { credentials: files.credentials }),
    ...(tls && { tls }),
  };
}

/** An address as a person may see it. */
const withoutPassword = (text: string): string => text.replace(/\/\/[^@/]*@/, '//');

/** Whether a host is this machine and no other. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
