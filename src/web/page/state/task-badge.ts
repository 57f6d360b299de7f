/** The state of a task, in a word or two. Pure. */
import { endOf } from '../../../view/words/wording.ts';
import type { TaskShown } from './task-model.ts';

export type Badge = { readonly word: string; readonly tone: 'good' | 'fair' | 'bad' | 'busy' | 'asks' | 'still' };

const tones = { accept: 'good', success: 'fair', abandon: 'bad' } as const;

export function badgeOf({ story, questions }: Pick<TaskShown, 'story' | 'questions'>, isRunning: boolean): Badge {
  const { result } = story;
  if (result?.reason === 'cancelled') return { word: 'Cancelled', tone: 'still' };
  if (result) {
    const { kind, text } = endOf(result);
    return { word: text, tone: tones[kind] };
  }
  if (!isRunning) return { word: 'Stopped', tone: 'still' };
  return questions.length > 0 ? { word: 'Waits for you', tone: 'asks' } : { word: 'Working', tone: 'busy' };
}
