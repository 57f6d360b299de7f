/** A message of a task's log: complete lines of its journal, as they are in the file, and the host that appended them. */
import { createHash } from 'node:crypto';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { AppendOptions } from '../append.ts';
import type { Bus } from '../bus.ts';
import type { Objects } from '../objects/objects.ts';
import { messagesOf, type Stored } from '../read.ts';

/** One message: `bytes` is empty if a host only takes the task. */
export type LogMessage = {
  readonly seq: number;
  /** The ownership under which the host appended it. */
  readonly epoch: string;
  /** The data folder of that host. */
  readonly folder: string;
  readonly bytes: Buffer;
};

const objectHeader = 'Artoo-Object';
const folderHeader = 'Artoo-Folder';

/** The id of a batch, by which its first lines are found: never the same for two batches. */
export const batchId = (epoch: string, seq: number): string => `${epoch}-${seq}`;

/** Whether a message contains the first line of a journal. If it was appended at a later try, its id has a suffix. */
export const beginsTask = ({ id }: Pick<Stored, 'id'>): boolean => /-0(?:\.\d+)?$/.test(id);

/** The id of the message with which a host takes a task. */
export const takingId = (epoch: string): string => `${epoch}-takes`;

/** The data folder of the host that appended a message. */
export const folderOf = ({ headers: told }: Stored): string => told?.get(folderHeader) ?? '';

const epochOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('-')));

/** What is published for a batch: its bytes or, if they are more than half of the server's limit for a message, the hash under which they are stored. */
export async function packed(
  bytes: Buffer,
  { bus, objects, folder }: { readonly bus: Bus; readonly objects: Objects; readonly folder: string },
  { signal, onWait }: AppendOptions,
): Promise<{ readonly data: Uint8Array; readonly headers: MsgHdrs }> {
  const told = headers();
  told.set(folderHeader, folder);
  const limit = (bus.connection.info?.max_payload ?? 1 << 20) / 2;
  if (bytes.length <= limit) return { data: bytes, headers: told };
  told.set(objectHeader, `${await objects.put(bytes, signal, onWait)} ${bytes.length}`);
  return { data: new Uint8Array(), headers: told };
}

/** Every message of a task's log, in order. Throws `object_missing` or `object_damaged` for a large batch that cannot be read. */
export async function* logMessages(
  { bus, objects }: { readonly bus: Bus; readonly objects: Objects },
  task_id: TaskId,
  signal: AbortSignal,
): AsyncGenerator<LogMessage> {
  for await (const stored of messagesOf(bus, 'log', bus.names.log(task_id), { signal }))
    yield {
      seq: stored.seq,
      epoch: epochOf(stored.id),
      folder: folderOf(stored),
      bytes: await bytesOf(stored, objects, signal),
    };
}

/** Distinguishes a message from any other that a store could have in its place. */
export const markOf = ({ id, headers: told, data }: Stored): string =>
  createHash('sha256')
    .update(`${id} ${told?.get(objectHeader) ?? ''} `)
    .update(data)
    .digest('hex');

/** The content that holds the lines of a message, if that is not the message itself. Throws `journal_corrupt`. */
export function objectIn({ headers: told, subject }: Stored): { readonly hash: string; readonly size: number } | undefined {
  const named = told?.get(objectHeader) ?? '';
  if (named === '') return undefined;
  const [hash, size] = named.split(' ');
  if (hash === undefined || !/^\d+$/.test(size ?? '')) throw new ArtooError('journal_corrupt', `a message on ${subject} names no object`);
  return { hash, size: Number(size) };
}

/** The lines of one stored message. Throws as `logMessages` does. */
export async function bytesOf(stored: Stored, objects: Objects, signal: AbortSignal): Promise<Buffer> {
  const { data } = stored;
  const object = objectIn(stored);
  return object ? objects.get(object.hash, object.size, signal) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
