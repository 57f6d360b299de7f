/** The port to other machines: names, and connections to addresses. Whoever uses it judges an address before connecting to it. */
import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';

/** Failure contract: `resolve` rejects with a system error; the socket emits one. */
export type Network = {
  /** Every address that a name leads to now. */
  resolve(host: string): Promise<readonly string[]>;
  /** A connection to exactly this address. */
  connect(address: string, port: number): Socket;
  /** Certificates to trust in place of the system's. */
  readonly ca?: string;
};

/** The network of this machine. */
export const systemNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: false })).map(({ address }) => address),
  connect: (address, port) => connect({ host: address, port }),
};
