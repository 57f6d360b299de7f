/** A connection to a bus. It tries to reconnect forever: the code that waits for the bus decides how long. */
import { readFile } from 'node:fs/promises';
import { JetStreamApiError, type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ConnectionOptions, connect, credsAuthenticator, type NatsConnection, type TlsOptions } from '@nats-io/transport-node';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { type BusAddress, isLoopback } from '../laws/network/bus-address.ts';
import { guardSockets } from './guard-sockets.ts';
import { isDenied } from './is-denied.ts';
import { type Names, namesIn, type Role } from './names.ts';
import { whyNotConnected } from './why-not-connected.ts';

export type Bus = AsyncDisposable & {
  readonly address: BusAddress;
  readonly names: Names;
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Closes the connection; every operation that waits for an answer is rejected. */
  close(): Promise<void>;
};

const roleNames = { operator: 'an operator', host: 'a host', worker: 'a worker' } as const satisfies Record<Role, string>;

/** How long the first connection may take. */
const connectMs = 10_000;

/** Throws `bus_unreachable`, `bus_denied`, or, for a server without JetStream, `bus_unfit`. */
export async function openBus(address: BusAddress, role: Role = 'host'): Promise<Bus> {
  const connection = await connected(address, role);
  try {
    refuseOpenBus(address, connection);
    const manager = await jetstreamManager(connection, { timeout: connectMs });
    return {
      ...{ address, connection, manager, names: namesIn(address.realm), stream: jetstream(connection) },
      close: () => connection.close(),
      [Symbol.asyncDispose]: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    if (error instanceof ArtooError) throw error;
    if (isDenied(error))
      throw new ArtooError('bus_denied', `the bus at ${address.server} does not give these credentials the rights of ${roleNames[role]}`, {
        cause: error,
      });
    const why = error instanceof JetStreamApiError ? error.message : 'it has no JetStream';
    throw new ArtooError('bus_unfit', `the bus at ${address.server} cannot be used: ${why}`, { cause: error });
  }
}

async function connected(address: BusAddress, role: Role): Promise<NatsConnection> {
  try {
    guardSockets();
    return await connect(await optionsFor(address, role));
  } catch (error) {
    if (error instanceof ArtooError) throw error;
    const { code, why } = whyNotConnected(error, address.tls !== undefined);
    throw new ArtooError(code, `the bus at ${address.server} ${why}`, { cause: error });
  }
}

async function optionsFor({ server, host, realm, user, token, credentials, tls }: BusAddress, role: Role): Promise<ConnectionOptions> {
  return {
    servers: server,
    name: 'artoo',
    inboxPrefix: namesIn(realm).inbox(role),
    timeout: connectMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 5_000, // to detect a server that no longer answers
    maxPingOut: 2,
    ...(user && { user: user.name, pass: user.password }),
    ...(token !== undefined && { token }),
    ...(credentials !== undefined && { authenticator: credsAuthenticator(await contentOf(credentials)) }),
    ...(tls && { tls: await tlsFor(host, tls) }),
  };
}

/**
 * If the address is an IP address, the certificate is checked against `host`: the client leaves it out, and Node would expect a certificate for
 * localhost.
 */
async function tlsFor(host: string, { ca, cert, key }: NonNullable<BusAddress['tls']>): Promise<TlsOptions & { readonly host: string }> {
  if ((cert === undefined) !== (key === undefined))
    throw new ArtooError('bus_denied', 'a certificate for the bus needs its key: `cert` and `key`');
  const pem = async (file: string) => (await contentOf(file)).toString();
  return {
    host,
    ...(ca !== undefined && { ca: await pem(ca) }),
    ...(cert !== undefined && key !== undefined && { cert: await pem(cert), key: await pem(key) }),
  };
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new ArtooError('bus_denied', `cannot read ${file}, which is needed to sign in to the bus: ${errnoOf(cause) ?? cause}`, { cause });
  }
}

/** Anyone who can reach a server without authentication can read and write everything on it, so such a server may only be used if other machines cannot reach it. */
function refuseOpenBus({ server, host, tls }: BusAddress, { info }: NatsConnection): void {
  if (isLoopback(host)) return;
  const hasCertificate = tls?.cert !== undefined && info?.tls_verify === true;
  if (!info?.auth_required && !hasCertificate)
    throw new ArtooError('bus_denied', `the bus at ${server} asks for no credentials, which is allowed only on this machine (127.0.0.1)`);
  if (!tls) throw new ArtooError('bus_denied', `the bus at ${server} would be used without TLS, and files could be read in transit`);
}
