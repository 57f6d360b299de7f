/** Joins a connection at a door with one inside other walls. */
import type { Socket } from 'node:net';

/** Each side may end what it says while the other goes on. Both close together, and neither keeps this process alive. `open`: those at doors, one a pair. */
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
    () => socket.destroy(), // as where nothing listens
  );
}

function keep(socket: Socket): void {
  socket.allowHalfOpen = true;
  socket.unref();
  socket.on('error', () => {}); // its end is told by closing
}
