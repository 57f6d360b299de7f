/** Another process as the holder: requests over a socket on which both sides have said hello. */
import type { Socket } from 'node:net';
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/text/explain.ts';
import { type Asks, type Gives, type OperationName, operations } from '../keeper.ts';
import { type Holder, lost } from './holder.ts';
import { answerLimit, type Limits } from './limits.ts';
import { Answer, encode } from './protocol.ts';

export type RemoteHolder = Holder & {
  /** Takes in an answer; false if the message is not an answer. */
  take(message: unknown): boolean;
  /** Hangs up on a holder that does not follow the protocol, and rejects all open requests, because the next holder might do the same. */
  abandon(): void;
};

type Pending = {
  readonly operation: OperationName;
  readonly timer: NodeJS.Timeout;
  resolve(gives: unknown): void;
  reject(reason: ArtooError): void;
};

/** The caller reads the socket and hands each message to `take`. */
export function createRemoteHolder(socket: Socket, limits: Limits): RemoteHolder {
  const open = new Map<number, Pending>();
  let lastId = 0;
  let isGone = false;

  function settle(id: number): Pending | undefined {
    const pending = open.get(id);
    open.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  function end(how: (pending: Pending) => void): void {
    isGone = true;
    socket.destroy();
    for (const id of [...open.keys()]) {
      const pending = settle(id);
      if (pending !== undefined) how(pending);
    }
  }

  /** Starts the time limit for an answer. The socket does not keep the process alive while an answer is due, but this timer does. */
  function giveUpLater(id: number, ms: number): NodeJS.Timeout {
    const giveUp = () => settle(id)?.reject(unavailable(`the process that holds the memory has not answered for ${ms} ms`));
    return setTimeout(() => setImmediate(giveUp), ms); // if this process was suspended, the answer may already be in the socket, which is read before an immediate runs
  }

  function ask<O extends OperationName>(operation: O, asks: Asks<O>): Promise<Gives<O> | typeof lost> {
    return new Promise((resolve, reject) => {
      if (isGone) return resolve(lost);
      const parsed = operations[operation].asks.safeParse(asks);
      if (!parsed.success) throw new ArtooError('memory_refused', `${operation}: ${explain(parsed.error)}`);
      lastId += 1;
      const line = encode({ id: lastId, operation, asks: parsed.data });
      const timer = giveUpLater(lastId, answerLimit(operation, limits));
      const give = (gives: unknown) => resolve(gives as Gives<O> | typeof lost); // `take` parsed it with the schema of this operation
      open.set(lastId, { operation, timer, resolve: give, reject });
      socket.write(line);
    });
  }

  function take(message: unknown): boolean {
    const answer = Answer.safeParse(message).data;
    if (answer === undefined) return false;
    const pending = settle(answer.id);
    if (pending === undefined) return true; // the answer came too late
    if ('error' in answer) {
      pending.reject(new ArtooError(answer.error.code, answer.error.message));
      return true;
    }
    const gives = operations[pending.operation].gives.safeParse(answer.gives);
    const invalid = `the process that holds the memory gave an invalid answer to ${pending.operation}`;
    if (gives.success) pending.resolve(gives.data);
    else pending.reject(unavailable(`${invalid}: ${explain(gives.error)}`));
    return true;
  }

  socket.once('close', () => end((pending) => pending.resolve(lost)));

  return {
    ask,
    take,
    abandon: () => end((pending) => pending.reject(unavailable('the process that holds the memory does not follow the protocol'))),
    get isGone() {
      return isGone;
    },
    async close() {
      end((pending) => pending.resolve(lost));
    },
  };
}

const unavailable = (why: string) => new ArtooError('memory_unavailable', why);
