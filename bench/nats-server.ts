/** A nats-server for one benchmark, with a store of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../test/harm/programs.ts';

export type BenchServer = AsyncDisposable & { readonly url: string };

export async function startBenchServer(): Promise<BenchServer> {
  const store = mkdtempSync(join(tmpdir(), 'artoo-bench-nats-'));
  const server = spawn(program('nats-server'), ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', store], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ready = Promise.withResolvers<string>();
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(log)?.[1];
    if (port !== undefined && log.includes('Server is ready')) ready.resolve(port);
  });
  server.once('error', ready.reject);
  const port = await ready.promise;
  return {
    url: `nats://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(store, { recursive: true, force: true });
    },
  };
}
