/** Journals as stories. */
import { createStoryteller, type TaskStory } from '../../src/history/story/task-story.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { goldenEntries } from './golden-entries.ts';

export function storyOf(entries: Iterable<Entry>): TaskStory {
  const teller = createStoryteller();
  for (const entry of entries) teller.add(entry);
  return teller.story();
}

/** Of a golden journal, up to an entry if one is named. */
export const goldenStory = (name: string, end?: number): TaskStory => storyOf(goldenEntries(name).slice(0, end));
