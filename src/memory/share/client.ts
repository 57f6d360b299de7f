/** One process that asks the holder. Whatever it sends, the holder goes on: what makes no sense ends its connection. */
import type { Socket } from 'node:net';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/explain.ts';
import { type Asks, type Gives, type Keeper, type OperationName, operations } from '../keeper.ts';
import type { Limits } from './limits.ts';
import { onMessages } from './messages.ts';
import { perform } from './perform.ts';
import { encode, Hello, Request, wireVersion } from './wire.ts';

/** Failure contract: nothing here rejects. */
export type Client = {
  /** Takes no more requests, answers those that it took, and hangs up. */
  finish(): Promise<void>;
};

/** So many requests are under way at once for one peer; the others wait in its socket. */
const maxTaken = 256;

/** Says hello, and answers the requests of whoever says it too. */
export function serveClient(socket: Socket, keeper: Keeper, { helloMs }: Limits): Client {
  const taken = new Set<Promise<void>>();
  let isGreeted = false;
  let isFinishing = false;
  const hangUp = () => socket.destroy();
  const helloTimer = setTimeout(hangUp, helloMs).unref();

  /** A peer that asks faster than it can be answered, or does not read its answers, is not read from. */
  const pace = () => (taken.size >= maxTaken || socket.writableNeedDrain ? socket.pause() : socket.resume());

  async function answer(request: Request): Promise<void> {
    const line = await answerTo(keeper, request);
    if (!socket.destroyed) socket.write(line);
  }

  function takeHello(message: unknown): boolean {
    isGreeted = Hello.safeParse(message).data?.artoo_memory === wireVersion;
    if (isGreeted) clearTimeout(helloTimer);
    return isGreeted;
  }

  function takeRequest(message: unknown): boolean {
    const request = Request.safeParse(message).data;
    if (request === undefined) return false;
    const answered = answer(request).finally(() => {
      taken.delete(answered);
      pace();
    });
    taken.add(answered);
    pace();
    return true;
  }

  onMessages(socket, (message) => isFinishing || (isGreeted ? takeRequest(message) : takeHello(message)), hangUp);
  socket.on('drain', pace);
  socket.on('error', () => {}); // a peer that went away: its connection closes
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

/** Never rejects: whatever fails is an answer too. */
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
  const gives = await perform(keeper, operation, parsed.data as Asks<O>); // by the schema of the same row
  return row.gives.parse(gives) as Gives<O>; // by the schema of the same row
}

/** Hangs up once everything is written, or the peer has not read it for `ms`. */
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
