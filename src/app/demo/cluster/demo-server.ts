/** A nats-server of the demo's own: on a free port of this machine that no other machine can reach, with its files in the scratch folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ArtooError } from '../../../contracts/errors.ts';
import { programAt } from '../../../tools/containment/programs.ts';

export type DemoServer = AsyncDisposable & { readonly url: string };

const readyMs = 10_000;

/** Throws `bus_unreachable` if the program is missing or does not start. */
export async function startDemoServer(store: string): Promise<DemoServer> {
  const program = programAt('nats-server');
  if (program === undefined)
    throw new ArtooError(
      'bus_unreachable',
      'this needs a nats-server: apt install nats-server, brew install nats-server, or https://nats.io/download',
    );
  const server = spawn(program, ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', store], { stdio: ['ignore', 'ignore', 'pipe'], env: {} });
  const ready = Promise.withResolvers<string>();
  const limit = setTimeout(() => ready.reject(new Error('it was not ready in time')), readyMs);
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-8_000);
    const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(log)?.[1];
    if (port !== undefined && log.includes('Server is ready')) ready.resolve(port);
  });
  server.once('error', ready.reject);
  server.once('exit', () => ready.reject(new Error(`it ended: ${log.trim().split('\n').at(-1)}`)));
  const end = async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  try {
    return { url: `nats://127.0.0.1:${await ready.promise}`, [Symbol.asyncDispose]: end };
  } catch (cause) {
    await end();
    throw new ArtooError('bus_unreachable', `nats-server could not be started: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  } finally {
    clearTimeout(limit);
  }
}
