/** The output of a built-in turn as text for its output file. The journal contains everything; this is for people who follow the turn. */
import { z } from 'zod';
import { targetIn } from '../../history/story/call-target.ts';
import type { Entry } from '../../journal/entry.ts';
import type { TurnFiles } from '../../team/runners/turn-files.ts';
import type { RunningTask } from '../tasks.ts';

const Call = z.object({ tool: z.string(), input: z.json() });
const Said = z.object({ text: z.string() });
const Returned = z.object({ ok: z.boolean(), output: z.string(), error: z.object({ message: z.string() }).optional() });

/** What an entry adds to the output; empty if it adds nothing. Pure. */
export function printedOf(entry: Entry): string {
  if (entry.kind === 'intent' && entry.effect === 'tool') {
    const call = Call.safeParse(entry.input).data;
    return call ? `> ${call.tool} ${targetIn(call.input)}\n` : '';
  }
  if (entry.kind !== 'outcome') return '';
  if (!entry.result.ok) return `! ${entry.result.code}: ${entry.result.detail}\n`;
  const said = Said.safeParse(entry.result.value).data?.text;
  const returned = Returned.safeParse(entry.result.value).data;
  return ended(said ?? (returned?.ok === false ? `! ${returned.error?.message ?? 'it failed'}` : returned?.output) ?? '');
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Prints everything that a task does while it runs. Never rejects: a turn does not depend on its readers. */
export async function printTurn({ entries }: Pick<RunningTask, 'entries'>, files: Pick<TurnFiles, 'print'>): Promise<void> {
  try {
    for await (const seen of entries())
      files.print('lost' in seen ? `[artoo: ${seen.lost} entries are only in its journal]\n` : printedOf(seen.entry));
  } catch {
    // the disk is full: everything is in the journal
  }
}
