/** Doors: TCP ports inside the walls that this process serves. A process inside opens the ports and hands over the listening sockets before the command begins. */
import { Server, type Socket } from 'node:net';
import { programAt } from '../programs.ts';
import { openerScript } from './opener-script.ts';

export type Door = {
  /** The port on 127.0.0.1 in the network inside the walls. */
  readonly port: number;
  /** Serves one connection, which is closed soon after the run ends. */
  onConnection(socket: Socket): void;
};

/** The descriptor of the channel over which listening sockets arrive; 3 to 6 belong to the walls. */
export const channelAt = 7;

/** The program that opens doors: its arguments, to which ports are appended, and the places that it needs to see. */
type Opener = { readonly words: string; readonly shows: readonly string[] };

/** Perl starts in a tenth of the time that Node needs, and nearly every Linux has it. `node`: the path of Node inside the walls. */
export function openerBy(perl: string | undefined, machine: string, node = nodeInside): Opener {
  const script = openerScript(machine);
  if (perl !== undefined && script !== undefined) return { words: `${perl} -e '${script}' ${channelAt}`, shows: [] };
  return { words: `${node} -e '${program}' ${channelAt}`, shows: ['--ro-bind', process.execPath, node] };
}

const opener = (): Opener => openerBy(programAt('perl'), process.arch);

/** What is mounted for the opener, read-only. */
export const openerArguments = (): readonly string[] => opener().shows;

/** The path of this process's own Node inside the walls, where it is alone in a folder of the command's own. */
const nodeInside = '/run/artoo/node';

/**
 * Each port is open before it is handed over; a port that cannot be opened ends the program with an error. The channel is named in the environment.
 */
const program = [
  'const { createServer } = require("node:net");',
  'const open = (port) => new Promise((resolve, reject) => {',
  '  const server = createServer().once("error", reject);',
  '  server.listen(port, "127.0.0.1", () => process.send(port, server, (error) => (error ? reject(error) : resolve())));',
  '});',
  'Promise.all(process.argv.slice(2).map(Number).map(open)).then(() => process.exit(0), (error) => { console.error(error.message); process.exit(1); });',
].join('\n');

/** Lines for the script inside the walls; after these lines, neither the script nor what it starts has the channel. Empty if there are no doors. */
export const openingLines = (ports: readonly number[]): readonly string[] =>
  ports.length === 0
    ? []
    : [`${opener().words} ${ports.join(' ')} || exit 1`, `exec ${channelAt}<&-`, 'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE'];

/** Receives what is handed over: exactly one listening socket per door. */
export type Opened = Disposable & {
  readonly ports: readonly number[];
  /** Begins to serve connections; no connection is served before this. Called before the command begins. */
  serve(doors: readonly Door[]): void;
  /** Handles one message from the channel; true once all doors are open. */
  take(message: unknown, handle: unknown): boolean;
};

/** How long after the run its last bytes may be transmitted. */
const lastWordsMs = 1_000;

/** When disposed of, accepts no more connections, and soon closes those that are open. */
export function openedDoors(ports: readonly number[], closeAfterMs = lastWordsMs): Opened {
  const waiting = new Set(ports);
  const serving = new Map<number, Door>();
  const servers: Server[] = [];
  const connected = new Set<Socket>();
  return {
    ports,
    serve(doors) {
      for (const door of doors) serving.set(door.port, door);
    },
    take(message, handle) {
      if (!(handle instanceof Server)) return waiting.size === 0;
      if (typeof message !== 'number' || !waiting.delete(message)) {
        handle.close();
        return waiting.size === 0;
      }
      servers.push(handle);
      handle.on('connection', (socket) => {
        connected.add(socket);
        socket.once('close', () => connected.delete(socket));
        const door = serving.get(message);
        if (door) door.onConnection(socket);
        else socket.destroy();
      });
      handle.on('error', () => {}); // a connection that could not be accepted affects only its client
      handle.unref();
      return waiting.size === 0;
    },
    [Symbol.dispose]() {
      for (const server of servers) server.close();
      const close = () => connected.forEach((socket) => void socket.destroy());
      if (connected.size > 0) setTimeout(close, closeAfterMs).unref();
    },
  };
}
