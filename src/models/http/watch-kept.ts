/** Detects when a request used a kept connection that the server had already closed: it broke off at once, without a byte of an answer. */
import type { ClientRequest } from 'node:http';

export type KeptConnection = {
  /** Sends the request again if no part of it can have been answered. Returns whether it was sent again. */
  sendAgain(): boolean;
};

/** `again`, which holds the request, is dropped after `ms`: from then on the server is assumed to be working on the request. */
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
