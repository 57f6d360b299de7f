/** One process that is served by the holder. Nothing that the client sends can harm the holder: an invalid message ends the connection. */
import type { Socket } from 'node:net';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/text/explain.ts';
import { type Asks, type Gives, type Keeper, type OperationName, operations } from '../keeper.ts';
import { perform } from './holder.ts';
import type { Limits } from './limits.ts';
import { onMessages } from './messages.ts';
import { encode, Hello, Request, wireVersion } from './protocol.ts';

/** Failure contract: nothing here rejects. */
export type Client = {
  /** Accepts no more requests, answers requests under way, and hangs up. */
  finish(): Promise<void>;
};

/** The limit on requests under way for one client; further requests wait in its socket. */
const maxTaken = 256;

/** Says hello, and answers the requests of a client that says hello too. */
export function serveClient(socket: Socket, keeper: Keeper, { helloMs }: Limits): Client {
  const taken = new Set<Promise<void>>();
  let isGreeted = false;
  let isFinishing = false;
  const hangUp = () => socket.destroy();
  const hangUpOnSilence = () => isGreeted || hangUp();
  const helloTimer = setTimeout(() => setImmediate(hangUpOnSilence), helloMs).unref(); // if this process was suspended, the hello may already be in the socket, which is read before an immediate runs

  /** Stops reading from a client that asks too fast or does not read its answers. */
  const pace = () => (taken.size >= maxTaken || socket.writableNeedDrain ? socket.pause() : socket.resume());

  function takeHello(message: unknown): boolean {
    isGreeted = Hello.safeParse(message).data?.artoo_memory === wireVersion;
    if (isGreeted) clearTimeout(helloTimer);
    return isGreeted;
  }

  function takeRequest(message: unknown): boolean {
    const request = Request.safeParse(message).data;
    if (request === undefined) return false;
    const answered = answerTo(keeper, request).then((line) => {
      if (!socket.destroyed) socket.write(line);
      taken.delete(answered);
      pace();
    });
    taken.add(answered);
    pace();
    return true;
  }

  onMessages(socket, (message) => isFinishing || (isGreeted ? takeRequest(message) : takeHello(message)), hangUp);
  socket.on('drain', pace);
  socket.on('error', () => {}); // if the client went away, `close` follows
  socket.once('close', () => clearTimeout(helloTimer));
  socket.unref().write(encode({ artoo_memory: wireVersion }));

  return {
    async finish() {
      isFinishing = true;
      await Promise.all(taken);
      await flushed(socket, helloMs);
    },
  };
}

/** The answer to a request. Never rejects: a failure is an answer, too. */
async function answerTo(keeper: Keeper, { id, operation, asks }: Request): Promise<Buffer> {
  try {
    return encode({ id, gives: await performParsed(keeper, operation, asks) });
  } catch (thrown) {
    const { code, message } = asArtooError(thrown, 'memory_unavailable');
    return encode({ id, error: { code, message } });
  }
}

async function performParsed<O extends OperationName>(keeper: Keeper, operation: O, asks: unknown): Promise<Gives<O>> {
  const row = operations[operation];
  const parsed = row.asks.safeParse(asks);
  if (!parsed.success) throw new ArtooError('memory_refused', `${operation}: ${explain(parsed.error)}`);
  const gives = await perform(keeper, operation, parsed.data as Asks<O>); // parsed by the schema in the same row
  return row.gives.parse(gives) as Gives<O>; // parsed by the schema in the same row
}

/** Hangs up once everything is sent, or after `ms`. */
function flushed(socket: Socket, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.destroySoon();
  });
}
