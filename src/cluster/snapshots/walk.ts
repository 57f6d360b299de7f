/** Lists folders of the host for a snapshot, without reading any file. */
import { statsAt } from '../../tools/changes/disk/stamp.ts';
import { createYielder } from '../../tools/changes/disk/yielder.ts';
import type { TaskGate } from '../../tools/files/reading-gate.ts';
import { type Seen, seenFolder } from './seen-folder.ts';

/** How much a snapshot may hold, or how much of that allowance is left. */
export type Room = { files: number; bytes: number };

export type Walked = {
  /** Every folder that can be listed, by path. */
  readonly folders: ReadonlyMap<string, readonly Seen[]>;
  readonly files: number;
  readonly bytes: number;
};

/** Everything below a folder, or why it cannot be in a snapshot. Subtracts what it finds from `room`. */
export async function walk(root: string, gate: TaskGate, room: Room, signal: AbortSignal): Promise<Walked | { readonly why: string }> {
  const yieldIfDue = createYielder();
  const folders = new Map<string, readonly Seen[]>();
  const self = BigInt(process.geteuid?.() ?? 0);
  const device = statsAt(root)?.dev;
  const had = { ...room };
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    await yieldIfDue();
    const seen = seenFolder(folder, gate);
    if (!seen) continue;
    if ('why' in seen) return seen;
    folders.set(folder, seen);
    for (const each of seen) {
      room.files -= 1;
      if (each.stats.isFile()) room.bytes -= Number(each.stats.size);
      if (each.stats.uid !== self) return { why: `${each.path} belongs to another user` }; // permissions for other users would have another meaning on another machine
      if (each.stats.dev !== device) return { why: `${each.path} is on another file system` };
      if ('entry' in each && each.entry.kind === 'folder') waiting.push(each.path);
    }
    if (room.files < 0 || room.bytes < 0) return { why: `${root} holds more than travels` };
  }
  return { folders, files: had.files - room.files, bytes: had.bytes - room.bytes };
}
