/** `artoo memory why [task]`: the memories that the task's planner was given, those that the task left, and what became of them. */
import { lessonStatus } from '../../app/memory/lesson-status.ts';
import { createMemoryStory } from '../../history/story/memory-story.ts';
import { streamJournal } from '../../journal/stream.ts';
import { whyLines } from '../../view/memory/why-lines.ts';
import { whyStory } from '../../view/memory/why-story.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { namedTask } from '../task/named-task.ts';
import { report, tell } from '../terminal/report.ts';
import { memoryFor } from './use-memory.ts';

/** If the journal is damaged, shows everything before the damage and then throws that error. */
export async function whyMemory(called: CalledPart): Promise<number> {
  const { words, data, signal, terminal } = called;
  const { path } = await namedTask({ data, wanted: words[0] ?? 'last', isTold: true }, terminal);
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
  const why = { ...story, ...(await lessonStatus(story.taught, await memoryFor(called))) };
  const code =
    called.given.verbose === true
      ? report(called, why, () => whyLines(why, terminal.width))
      : tell(called, why, (columns) => whyStory(why, columns));
  if (damage !== undefined) throw damage;
  return code;
}
