/** Records in memory that a task was undone, or redone: what the person took back must not count as a success. */
import { asArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Megram } from '../../contracts/memory.ts';
import { createMemoryStory } from '../../history/story/memory-story.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import { streamJournal } from '../../journal/stream.ts';
import { quantize } from '../../memory/fading/quantize.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { type WithMemoryOptions, withMemory } from './with-memory.ts';

type Options = Omit<WithMemoryOptions, 'create'> & { readonly changes: Pick<ChangeStore, 'undoable' | 'isUndone'> };

/** Call it after an undo; `id`: the task, or the undo, that was undone. Never fails: if the memory cannot be written, that is a notice. */
export async function rememberUndo(id: string, { changes, ...memory }: Options): Promise<void> {
  try {
    const task = await taskBehind(id, changes);
    const lessons = await successesOf(task, memory.data);
    if (lessons.length === 0) return;
    const undone = await changes.isUndone(task);
    await withMemory({ ...memory, create: false }, async (keeper) => {
      for (const lesson of lessons) await correct({ task, lesson, undone, now: memory.clock() }, keeper);
    });
  } catch (error) {
    const { message } = asArtooError(error, 'memory_unavailable');
    memory.onNotice(`memory still counts the task as if it had not been undone: ${message}`);
  }
}

/** The task whose changes were undone, or restored by an undo of its undo. */
async function taskBehind(id: string, changes: Options['changes']): Promise<TaskId> {
  const origins = new Map((await changes.undoable()).map((each) => [each.id, each.undo_of]));
  let task = id;
  for (let origin = origins.get(task); origin !== undefined; origin = origins.get(task)) task = origin;
  return task as TaskId; // the folder of its receipts is named after the task
}

/** The lessons from the task's being accepted, or delivered with gaps. A command that was tried has no journal, and left none. */
async function successesOf(task: TaskId, data: string): Promise<readonly Megram[]> {
  const journal = (await findTasks(data)).find(({ task_id }) => task_id === task);
  if (!journal) return [];
  const teller = createMemoryStory();
  for await (const line of streamJournal(journal.path)) if ('entry' in line) teller.add(line.entry);
  return teller.story().taught.filter(({ state }) => state === 'accept' || state === 'success');
}

type Correction = { readonly task: TaskId; readonly lesson: Megram; readonly undone: boolean; readonly now: Date };

/**
 * The lesson that the task succeeded stays, and its opposite is added, because both are true. Praise of its tools, and notes about files that are no
 * longer true, are forgotten.
 */
async function correct({ task, lesson, undone, now }: Correction, keeper: Keeper): Promise<void> {
  const { kept } = await keeper.find({ id: lesson.id });
  if (!kept || kept.forgotten) return;
  const { space, entity, content, learnt_in } = lesson;
  if (entity !== 'env:local' || lesson.sigma === 0) {
    if (undone) await keeper.forget({ id: lesson.id, purge: false });
    return;
  }
  const { megrams } = await keeper.recent({ space, entity, n: maxCorrections });
  const said = megrams.filter(({ id, state }) => state === 'dissonance' && id.startsWith(`${task}-m`));
  const sign = said.reduce((sum, { sigma }) => sum + sigma, 0); // negative if it is recorded as undone
  if (undone === sign < 0) return;
  const how = undone
    ? 'The person undid this afterwards: all that it changed was taken back.'
    : 'The person undid this and then restored it.';
  const correction: Megram = {
    ...{ id: `${task}-m${now.getTime()}`, level: 'M', created_at: now.toISOString(), space, entity, state: 'dissonance' },
    content: `${how} ${content}`,
    ...quantize('dissonance', undone ? -1 : 1),
    ...(learnt_in !== undefined && { learnt_in }),
  };
  await keeper.write({ megrams: [correction] });
}

/** How many of the newest memories of a tag are searched for earlier corrections. */
const maxCorrections = 200;
