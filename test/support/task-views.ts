/** What people and programs are shown of journals. */
import { createTaskStory, type TaskStory } from '../../src/history/story/task-story.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { createTaskRows } from '../../src/view/rows/task-rows.ts';
import type { TaskView } from '../../src/view/task/task-facts.ts';
import { goldenEntries } from './golden-entries.ts';

export function storyOf(entries: Iterable<Entry>): TaskStory {
  const story = createTaskStory();
  for (const entry of entries) story.add(entry);
  return story.story();
}

export function viewOf(entries: readonly Entry[]): TaskView {
  const task = createTaskRows();
  for (const entry of entries) task.add(entry);
  return { story: storyOf(entries), rows: task.rows, leftOut: task.leftOut };
}

/** The views of a golden journal, up to an entry if one is named. */
export const goldenStory = (name: string, end?: number): TaskStory => storyOf(goldenEntries(name).slice(0, end));
export const goldenView = (name: string, end?: number): TaskView => viewOf(goldenEntries(name).slice(0, end));
