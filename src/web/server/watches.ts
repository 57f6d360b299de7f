/** What a client can watch of a drive, each with the shape of its arguments. */
import { z } from 'zod';
import type { Drive } from '../../app/drive/drive.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/text/explain.ts';
import type { WatchKind } from '../wire.ts';

type Watch = (drive: Drive, given: unknown, signal: AbortSignal) => AsyncIterable<unknown>;

/** Begins to watch. Throws `usage` for arguments that do not fit. */
export const watch = (drive: Drive, kind: WatchKind, given: unknown, signal: AbortSignal): AsyncIterable<unknown> =>
  watches[kind](drive, given, signal);

function watching<A>(asks: z.ZodType<A>, begin: (drive: Drive, asked: A, signal: AbortSignal) => AsyncIterable<unknown>): Watch {
  return (drive, given, signal) => {
    const { data, error } = asks.safeParse(given);
    if (error) throw new ArtooError('usage', `this cannot be watched: ${explain(error, given)}`);
    return begin(drive, data, signal);
  };
}

const task = z.string();

const watches: Readonly<Record<WatchKind, Watch>> = {
  entries: watching(z.strictObject({ task, from: z.int().min(0).exactOptional() }), (drive, { task, from = 0 }, signal) =>
    drive.entries(task, { from, signal }),
  ),
  live: watching(z.strictObject({ task }), (drive, { task }, signal) => drive.live(task, signal)),
  result: watching(z.strictObject({ task }), async function* (drive, { task }) {
    yield await drive.result(task);
  }),
  news: watching(z.strictObject({}), (drive, _, signal) => drive.news(signal)),
  team: watching(z.strictObject({ folder: z.string() }), (drive, { folder }, signal) => drive.team.watch(folder, signal)),
};

/** What a client may send to open or change a stream. */
export const streamChange = z.strictObject({
  add: z
    .array(
      z.strictObject({
        n: z.int().min(0),
        kind: z.enum(Object.keys(watches) as [WatchKind, ...WatchKind[]]), // the keys of a literal that is not empty
        asks: z.record(z.string(), z.unknown()),
      }),
    )
    .max(64)
    .default([]),
  drop: z.array(z.int().min(0)).max(1_000).default([]),
});
