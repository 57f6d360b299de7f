/** What can be done with a task next. Pure. */
import type { TaskShown } from './task-model.ts';

/** `steer`: the task runs. `resume`: it was stopped or cancelled, or its model failed. `follow up`: it is done. */
export function nextActions({ story }: Pick<TaskShown, 'story'>, isRunning: boolean): 'steer' | 'resume' | 'follow up' {
  const { result } = story;
  if (!result) return isRunning ? 'steer' : 'resume';
  return result.reason === 'cancelled' || result.reason === 'infrastructure' ? 'resume' : 'follow up';
}
