/** What a client gets for a started task: its result, its entries, and a way to stop it. */
import type { TaskId } from '../contracts/ids.ts';
import type { Observers } from '../engine/observers.ts';
import type { Task } from '../engine/tasks-under-way.ts';
import type { Entry } from '../journal/entry.ts';
import { journalPath } from '../journal/files.ts';
import type { RunningTask } from './tasks.ts';

type Started = Pick<Task, 'result' | 'cancel'> & { readonly steer: (text: string) => void | Promise<void> };
/** `early`: a watch that was opened before the task started. */
type Show = (id: TaskId, started: Started, early?: ReturnType<Observers<Entry>['watch']>) => RunningTask;

export const showing =
  (data: string, observers: Observers<Entry>): Show =>
  (id, { result, cancel, steer }, early) => {
    let watch = early;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    result.then(end, end);
    const entries = () => {
      const first = watch ?? (isOver ? nothing() : observers.watch({ task_id: id }));
      watch = undefined;
      return first;
    };
    return { id, result, steer: async (text) => steer(text), cancel, journal: journalPath(data, id), entries };
  };

async function* nothing(): AsyncGenerator<never> {}
