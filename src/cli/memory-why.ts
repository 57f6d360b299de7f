/** `artoo memory why <task>`: what memory said to the planner of a task, and what the task taught it. */
import { findTask } from '../app/find-task.ts';
import { createMemoryTeller } from '../app/memory-story.ts';
import { streamJournal } from '../journal/stream.ts';
import { exits } from './command.ts';
import type { MemoryErrand } from './memory-errand.ts';
import { printJson } from './print-json.ts';
import { whyLines } from './view/memory-why.ts';

/** Tells everything up to where the journal is damaged, if it is: then that error is thrown. */
export async function whyMemory({ words: [wanted = ''], json, data, signal, terminal }: MemoryErrand): Promise<number> {
  const { path } = await findTask(data, wanted);
  const teller = createMemoryTeller();
  let [entries, damage]: [number, unknown] = [0, undefined];
  try {
    for await (const line of streamJournal(path)) {
      if (signal.aborted) return terminal.cancel.aborted ? exits.cancelled : exits.terminated;
      if ('torn' in line) continue;
      teller.add(line.entry);
      entries += 1;
    }
  } catch (error) {
    if (entries === 0) throw error;
    damage = error;
  }
  const story = teller.story();
  if (json) printJson(story, terminal);
  else for (const line of whyLines(story, terminal.width)) terminal.print(line);
  if (damage !== undefined) throw damage;
  return exits.ok;
}
