/** How long a command takes until its first request on the wire. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The command. */
export const artoo = fileURLToPath(new URL('../bin/artoo.cjs', import.meta.url));

/** Seconds from the start of the process, and its processor time; then it is stopped. `args` is given the model's name and address. */
export async function toFirstRequest(
  home: string,
  cwd: string,
  args: (brain: string) => readonly string[],
): Promise<{ readonly took: number; readonly worked: number }> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const began = performance.now();
  const child = spawn(process.execPath, [artoo, ...args(`m@http://127.0.0.1:${port}/v1`)], {
    cwd,
    env: { HOME: home, PATH: process.env.PATH },
    stdio: 'ignore',
  });
  await once(server, 'request');
  const took = (performance.now() - began) / 1000;
  const worked = workedIn(child.pid);
  child.kill('SIGKILL');
  await once(child, 'close');
  server.closeAllConnections();
  server.close();
  return { took, worked };
}

/** Seconds of processor time that all threads of a process took. */
function workedIn(pid: number | undefined): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, id) => sum + Number.parseInt(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'), 10) / 1e9, 0);
}
