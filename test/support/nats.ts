/** A real nats-server with a store of its own, on a port of this machine that no other test uses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program } from '../harm/programs.ts';
import { scratch } from './scratch.ts';

export type NatsServer = {
  readonly url: string;
  readonly port: number;
  /** The folder of its files. */
  readonly store: string;
  readonly pid: number;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again, on the same files and the same port. */
  start(): Promise<void>;
  /** Freezes it until `thaw`. */
  freeze(): void;
  thaw(): void;
};

/** `config`: more lines of its configuration, such as users and TLS; they apply after each start. */
export async function startNats(config = ''): Promise<NatsServer> {
  const folder = scratch();
  const store = join(folder, 'store');
  mkdirSync(store);
  const file = join(folder, 'nats.conf');
  let port = -1;
  let server: ReturnType<typeof spawn> | undefined;

  async function start(): Promise<void> {
    const limit = 'max_file_store: 64GB'; // the default is three quarters of the free space, and streams reserve their share when they are created
    writeFileSync(file, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${store}", ${limit} }\n${config}\n`);
    const started = spawn(program('nats-server'), ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    server = started;
    let log = '';
    const ready = Promise.withResolvers<void>();
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('Server is ready')) ready.resolve();
    });
    started.once('exit', () => ready.reject(new Error(`nats-server ended before it was ready:\n${log}`)));
    await ready.promise;
    if (port === -1) port = Number(/client connections on 127\.0\.0\.1:(\d+)/.exec(log)?.[1]);
  }

  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  onTestFinished(kill);
  await start();
  return {
    ...{ port, store, kill, start, url: `nats://127.0.0.1:${port}` },
    get pid() {
      return server?.pid ?? 0;
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  };
}
