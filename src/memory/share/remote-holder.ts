/** A home in another process: requests over a socket on which both sides have said hello. */
import type { Socket } from 'node:net';
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/explain.ts';
import { type Asks, type Gives, type OperationName, operations } from '../keeper.ts';
import { type Holder, lost } from './holder.ts';
import { answerLimit, type Limits } from './limits.ts';
import { Answer, encode } from './wire.ts';

export type RemoteHolder = Holder & {
  /** Takes an answer; false for what is none. */
  take(message: unknown): boolean;
  /** Hangs up on a holder that makes no sense. It is not asked again: the next one might not either. */
  abandon(): void;
};

type Asked = {
  readonly operation: OperationName;
  readonly timer: NodeJS.Timeout;
  resolve(gives: unknown): void;
  reject(reason: ArtooError): void;
};

/** On a socket that is taken care of elsewhere as far as its messages go: they are handed to `take`. */
export function createRemoteHolder(socket: Socket, limits: Limits): RemoteHolder {
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let isGone = false;

  function settle(id: number): Asked | undefined {
    const open = asked.get(id);
    asked.delete(id);
    clearTimeout(open?.timer);
    return open;
  }

  function end(how: (open: Asked) => void): void {
    isGone = true;
    socket.destroy();
    for (const id of [...asked.keys()]) {
      const open = settle(id);
      if (open !== undefined) how(open);
    }
  }

  /** Sockets do not keep the process alive; this timer does, as long as there is something to wait for. */
  function giveUpLater(id: number, ms: number): NodeJS.Timeout {
    const giveUp = () => settle(id)?.reject(unavailable(`whoever holds the memory has not answered for ${ms} ms`));
    return setTimeout(() => setImmediate(giveUp), ms); // when this process stood still, the answer may lie in the socket: it is read before an immediate
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
      asked.set(lastId, { operation, timer, resolve: give, reject });
      socket.write(line);
    });
  }

  function take(message: unknown): boolean {
    const answer = Answer.safeParse(message).data;
    if (answer === undefined) return false;
    const open = settle(answer.id);
    if (open === undefined) return true; // it was given up
    if ('error' in answer) {
      open.reject(new ArtooError(answer.error.code, answer.error.message));
      return true;
    }
    const gives = operations[open.operation].gives.safeParse(answer.gives);
    if (gives.success) open.resolve(gives.data);
    else open.reject(unavailable(`whoever holds the memory answered ${open.operation} with something else: ${explain(gives.error)}`));
    return true;
  }

  socket.once('close', () => end((open) => open.resolve(lost)));

  return {
    ask,
    take,
    abandon: () => end((open) => open.reject(unavailable('whoever holds the memory sends what makes no sense'))),
    get isGone() {
      return isGone;
    },
    async close() {
      end((open) => open.resolve(lost));
    },
  };
}

const unavailable = (why: string) => new ArtooError('memory_unavailable', why);
