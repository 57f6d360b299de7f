/** What a run reached over the network, and what was refused, for the note on its result. */
import type { Socket } from 'node:net';
import { sizeText } from '../../contracts/text/size-text.ts';
import type { ToolResult } from '../tool.ts';

/** The bytes of closed connections, and the connections that are open. */
type Reached = { sent: number; received: number; readonly open: Set<Socket> };

export class Traffic {
  readonly #reached = new Map<string, Reached>();
  readonly #refused = new Map<string, string>();
  readonly #failed = new Set<string>();

  /** Counts the bytes sent and received over a connection. */
  add(host: string, socket: Socket): void {
    const reached = this.#reached.get(host) ?? { sent: 0, received: 0, open: new Set<Socket>() };
    this.#reached.set(host, reached);
    reached.open.add(socket);
    socket.once('close', () => {
      reached.open.delete(socket);
      reached.sent += socket.bytesWritten;
      reached.received += socket.bytesRead;
    });
  }

  refuse(host: string, why: string): void {
    if (this.#refused.size < maxTold) this.#refused.set(host, why);
  }

  /** Records a sentence about a host that could not be reached. */
  fail(why: string): void {
    if (this.#failed.size < maxTold) this.#failed.add(why);
  }

  /** Every host, with the bytes that have been sent and received. */
  reached(): NonNullable<ToolResult['reached']> {
    return [...this.#reached].map(([host, { open, ...bytes }]) => ({
      host,
      sent: [...open].reduce((sum, socket) => sum + socket.bytesWritten, bytes.sent),
      received: [...open].reduce((sum, socket) => sum + socket.bytesRead, bytes.received),
    }));
  }

  /** What was reached and what was not, as parts of a sentence. */
  notes(): readonly string[] {
    const reached = this.reached().map(({ host, sent, received }) => `${host} (${sizeText(sent)} sent, ${sizeText(received)} received)`);
    return [
      ...(reached.length > 0 ? [`it reached ${listed(reached)}`] : []),
      ...[...this.#refused].map(([host, why]) => `it could not reach ${host}: ${why}`),
      ...this.#failed,
    ];
  }
}

const maxTold = 8;

const listed = (texts: readonly string[]): string =>
  `${texts.slice(0, maxTold).join(', ')}${texts.length > maxTold ? ` and ${texts.length - maxTold} more` : ''}`;
