/** Notices that a request met a kept connection that the server had closed already: no byte of an answer came, and it broke off at once. */
import type { ClientRequest } from 'node:http';

export type KeptConnection = {
  /** Sends again, where nothing of the request can have been answered. Returns whether it did. */
  sendAgain(): boolean;
};

/** `again`, which holds what was sent, is dropped after `ms`: from then on the server is taken to be at work on it. */
export function watchKept(request: ClientRequest, again: () => void, ms: number): KeptConnection {
  let send: (() => void) | undefined = again;
  let bytesBefore = 0;
  const drop = () => {
    send = undefined;
  };
  const timer = setTimeout(drop, ms);
  request.on('socket', ({ bytesRead }) => {
    bytesBefore = bytesRead;
  });
  request.on('response', drop);
  request.on('close', () => clearTimeout(timer));
  return {
    sendAgain() {
      if (!send || request.socket?.bytesRead !== bytesBefore) return false;
      send();
      return true;
    },
  };
}
