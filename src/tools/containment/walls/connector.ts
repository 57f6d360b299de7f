/** Connects to ports in the network of a contained command, through a helper process that is in that network but otherwise outside the walls. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { programAt } from '../programs.ts';
import type { InnerProcess } from './inner-process.ts';
import type { Listening } from './listening-ports.ts';

/** Failure contract: `connect` rejects with an error that gives the reason. */
export type Connector = Disposable & { connect(to: Listening): Promise<Socket> };

/** A socket is not read before it is handed over: otherwise, the first bytes from the other end would be lost. */
const program = [
  'const { Socket } = require("node:net");',
  'process.on("disconnect", () => process.exit());',
  'process.on("message", ({ id, port, address }) => {',
  '  const socket = new Socket().pause();',
  '  socket.setTimeout(10000, () => socket.destroy(new Error("it does not answer")));',
  '  const fail = ({ message }) => process.send({ id, error: message });',
  '  socket.once("error", fail).connect(port, address, () => {',
  '    socket.setTimeout(0);',
  '    socket.off("error", fail).on("error", () => {});',
  '    process.send({ id }, socket);',
  '  });',
  '});',
].join('\n');

export function createConnector({ outer, inner }: InnerProcess): Connector {
  const waiting = new Map<number, PromiseWithResolvers<Socket>>();
  let child: ChildProcess | undefined;
  let count = 0;
  let isOver = false;

  function failAll(why: string): void {
    child = undefined;
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  }

  function start(): ChildProcess {
    const nsenter = programAt('nsenter');
    if (nsenter === undefined) throw new Error('nsenter is not installed');
    using entered = openNamespaces(outer, inner);
    const started = spawn(nsenter, [...entered.args, process.execPath, '-e', program], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...entered.fds],
    });
    started.on('message', (message, handle) => {
      const { id, error } = message as { id: number; error?: string }; // the messages come from artoo's own program
      const asked = waiting.get(id);
      waiting.delete(id);
      if (asked && handle instanceof Socket) asked.resolve(handle);
      else asked?.reject(new Error(error ?? 'it did not pass on a connection'));
    });
    started.on('error', ({ message }) => failAll(message));
    started.once('exit', () => failAll('artoo could not enter its network'));
    started.unref();
    started.channel?.unref(); // this helper must not keep artoo alive; only the run may
    return started;
  }

  return {
    async connect({ port, address }) {
      if (isOver) throw new Error('it has ended');
      child ??= start();
      const asked = Promise.withResolvers<Socket>();
      count += 1;
      waiting.set(count, asked);
      child.send({ id: count, port, address });
      return asked.promise;
    },
    [Symbol.dispose]() {
      isOver = true;
      child?.kill('SIGKILL');
      failAll('it has ended');
    },
  };
}

type Namespaces = Disposable & { readonly fds: readonly number[]; readonly args: readonly string[] };

/**
 * Root may enter any network; other users enter through the user namespace that they created around the walls, in which they may do everything. Both
 * stay open from now on, because the id of an ended process may be reused. Throws if the network is that of this process.
 */
function openNamespaces(outer: number, inner: number): Namespaces {
  const fds: number[] = [];
  const close = () => fds.forEach(closeSync);
  try {
    fds.push(openSync(`/proc/${inner}/ns/net`, 'r'));
    if (fds.some((fd) => fstatSync(fd).ino === statSync('/proc/self/ns/net').ino)) throw new Error('it has no network of its own');
    if (process.getuid?.() !== 0) fds.push(openSync(`/proc/${outer}/ns/user`, 'r'));
  } catch (error) {
    close();
    throw error;
  }
  const user = fds.length > 1 ? ['--user=/proc/self/fd/5', '--preserve-credentials'] : [];
  return { fds, args: [...user, '--net=/proc/self/fd/4'], [Symbol.dispose]: close };
}
