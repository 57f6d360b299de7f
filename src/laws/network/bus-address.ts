/** Where a bus is and how to sign in to it. Pure. */
import { ArtooError } from '../../contracts/errors.ts';

/** The files needed to sign in: a `.creds` file written by NATS tools, and PEM files for TLS. */
export type BusFiles = {
  readonly credentials?: string | undefined;
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
};

export type BusAddress = {
  /** What the client connects to: host and port, without credentials. */
  readonly server: string;
  readonly host: string;
  /** Separates the users of one bus: part of every subject. */
  readonly realm: string;
  /** The pool whose workers run commands for this host; undefined for any pool. */
  readonly pool?: string | undefined;
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  /** What a server asks for if it has no users. */
  readonly token?: string | undefined;
  /** A `.creds` file written by NATS tools. */
  readonly credentials?: string | undefined;
  readonly tls?: Omit<BusFiles, 'credentials'> | undefined;
};

const defaultRealm = 'default';

const realmShape = /^[A-Za-z0-9_-]{1,32}$/;

const wrong = (error: string): { readonly ok: false; readonly error: string } => ({ ok: false, error });

/**
 * Reads `nats://[user:password@]host[:port][/realm]`, or the same with `tls:`; a name without a password counts as a token. An error never quotes the
 * text, which may contain a password.
 */
export function readBusAddress(
  text: string,
  { credentials, ...pem }: BusFiles = {},
): { readonly ok: true; readonly value: BusAddress } | { readonly ok: false; readonly error: string } {
  const url = URL.parse(text);
  const isAddress = url !== null && /^(?:nats|tls):$/.test(url.protocol) && url.hostname !== '' && url.search === '' && url.hash === '';
  if (!isAddress) return wrong('must be the address of a bus, such as nats://host:4222 or nats://host:4222/realm');
  const realm = url.pathname.replace(/^\/$/, '').replace(/^\//, '') || defaultRealm;
  if (!realmShape.test(realm)) return wrong('must end in a realm of 1 to 32 letters, digits, _ or -');
  const [name, password] = [url.username, url.password].map(decoded);
  if (name === undefined || password === undefined)
    return wrong('must have a name and a password in which every % begins a code such as %20');
  const hasTls = url.protocol === 'tls:' || Object.values(pem).some((file) => file !== undefined);
  const value: BusAddress = {
    server: `${url.hostname}:${url.port || '4222'}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    realm,
    ...(password !== '' && { user: { name, password } }),
    ...(password === '' && name !== '' && { token: name }),
    ...(credentials !== undefined && { credentials }),
    ...(hasTls && { tls: pem }),
  };
  return { ok: true, value };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Like `readBusAddress`, but throws `usage` instead of returning an error. */
export function busAddress(text: string, files: BusFiles = {}): BusAddress {
  const read = readBusAddress(text, files);
  if (read.ok) return read.value;
  throw new ArtooError('usage', `the bus ${read.error}`);
}

/** A bus address in a form that may be shown: without credentials. */
export const shownBus = ({ server, realm, tls }: BusAddress): string => `${tls ? 'tls' : 'nats'}://${server}/${realm}`;

/** Whether a host can only be this machine. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** What must never be shown about a bus, wherever it occurs. */
export const secretsOfBus = ({ user, token }: BusAddress): readonly { readonly name: string; readonly value: string }[] =>
  [user?.password, token].flatMap((value) => (value === undefined ? [] : [{ name: 'bus password', value }]));
