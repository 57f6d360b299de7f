/** How far a copy of a log goes: the last message in it, and the size of the file up to that message. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';

const Position = z.object({
  /** The sequence of that message. */
  seq: z.number().int().min(0),
  mark: z.string(),
  size: z.number().int().min(0),
  /** Whether the task has ended. */
  isOver: z.boolean(),
});
export type Position = z.infer<typeof Position>;

/** Before the first message. */
export const start: Position = { seq: 0, mark: '', size: 0, isOver: false };

export const positionsIn = (folder: string): string => join(folder, 'positions');

const pathOf = (folder: string, task_id: TaskId): string => join(positionsIn(folder), `${task_id}.json`);

/** Undefined if there is no position for the copy at this path, or the file is too short for it. */
export function readPosition(folder: string, task_id: TaskId, copy: string): Position | undefined {
  try {
    const { data } = Position.safeParse(parsedJson(readFileSync(pathOf(folder, task_id), 'utf8')));
    return data && data.seq > start.seq && statSync(copy).size >= data.size ? data : undefined;
  } catch {
    return undefined; // without a position, the copy is made again
  }
}

/** Called once the file is on disk, so that a position never exceeds the file. */
export function writePosition(folder: string, task_id: TaskId, position: Position): void {
  const draft = `${pathOf(folder, task_id)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(position), { mode: 0o600 });
  renameSync(draft, pathOf(folder, task_id));
}
