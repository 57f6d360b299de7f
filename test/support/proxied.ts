/** A proxy as a contained command meets it, with an outside network that a test makes up: names, addresses and the servers at them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { readRule } from '../../src/laws/rules/read-rule.ts';
import { decideHosts } from '../../src/tools/asking/host-harm.ts';
import { createPermissions } from '../../src/tools/asking/permissions.ts';
import { HostGate } from '../../src/tools/network/host-gate.ts';
import { createProxy, type ProxyOptions } from '../../src/tools/network/proxy.ts';
import { Traffic } from '../../src/tools/network/traffic.ts';
import { madeUpOutside, type Names } from './made-up-outside.ts';

export type Proxied = {
  readonly gate: HostGate;
  readonly traffic: Traffic;
  /** What was sent to the outside network, in order. */
  readonly left: readonly string[];
  /** How often something was about to be sent. */
  readonly leavings: () => number;
  /** A new connection of a command. */
  dial(): Promise<Socket>;
  /** Sends a text on a new connection, and reads until it is closed. */
  say(...texts: readonly (string | Buffer)[]): Promise<string>;
};

type Options = {
  readonly names?: Names;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly refused?: readonly string[];
} & Pick<ProxyOptions, 'limits'>;

/** `serve` answers in the outside network, whatever the address. */
export async function proxied(
  serve: (socket: Socket) => void,
  { names = {}, allow = [], deny = [], refused = [], limits = {} }: Options = {},
): Promise<Proxied> {
  const far = await listening(serve);
  const { outside, left } = madeUpOutside(names, () => portOf(far));
  const read = (use: 'allow' | 'deny') => (text: string) => {
    const rule = readRule(text, { cwd: '/', home: '/' }, use);
    return 'wrong' in rule ? expect.unreachable(rule.wrong) : rule;
  };
  const permissions = createPermissions({ allow: allow.map(read('allow')), ask: [], deny: deny.map(read('deny')) });
  const gate = new HostGate(decideHosts(permissions, { call: { task_id: 'task', key: '1' }, refused }));
  const traffic = new Traffic();
  const leavings: true[] = [];
  const proxy = createProxy({ gate, outside, traffic, onLeaving: () => void leavings.push(true), limits });
  const door = await listening((socket) => proxy.onConnection(socket));
  onTestFinished(() => {
    gate[Symbol.dispose]();
    proxy[Symbol.dispose]();
  });
  const dial = async () => {
    const socket = connect(portOf(door), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const say = async (...texts: readonly (string | Buffer)[]) => {
    const socket = await dial();
    for (const text of texts) socket.write(text);
    return heard(socket);
  };
  return { gate, traffic, left, leavings: () => leavings.length, dial, say };
}

/** Reads everything that arrives until the connection is closed. */
export async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

async function listening(serve: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket.on('error', () => {}));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port; // it listens on a port
