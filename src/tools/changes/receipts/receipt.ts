/** The receipt of applied changes: which call made them, when, with which result, and every change. */
import { hash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Json } from '../../../contracts/shapes/json.ts';
import { count, IsoTime, listOf, record } from '../../../contracts/shapes/shape.ts';
import { parsedJson } from '../../../contracts/text/parsed-json.ts';
import { Change } from '../change.ts';
import type { Disk } from '../disk/disk.ts';
import { linesOf } from '../disk/lines-of.ts';
import { createYielder } from '../disk/yielder.ts';
import { kindOf, type OrderedChange } from '../transaction/ordered-change.ts';

const Counts = record({ created: count, changed: count, deleted: count, metadata: count });
export type Counts = z.infer<typeof Counts>;

const Receipt = record({
  format: z.literal(1),
  /** The name of the receipt's folder; it gives the order of the receipts of a task. */
  id: z.string(),
  task_id: z.string(),
  key: z.string(),
  /** The title of the call, for people. */
  title: z.string(),
  time: IsoTime,
  /** The receipts that this one undid. */
  undoes: listOf(z.string()),
  /** For an undo: the task or undo that it reversed. */
  undo_of: z.string().optional(),
  counts: Counts,
  /** Folders that had to be made writable, with their previous mode. */
  opened: listOf(z.tuple([z.string(), z.int()])),
  /** What the call returned. */
  result: Json,
});
export type Receipt = z.infer<typeof Receipt>;

export const undoKey = 'undo';

/** The task or undo that an undo reversed. In older receipts, only the title contains this. */
export const undoneBy = ({ key, title, undo_of }: Receipt): string | undefined =>
  undo_of ?? (key === undoKey ? /^undo of (.+)$/.exec(title)?.[1] : undefined);

/** The id of a new receipt: it always sorts after the newest one, even if the clock was set back. */
export function receiptId(now: Date, key: string, newest: string | undefined): string {
  const least = newest === undefined ? 0 : Number.parseInt(newest, 36) + 1;
  return `${Math.max(now.getTime(), least).toString(36).padStart(9, '0')}-${tailOf(key)}`;
}

/** Whether a receipt with this id belongs to the call. */
export const isReceiptOf = (key: string, id: string): boolean => id.endsWith(`-${tailOf(key)}`);

/** Undos are recognised by their ids, so only their receipts need to be read to find out what was undone. */
const tailOf = (key: string): string => (key === undoKey ? key : hash('sha256', key).slice(0, 16));

/** How many changes of each kind there are. */
export function countsOf(changes: readonly Change[]): Counts {
  const counts = { created: 0, changed: 0, deleted: 0, metadata: 0 };
  for (const change of changes) counts[kindOf(change)] += 1;
  return counts;
}

/** The number of changes of all kinds. */
export const totalOf = ({ created, changed, deleted, metadata }: Counts): number => created + changed + deleted + metadata;

const fileName = 'receipt.jsonl';
const chunkLength = 256 * 1024;

/** Writes and syncs the receipt: one line for the receipt, then one for each change. */
export async function writeReceipt(folder: string, receipt: Receipt, changes: readonly OrderedChange[], disk: Disk): Promise<void> {
  const yieldIfDue = createYielder();
  const fd = disk.create(join(folder, fileName));
  try {
    let chunk = `${JSON.stringify(receipt)}\n`;
    for (const { n: _, ...change } of changes) {
      chunk += `${JSON.stringify(change)}\n`;
      if (chunk.length < chunkLength) continue;
      disk.append(fd, chunk);
      chunk = '';
      await yieldIfDue();
    }
    disk.append(fd, chunk);
    disk.sync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The receipt without its changes; undefined if it does not exist. */
export async function readReceipt(folder: string): Promise<Receipt | undefined> {
  for await (const line of linesOf(join(folder, fileName))) return parsed(Receipt, line);
  return undefined;
}

/** The receipt with its changes; undefined if it is incomplete, which means that nothing has been changed. */
export async function readReceiptWithChanges(folder: string): Promise<{ receipt: Receipt; changes: readonly OrderedChange[] } | undefined> {
  let receipt: Receipt | undefined;
  const changes: OrderedChange[] = [];
  for await (const line of linesOf(join(folder, fileName))) {
    if (receipt) {
      const change = parsed(Change, line);
      if (change) changes.push({ ...change, n: changes.length });
    } else receipt = parsed(Receipt, line);
  }
  return receipt && changes.length === totalOf(receipt.counts) ? { receipt, changes } : undefined;
}

/** The parsed line; undefined if it is truncated. */
const parsed = <T>(schema: z.ZodType<T>, line: string): T | undefined => schema.safeParse(parsedJson(line)).data;
