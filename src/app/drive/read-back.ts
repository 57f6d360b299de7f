/** What a client reads in a task's journal: how the task ended, and what became of a question. */
import type { FinalResult } from '../../contracts/control.ts';
import { isQuestion } from '../../contracts/routes.ts';
import { streamJournal } from '../../journal/stream.ts';

/** The result of the task; undefined if it has not ended. Throws as the journal does. */
export async function resultIn(path: string): Promise<FinalResult | undefined> {
  for await (const line of streamJournal(path))
    if ('entry' in line && line.entry.kind === 'message' && line.entry.type === 'FinalResult') return line.entry.payload;
  return undefined;
}

/** `over`: it was answered, or its task has ended. Throws as the journal does. */
export async function questionIn(path: string, question: string): Promise<'open' | 'over' | 'unknown'> {
  let found: 'open' | 'over' | 'unknown' = 'unknown';
  for await (const line of streamJournal(path)) {
    if ('torn' in line || line.entry.kind !== 'message') continue;
    const { entry } = line;
    if (entry.id === question && isQuestion(entry)) found = 'open';
    if (found === 'open' && (entry.reply_to === question || entry.type === 'FinalResult')) found = 'over';
  }
  return found;
}
