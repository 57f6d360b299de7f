/** Makes the streams of a realm with limits that leave room on the server's disk: with a full disk, a server hangs. */
import { JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import { ArtooError } from '../../contracts/errors.ts';
import type { Bus } from '../bus.ts';
import { type StreamKind, streamKinds } from '../names.ts';
import { configOf, defaultLimits, type MadeStream, streamInfo, whyOutdated, whyUnfit } from '../streams.ts';

/** How much the streams of a realm may hold together by default, and the smallest size that makes sense. */
const usualBytes = streamKinds.reduce((sum, kind) => sum + defaultLimits[kind], 0);
const leastBytes = 16 * 1024 * 1024;
const leastOfOne = 1024 * 1024;

/** The codes for insufficient resources, and for insufficient storage of server or account. */
const noRoom: ReadonlySet<number> = new Set([10023, 10047]);

/**
 * Makes missing streams, and changes only existing ones that an earlier version made. A server reserves the space that its streams may take and
 * refuses more than it has, so half of the largest size that it accepts leaves room to spare. Throws `bus_unfit` when there is no room.
 */
export async function initStreams(bus: Bus, size = usualBytes): Promise<readonly MadeStream[]> {
  const there = new Map<StreamKind, number>();
  const fixed = new Set<StreamKind>();
  for (const kind of streamKinds) {
    const info = await streamInfo(bus, kind);
    if (info) there.set(kind, info.config.max_bytes);
    if (info && (await fix(bus, kind, info.config))) fixed.add(kind);
  }
  const missing = streamKinds.filter((kind) => !there.has(kind));
  const total = missing.length === 0 ? 0 : await roomFor(bus, size, missing);
  const limitOf = (kind: StreamKind) => there.get(kind) ?? shareOf(kind, total);
  for (const kind of missing) {
    const info = await streamInfo(bus, kind);
    if (!info) await bus.manager.streams.add(configOf(bus.names, kind, limitOf(kind)));
    else if (info.state.messages > 0)
      there.set(kind, info.config.max_bytes); // others already use the stream: with a limit below its size, its oldest messages would be deleted
    else await bus.manager.streams.update(bus.names.stream(kind), { max_bytes: limitOf(kind) });
  }
  return streamKinds.map((kind) => ({
    ...{ kind, name: bus.names.stream(kind), maxBytes: limitOf(kind) },
    ...{ made: missing.includes(kind), fixed: fixed.has(kind) },
  }));
}

/** Of a piece that was stored several times, the last one stays, which is the one that is read. */
async function fix(bus: Bus, kind: StreamKind, config: StreamConfig): Promise<boolean> {
  if (whyUnfit(config, kind) !== undefined || whyOutdated(config, kind) === undefined) return false;
  const { max_msgs_per_subject, discard_new_per_subject } = configOf(bus.names, kind, config.max_bytes);
  await bus.manager.streams.update(bus.names.stream(kind), { max_msgs_per_subject, discard_new_per_subject });
  return true;
}

const shareOf = (kind: StreamKind, total: number): number => Math.max(leastOfOne, Math.floor((total * defaultLimits[kind]) / usualBytes));

/** The size for which the server has room, found by adding the first missing stream with it; the stream gets its own, smaller limit afterwards. */
async function roomFor(bus: Bus, size: number, [probe]: readonly StreamKind[]): Promise<number> {
  for (let total = size; probe !== undefined && total >= leastBytes; total = Math.floor(total / 2)) {
    try {
      await bus.manager.streams.add(configOf(bus.names, probe, total));
      return total === size ? total : Math.floor(total / 2);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || !noRoom.has(error.code)) throw error;
    }
  }
  throw new ArtooError('bus_unfit', `the server at ${bus.address.server} has no room for the streams of a realm`);
}
