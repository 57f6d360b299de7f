/** The exchanges up to and including a task, as given to a follow-up to that task. */
import type { TaskId } from '../../contracts/ids.ts';
import { streamJournal } from '../../journal/stream.ts';
import type { TaskFile } from '../tasks/task-list.ts';
import { answerIn, type Exchange, maxExchanges, type Said, shortened, unanswered } from './exchange.ts';

/** Oldest first, the task itself last. In a damaged journal, the part before the damage counts. */
export async function exchangesUpTo({ task_id, path }: TaskFile): Promise<readonly Exchange[]> {
  let before: readonly Exchange[] = [];
  let own: Exchange | undefined;
  try {
    for await (const line of streamJournal(path)) {
      if ('torn' in line || line.entry.kind !== 'message') continue;
      const { type, payload } = line.entry;
      if (type === 'UserInput') {
        before = payload.session;
        own = { task: task_id, input: shortened(payload.text) };
      }
      if (type === 'FinalResult' && own) own = { ...own, output: answerIn(payload) };
    }
  } catch {
    // `artoo log` reports the damage
  }
  return [...before, ...(own ? [own] : [])].slice(-maxExchanges);
}

/** The exchanges in the form in which a task receives them. `isUndone`: whether the changes of a task have since been undone. */
export function saidIn(exchanges: readonly Exchange[], isUndone: (task: TaskId) => Promise<boolean>): Promise<readonly Said[]> {
  return Promise.all(
    exchanges.map(async ({ task, input, output = unanswered }): Promise<Said> => {
      const undone = task !== undefined && (await isUndone(task));
      return { input, output, ...(task !== undefined && { task }), ...(undone && { undone }) };
    }),
  );
}
