/** Connects a client at a door to a port inside other walls. */
import type { Socket } from 'node:net';

/**
 * Each side may end its stream while the other continues. Both are closed together, and neither keeps this process alive. `open`: the sockets at
 * doors, one for each connection.
 */
export function serve(socket: Socket, connecting: Promise<Socket>, open: Set<Socket>): void {
  keep(socket);
  open.add(socket);
  socket.once('close', () => open.delete(socket));
  connecting.then(
    (other) => {
      keep(other);
      for (const [one, another] of [
        [socket, other],
        [other, socket],
      ] as const) {
        one.once('close', () => another.destroy());
        one.pipe(another);
      }
      if (socket.destroyed) other.destroy();
    },
    () => socket.destroy(), // as if nothing were listening on the port
  );
}

function keep(socket: Socket): void {
  socket.allowHalfOpen = true;
  socket.unref();
  socket.on('error', () => {}); // an error is visible as a close
}
