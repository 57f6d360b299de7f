/** The page on this machine to which a browser is sent after signing in. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RedirectAnswer, readAnswer } from './redirect-answer.ts';

export type RedirectListener = AsyncDisposable & {
  /** The address to which to send the browser. */
  readonly redirect: string;
  /** The first answer with this state; answers with other states are rejected. */
  answer(state: string): Promise<Exclude<RedirectAnswer, { readonly stranger: string }>>;
};

/** Listens on a free port unless one is given. Rejects with a system error if the port is taken. */
export async function listenForRedirect(port = 0): Promise<RedirectListener> {
  const answered = Promise.withResolvers<Exclude<RedirectAnswer, { readonly stranger: string }>>();
  let [state, redirect]: [string | undefined, string] = [undefined, ''];
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const address = new URL(request.url ?? '/', redirect).href;
    const read = state === undefined || request.method !== 'GET' ? undefined : readAnswer(address, redirect, state);
    const isOurs = read !== undefined && !('stranger' in read);
    response.writeHead(isOurs ? 200 : 400, {
      'content-type': 'text/plain; charset=utf-8',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    });
    response.end(isOurs ? 'You can close this page and go back to artoo.\n' : 'This is not the answer that artoo is waiting for.\n');
    if (isOurs) answered.resolve(read);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`; // the server listens on a port, not on a pipe
  return {
    redirect,
    answer(wanted) {
      state = wanted;
      return answered.promise;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
