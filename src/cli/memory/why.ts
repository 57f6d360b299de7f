/** `artoo memory why <task>`: what memory said to the planner of a task, what the task taught it, and what became of that. */
import { lessonStatus } from '../../app/memory/lesson-status.ts';
import { createMemoryStory } from '../../history/story/memory-story.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { streamJournal } from '../../journal/stream.ts';
import { whyLines } from '../../view/memory/why-lines.ts';
import { exits } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import { type MemoryCommand, memoryFor } from './memory-command.ts';

/** If the journal is damaged, shows everything before the damage and then throws that error. */
export async function whyMemory(command: MemoryCommand): Promise<number> {
  const { words, json, data, signal, terminal } = command;
  const [wanted = ''] = words;
  const { path } = await findTask(data, wanted);
  const teller = createMemoryStory();
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
  const why = { ...story, ...(await lessonStatus(story.taught, memoryFor(command))) };
  if (json) printJson(why, terminal);
  else for (const line of whyLines(why, terminal.width)) terminal.print(line);
  if (damage !== undefined) throw damage;
  return exits.ok;
}
