/** What a server offers, and which parts of a realm are on it: for people. */
import { randomUUID } from 'node:crypto';
import type { StreamState } from '@nats-io/jetstream';
import { append } from '../append.ts';
import type { Bus } from '../bus.ts';
import { isDenied } from '../is-denied.ts';
import { beginsTask } from '../log/log-message.ts';
import { streamKinds } from '../names.ts';
import { lastOf, messageAt } from '../read.ts';
import { removeMessage } from '../remove-message.ts';
import { streamInfo, whyOutdated, whyUnfit } from '../streams.ts';

type SeenStream = {
  readonly name: string;
  /** Why it cannot be relied on; undefined if it can. */
  readonly unfit: string | undefined;
  /** What is wrong with it since an earlier version made it, though it can be relied on. */
  readonly outdated: string | undefined;
  readonly messages: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly replicas: number;
};

export type SeenBus = {
  readonly version: string;
  /** Whether the connection is encrypted, and whether credentials were asked for. */
  readonly hasTls: boolean;
  readonly asksCredentials: boolean;
  readonly maxPayload: number;
  readonly storage: { readonly used: number; readonly limit: number | undefined };
  readonly streams: readonly SeenStream[];
  /** How far this machine's clock is ahead of the server's; undefined if that could not be determined. */
  readonly aheadMs: number | undefined;
  /** Whether these credentials may remove registers, as a host may since users of workers have an account of their own; undefined if there are none. */
  readonly mayRemove: boolean | undefined;
};

export async function lookAtBus(bus: Bus, signal: AbortSignal): Promise<SeenBus> {
  const { info } = bus.connection;
  const { storage, limits } = await bus.manager.getAccountInfo();
  const streams = await Promise.all(streamKinds.map((kind) => seenStream(bus, kind)));
  const isWhole = streams.every(({ unfit }) => unfit !== 'is missing');
  return {
    version: info?.version ?? 'unknown',
    hasTls: bus.address.tls !== undefined,
    asksCredentials: info?.auth_required === true,
    maxPayload: info?.max_payload ?? 0,
    storage: { used: storage, limit: limits.max_storage > 0 ? limits.max_storage : undefined },
    streams,
    aheadMs: isWhole ? await clockAhead(bus, signal) : undefined,
    mayRemove: isWhole ? await mayRemove(bus) : undefined,
  };
}

async function seenStream(bus: Bus, kind: (typeof streamKinds)[number]): Promise<SeenStream> {
  const name = bus.names.stream(kind);
  const found = await streamInfo(bus, kind);
  if (!found) return { name, unfit: 'is missing', outdated: undefined, messages: 0, bytes: 0, maxBytes: 0, replicas: 0 };
  const { config, state } = found;
  const { messages, bytes } = state;
  const unfit = whyUnfit(config, kind) ?? (kind === 'log' ? await whyCut(bus, state) : undefined);
  const outdated = whyOutdated(config, kind);
  return { name, unfit, outdated, messages, bytes, maxBytes: config.max_bytes, replicas: config.num_replicas };
}

/** Only complete logs are removed from a stream, so its first message begins a task, unless the server has deleted earlier messages. */
async function whyCut(bus: Bus, { messages, first_seq: seq }: StreamState): Promise<string | undefined> {
  const first = messages === 0 ? undefined : await messageAt(bus, 'log', seq);
  return first === undefined || beginsTask(first)
    ? undefined
    : `has lost its oldest messages, at least the beginning of ${first.subject.split('.').at(-1)}: a server deletes them when max_bytes is set to less than the stream holds`;
}

/** Asks for the removal of a message that no stream has. */
async function mayRemove(bus: Bus): Promise<boolean> {
  try {
    await removeMessage(bus, 'place', 0, { erase: false });
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

/** Stores a message in a separate register: the server adds its own time to it. */
async function clockAhead(bus: Bus, signal: AbortSignal): Promise<number | undefined> {
  const subject = bus.names.place('clock');
  const before = await lastOf(bus, 'place', subject);
  const sent = Date.now();
  const data = new Uint8Array();
  const taken = await append(bus, { kind: 'place', subject, data, id: randomUUID(), expected: before?.seq ?? 0 }, { signal });
  const middle = (sent + Date.now()) / 2;
  const stored = taken.ok ? await lastOf(bus, 'place', subject) : undefined; // otherwise another machine asked at the same moment
  return stored && Math.round(middle - stored.at.getTime());
}
