/** The streams of a realm: their configuration, and whether the streams on a server can be relied on. */
import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType, type StreamConfig, type StreamInfo } from '@nats-io/jetstream';
import { ArtooError } from '../contracts/errors.ts';
import type { Bus } from './bus.ts';
import { type Names, type StreamKind, streamKinds } from './names.ts';

const MiB = 1024 * 1024;

/** How much each stream may hold by default. */
export const defaultLimits: Readonly<Record<StreamKind, number>> = {
  log: 4096 * MiB,
  object: 8192 * MiB,
  memory: 512 * MiB,
  place: 64 * MiB,
};

/** The configuration of a stream. Nothing is discarded to make room and nothing expires: a stream keeps what it has acknowledged. */
export const configOf = (names: Names, kind: StreamKind, maxBytes: number) =>
  ({
    name: names.stream(kind),
    subjects: [names.all(kind)],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    max_age: 0,
    max_msgs_per_subject: kind === 'log' ? -1 : 1,
    discard_new_per_subject: kind === 'object', // the first message of a piece stays; any later one is refused
    deny_delete: false,
    allow_direct: false,
  }) satisfies Partial<StreamConfig>;

/** Streams that keep only the newest message of a subject: registers, and what is known about a memory. */
const keepsNewest = (kind: StreamKind): boolean => kind === 'place' || kind === 'memory';

const noStream = 10059;

/** What the server reports about a stream, and the number of messages of each of these subjects; undefined if there is no such stream. */
export async function streamInfo(bus: Bus, kind: StreamKind, subjects?: string): Promise<StreamInfo | undefined> {
  try {
    return await bus.manager.streams.info(bus.names.stream(kind), subjects === undefined ? undefined : { subjects_filter: subjects });
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noStream) return undefined;
    throw error;
  }
}

/** When a stream was made, which distinguishes it from a later stream of the same name. */
export async function streamCreated(bus: Bus, kind: StreamKind): Promise<string> {
  const info = await streamInfo(bus, kind);
  if (!info) throw new ArtooError('bus_unfit', `the stream ${bus.names.stream(kind)} is missing`);
  return new Date(info.created).toISOString();
}

export type MadeStream = {
  readonly kind: StreamKind;
  readonly name: string;
  readonly maxBytes: number;
  readonly made: boolean;
  /** Whether an earlier version made it, and its configuration is now that of this one. */
  readonly fixed: boolean;
};

/** Makes the streams that are missing, and leaves existing ones as they are. */
export async function makeStreams(bus: Bus, limits: Partial<Readonly<Record<StreamKind, number>>> = {}): Promise<readonly MadeStream[]> {
  const made: MadeStream[] = [];
  for (const kind of streamKinds) {
    const there = await streamInfo(bus, kind);
    const maxBytes = there?.config.max_bytes ?? limits[kind] ?? defaultLimits[kind];
    if (!there) await bus.manager.streams.add(configOf(bus.names, kind, maxBytes));
    made.push({ kind, name: bus.names.stream(kind), maxBytes, made: !there, fixed: false });
  }
  return made;
}

/** Throws `bus_unfit` if one of these streams is missing, or could lose messages that it has acknowledged. */
export async function needStreams(bus: Bus, kinds: readonly StreamKind[] = streamKinds): Promise<void> {
  for (const kind of kinds) {
    const info = await streamInfo(bus, kind);
    const why = info ? whyUnfit(info.config, kind) : 'is missing';
    if (why !== undefined) throw new ArtooError('bus_unfit', `the stream ${bus.names.stream(kind)} ${why}`);
  }
}

/** Why a stream cannot be relied on; undefined if it can. Pure. */
export function whyUnfit(config: StreamConfig, kind: StreamKind): string | undefined {
  const { discard, discard_new_per_subject, max_age, max_msgs_per_subject, retention } = config;
  if (retention !== RetentionPolicy.Limits) return `keeps messages only until they are read (retention ${retention})`;
  if (discard !== DiscardPolicy.New) return 'discards old messages when it is full (discard must be new)';
  if (max_age !== 0) return 'lets messages expire (max_age must be 0)';
  const keepsFirst = kind === 'object' && discard_new_per_subject;
  if (!keepsNewest(kind) && !keepsFirst && max_msgs_per_subject > 0)
    return 'keeps only some messages of a subject (max_msgs_per_subject must be -1)';
  return undefined;
}

/** What is wrong with a stream of an earlier version, though it can be relied on; undefined if nothing is. Pure. */
export const whyOutdated = ({ discard_new_per_subject }: StreamConfig, kind: StreamKind): string | undefined =>
  kind === 'object' && !discard_new_per_subject
    ? 'was made by an earlier version: a worker can replace what is stored in it, such as large batches of logs'
    : undefined;
