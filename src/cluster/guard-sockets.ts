/**
 * When a connection to a bus closes, the client removes all listeners from its socket. A write that failed just before is reported afterwards, with
 * no listener left, which would end the process. So each socket keeps one listener that ignores errors. And it leaves a socket open on which the
 * server has never said a word, which would keep the process alive.
 */
import type { Socket } from 'node:net';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';

/** What the client calls whenever a connection ends, for whatever reason. */
type Closing = {
  readonly socket: Socket | undefined;
  readonly connected: boolean;
  _closed(error?: Error, internal?: boolean): Promise<void>;
};

let isGuarded = false;

/** Call before the first connection. */
export function guardSockets(): void {
  if (isGuarded) return;
  isGuarded = true;
  const transport = NodeTransport.prototype as unknown as Closing; // `_closed` is private to the client, whose version is pinned
  const { _closed: close } = transport;
  transport._closed = function (error, internal) {
    if (this.socket) keepListening(this.socket);
    if (!this.connected) this.socket?.destroy();
    return close.call(this, error, internal);
  };
}

function keepListening(socket: Socket): void {
  const removeAll = socket.removeAllListeners.bind(socket);
  socket.removeAllListeners = (...names) => removeAll(...names).on('error', () => {});
}
