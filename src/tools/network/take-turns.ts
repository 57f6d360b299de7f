/** Handles the requests of a connection one at a time: each begins when the previous one has been answered, or the connection is closed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Closes a connection on which more than `max` requests are waiting. Rejects like `handle`, in which case the caller must close the connection. */
export function takeTurns(handle: Handle, max: number): Handle {
  const lines = new WeakMap<Socket, { last: Promise<void>; length: number }>();
  return async (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { last: Promise.resolve(), length: 0 };
    lines.set(socket, line);
    if (line.length >= max) {
      socket.destroy();
      return;
    }
    const { last } = line;
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    line.last = isOver;
    line.length += 1;
    await last;
    if (socket.destroyed) return end();
    response.once('close', end);
    socket.once('close', end);
    await handle(request, response);
    await isOver;
    socket.off('close', end);
    line.length -= 1;
  };
}
