/**
 * A way to the server through a proxy on loopback, which can be cut and slowed, and can lose an acknowledgement. It keeps the order of bytes, as TCP
 * does, and alters no byte.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export type Link = {
  readonly url: string;
  /** Nothing passes until the link is healed; what was held back then arrives late, or is lost with its connections. */
  cut(): void;
  heal(options: { readonly isLate: boolean }): void;
  /** Delays everything by this much from now on. */
  slow(lagMs: number): void;
  /** The next append to a log reaches the server, and its acknowledgement is lost with the connection, after some time. */
  loseAcknowledgement(ms: number): void;
};

/** What a client sends to publish to a log with headers. */
const append = /HPUB artoo\.[\w-]+\.log\./;

export async function linkTo(port: number): Promise<Link> {
  const pairs = new Set<Pair>();
  const state: State = { isCut: false, lagMs: 0, losesAfterMs: undefined };
  const server = createServer((near) => {
    const pair = new Pair(near, connect(port, '127.0.0.1'), state);
    pairs.add(pair);
    pair.near.once('close', () => pairs.delete(pair));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const pair of pairs) pair.end();
  };
  onTestFinished(() => {
    server.close();
    end();
  });
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    cut() {
      state.isCut = true;
    },
    heal({ isLate }) {
      state.isCut = false;
      if (!isLate) return end();
      for (const pair of pairs) pair.flush();
    },
    slow(lagMs) {
      state.lagMs = lagMs;
    },
    loseAcknowledgement(ms) {
      state.losesAfterMs = ms;
    },
  };
}

type State = { isCut: boolean; lagMs: number; losesAfterMs: number | undefined };

/** One connection of a client, and the one to the server that goes with it. */
class Pair {
  readonly near: Socket;
  readonly #far: Socket;
  readonly #state: State;
  #held: (() => void)[] = [];
  #isDeaf = false;

  constructor(near: Socket, far: Socket, state: State) {
    this.near = near;
    this.#far = far;
    this.#state = state;
    for (const socket of [near, far]) socket.on('error', () => {}).once('close', () => this.end());
    near.on('data', (data) => {
      if (state.losesAfterMs !== undefined && append.test(data.toString('latin1'))) void this.#lose(state.losesAfterMs);
      this.#pass(() => far.write(data));
    });
    far.on('data', (data) => {
      if (!this.#isDeaf) this.#pass(() => near.write(data));
    });
  }

  end(): void {
    this.near.destroy();
    this.#far.destroy();
  }

  flush(): void {
    for (const write of this.#held.splice(0)) write();
  }

  #pass(write: () => void): void {
    const { isCut, lagMs } = this.#state;
    if (!isCut && lagMs === 0 && this.#held.length === 0) return write();
    this.#held.push(write);
    if (!isCut) this.#later(lagMs);
  }

  /** Earlier data is sent first. */
  #later(ms: number): void {
    setTimeout(() => {
      if (!this.#state.isCut) this.#held.shift()?.();
    }, ms);
  }

  async #lose(ms: number): Promise<void> {
    this.#state.losesAfterMs = undefined;
    this.#isDeaf = true;
    await delay(ms);
    this.end();
  }
}
