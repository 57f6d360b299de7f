/** The first bytes of a connection that was opened for one host: they must be meant for this host, in TLS or in plain HTTP. */
import type { Duplex } from 'node:stream';
import type { Result } from '../../contracts/result.ts';
import { hostName } from '../../laws/network/host.ts';
import { readHello } from './client-hello.ts';

/** The host of the connection, and how long the first bytes may take to arrive. */
type Meant = { readonly name: string; readonly maxMs: number };

/** All bytes that have arrived, to be passed on unchanged. */
export type FirstBytes = { readonly kind: 'tls' | 'http'; readonly bytes: Buffer };

/** A TLS hello must name exactly this host. Plain HTTP begins with a letter, and each request is checked when it is forwarded. */
export async function readFirstBytes(socket: Duplex, head: Buffer, { name, maxMs }: Meant): Promise<Result<FirstBytes>> {
  const chunks = [head];
  let length = head.length;
  let needs = 1;
  const { promise, resolve } = Promise.withResolvers<Result<FirstBytes>>();
  const check = (): void => {
    if (length < needs) return;
    const bytes = Buffer.concat(chunks);
    if (/^[A-Z]/.test(String.fromCharCode(bytes[0] ?? 0))) return resolve({ ok: true, value: { kind: 'http', bytes } });
    const hello = readHello(bytes);
    if ('needs' in hello) needs = hello.needs;
    else if ('wrong' in hello) resolve({ ok: false, error: hello.wrong });
    else
      resolve(
        hostName(hello.name) === name
          ? { ok: true, value: { kind: 'tls', bytes } }
          : { ok: false, error: `it asked for another server in TLS: ${JSON.stringify(hello.name.slice(0, 100))}` },
      );
  };
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    length += chunk.length;
    check();
  };
  const end = (): void => resolve({ ok: false, error: 'it sent nothing' });
  const late = setTimeout(end, maxMs);
  socket.on('data', take).once('end', end).once('close', end);
  check();
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    socket.pause();
    socket.off('data', take).off('end', end).off('close', end);
  }
}
