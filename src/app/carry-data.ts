/**
 * Copies the data that came with a task's goal to where the task will look for it, when the task continues in other folders, for example on another
 * machine.
 */
import { existsSync } from 'node:fs';
import { ArtooError } from '../contracts/errors.ts';
import type { AttachedData } from '../contracts/intent.ts';
import type { Tape } from '../journal/tape.ts';
import { openTape } from '../journal/tape-file.ts';
import { keepData } from './attach.ts';

/**
 * Writes the data if the journal contains all of it. `moved`: changes the tape to those folders. Rejects with `input_missing` if the person must copy
 * the data.
 */
export async function carryData(path: string, moved: (tape: Tape) => Tape): Promise<void> {
  using recorded = await openTape(path);
  const data = dataIn(moved(recorded));
  if (!data || existsSync(data.path)) return;
  const bytes = Buffer.from(data.excerpt);
  if (data.whole && bytes.length === data.bytes) return keepData(data.path, bytes); // the excerpt has another length if a secret was redacted in it
  throw new ArtooError(
    'input_missing',
    `the task reads the data that was piped into it from ${data.path}, and that file is not on this machine`,
  );
}

/** The goal is the first message of every task. */
function dataIn(tape: Tape): AttachedData | undefined {
  for (let next = tape.peek(); next; next = tape.peek()) {
    const entry = next.entry();
    if (entry.kind === 'message') return entry.type === 'UserInput' ? entry.payload.data : undefined;
    tape.advance();
  }
  return undefined;
}
