/** The protocol on the socket: lines of JSON, first a hello from each side, then requests and their answers in any order. */
import { z } from 'zod';
import { ArtooError, errorCodes } from '../../contracts/errors.ts';
import { count, record } from '../../contracts/shapes/shape.ts';
import { type OperationName, operations } from '../keeper.ts';

/** Increased with every incompatible change. */
export const wireVersion = 1;

/** The protocol version. This shape never changes, so that different versions recognise each other. */
export const Hello = record({ artoo_memory: z.int() });

const names = Object.keys(operations) as [OperationName, ...OperationName[]]; // the table is a literal and not empty

/** A request. Its arguments are parsed with the schema in the operation's row. */
export const Request = record({ id: count, operation: z.enum(names), asks: z.unknown() });
export type Request = z.infer<typeof Request>;

/** Answers the request with the same id: a result or an error. */
export const Answer = z.union([
  record({ id: count, error: record({ code: z.enum(errorCodes), message: z.string() }) }),
  record({ id: count, gives: z.unknown() }),
]);
export type Answer = z.infer<typeof Answer>;

/** The limit on the length of a line: a page of an export may have megabytes, but nothing legitimate is longer than this. */
export const maxLineBytes = 64 * 1024 * 1024;

/** A message as a line. Throws `memory_refused` if it is too long for the other side. */
export function encode(message: z.infer<typeof Hello> | Request | Answer): Buffer {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  if (line.length <= maxLineBytes) return line;
  throw new ArtooError('memory_refused', `${line.length} bytes are too many for one message; ask for less at a time`);
}
