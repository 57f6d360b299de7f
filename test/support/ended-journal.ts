/** Journals of tasks that ended at a time that the test chooses, or never: as many and as large as it needs, without running anything. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FinalResult } from '../../src/contracts/control.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { journalFormat } from '../../src/journal/entry.ts';
import { journalPath } from '../../src/journal/files.ts';
import { settings } from './parts.ts';
import { samples } from './samples.ts';

export type JournalOf = {
  /** The time at which its last entry was written. */
  readonly at?: Date;
  /** Whether it ends with a FinalResult. */
  readonly isOver?: boolean;
  /** Why it ended. */
  readonly reason?: FinalResult['reason'];
  readonly goal?: string;
  /** The slug from understanding the goal; by default, the goal was not understood. */
  readonly slug?: string;
  /** Where it works. */
  readonly cwd?: string;
  /** Its approximate size. */
  readonly bytes?: number;
};

export const dayMs = 24 * 60 * 60 * 1000;
export const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

/** Writes it and returns its path. */
export function placeJournal(data: string, id: string, options: JournalOf = {}): string {
  const path = journalPath(data, id as TaskId);
  mkdirSync(join(data, 'tasks'), { recursive: true, mode: 0o700 });
  writeFileSync(path, journalText(id, options), { mode: 0o600 });
  return path;
}

export function journalText(
  id: string,
  { at = new Date(), isOver = true, bytes = 0, reason = 'gap', cwd = '/', goal = 'sort the notes', slug }: JournalOf = {},
): string {
  const ts = at.toISOString();
  const entries: object[] = [{ kind: 'open', format: journalFormat, task_id: id, artoo: 'test', settings: { ...settings, cwd } }];
  const message = (from: string, to: string, type: string, payload: object) => ({ kind: 'message', task_id: id, from, to, type, payload });
  entries.push(message('User', 'R1', 'UserInput', { text: goal, session: [], cwd }));
  if (slug !== undefined) entries.push(message('R1', 'R2', 'TaskSpec', { ...samples.TaskSpec, task_id: id, slug }));
  for (let left = bytes; left > 0; left -= 1_000)
    entries.push({ kind: 'decision', role: 'R7', name: 'test', inputs: noise(Math.min(left, 1_000)), result: null });
  if (isOver) entries.push(message('R7', 'User', 'FinalResult', { ...samples.FinalResult, task_id: id, reason }));
  const line = (entry: object, seq: number) => JSON.stringify({ ...entry, ...('type' in entry && { id: `${id}-${seq}` }), seq, ts });
  return entries.map((entry, seq) => `${line(entry, seq)}\n`).join('');
}

let seed = 1;

/** Text that compresses about as well as real text does, and is different each time. */
function noise(length: number): string {
  let text = '';
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} and `;
  }
  return text.slice(0, length);
}
