/** What is kept of one applying: who did what when and with which result, and every change. */
import { hash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Json } from '../../../contracts/json.ts';
import { count, IsoTime, listOf, record } from '../../../contracts/shape.ts';
import { Change } from '../change.ts';
import { createBreather } from '../disk/breather.ts';
import type { Disk } from '../disk/disk.ts';
import { linesOf } from '../disk/lines-of.ts';
import { kindOf, type Numbered } from '../steps/ordered-change.ts';

const Counts = record({ created: count, changed: count, deleted: count, metadata: count });
export type Counts = z.infer<typeof Counts>;

const Receipt = record({
  format: z.literal(1),
  /** The name of its folder: receipts of a task are ordered by it. */
  id: z.string(),
  task_id: z.string(),
  key: z.string(),
  /** What was called, for people. */
  title: z.string(),
  time: IsoTime,
  /** The receipts whose changes it took back. */
  undoes: listOf(z.string()),
  /** Of an undo: the task, or the undo, that it took back. */
  undo_of: z.string().optional(),
  counts: Counts,
  /** Folders that had to be made writable, with the mode they had. */
  opened: listOf(z.tuple([z.string(), z.int()])),
  /** What the call returned. */
  result: Json,
});
export type Receipt = z.infer<typeof Receipt>;

export const undoKey = 'undo';

/** The task, or the undo, that an undo took back. Receipts from before there was a field for it have it in their title alone. */
export const undoneBy = ({ key, title, undo_of }: Receipt): string | undefined =>
  undo_of ?? (key === undoKey ? /^undo of (.+)$/.exec(title)?.[1] : undefined);

/** Later than the newest that there is: a clock may go back, the order may not. */
export function receiptId(now: Date, key: string, newest: string | undefined): string {
  const least = newest === undefined ? 0 : Number.parseInt(newest, 36) + 1;
  return `${Math.max(now.getTime(), least).toString(36).padStart(9, '0')}-${tailOf(key)}`;
}

/** Whether a receipt with this name is that of the call. */
export const isOf = (key: string, id: string): boolean => id.endsWith(`-${tailOf(key)}`);

/** An undo is known by its name: to find out what was undone, only their receipts have to be read. */
const tailOf = (key: string): string => (key === undoKey ? key : hash('sha256', key).slice(0, 16));

/** How many changes there are of each kind. */
export function countsOf(changes: readonly Change[]): Counts {
  const counts = { created: 0, changed: 0, deleted: 0, metadata: 0 };
  for (const change of changes) counts[kindOf(change)] += 1;
  return counts;
}

const fileName = 'receipt.jsonl';
const chunkLength = 256 * 1024;

/** Writes it whole and to the disk: a line of its own, then one for each change. */
export async function writeReceipt(folder: string, receipt: Receipt, changes: readonly Numbered[], disk: Disk): Promise<void> {
  const breathe = createBreather();
  const fd = disk.create(join(folder, fileName));
  try {
    let chunk = `${JSON.stringify(receipt)}\n`;
    for (const { n: _, ...change } of changes) {
      chunk += `${JSON.stringify(change)}\n`;
      if (chunk.length < chunkLength) continue;
      disk.append(fd, chunk);
      chunk = '';
      await breathe();
    }
    disk.append(fd, chunk);
    disk.sync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The receipt without its changes; nothing when there is none. */
export async function readReceipt(folder: string): Promise<Receipt | undefined> {
  for await (const line of linesOf(join(folder, fileName))) return parsed(Receipt, line);
  return undefined;
}

/** The receipt with its changes; nothing when it is not whole: then nothing was done yet. */
export async function readWhole(folder: string): Promise<{ receipt: Receipt; changes: readonly Numbered[] } | undefined> {
  let receipt: Receipt | undefined;
  const changes: Numbered[] = [];
  for await (const line of linesOf(join(folder, fileName))) {
    if (receipt) {
      const change = parsed(Change, line);
      if (change) changes.push({ ...change, n: changes.length });
    } else receipt = parsed(Receipt, line);
  }
  const { created = 0, changed = 0, deleted = 0, metadata = 0 } = receipt?.counts ?? {};
  return receipt && changes.length === created + changed + deleted + metadata ? { receipt, changes } : undefined;
}

function parsed<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // cut off
  }
}
