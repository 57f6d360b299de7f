/** What a task is doing and why, in a sentence. Pure. */
import type { Activity, Doing } from '../../../view/picture/state.ts';
import { doingWords, planningAgain } from '../../../view/words/doing-words.ts';
import type { TaskShown } from './task-model.ts';

export type NowWords = {
  readonly what: string;
  readonly about: string;
  /** Empty if the activity itself is clear enough. */
  readonly why: string;
};

const verbs = {
  understands: 'Reading',
  plans: 'Planning',
  works: 'Working',
  checks: 'Checking',
  judges: 'Judging',
  decides: 'Deciding',
} as const satisfies Record<Doing, string>;

export function nowWords(shown: Pick<TaskShown, 'now' | 'questions' | 'story' | 'next'>, isRunning: boolean): NowWords {
  const { now, questions, story } = shown;
  if (questions.length > 0 && isRunning)
    return { what: 'Waiting', about: 'for your answer', why: 'Nothing happens until you or another client answers.' };
  if (!isRunning && !now.isOver)
    return { what: 'Stopped', about: 'before its end', why: 'It can be resumed where it stopped: nothing is done twice.' };
  const [first] = now.activities;
  if (!first) return { what: 'Working', about: '…', why: '' };
  return { what: verbs[first.doing], about: aboutOf(first), why: whyOf(first, story) };
}

function aboutOf({ doing, call, subtask, isAgain }: Activity): string {
  if (call !== '') return call;
  if (isAgain) return planningAgain;
  return doing === 'works' || doing === 'judges' || doing === 'checks' ? (subtask?.intent ?? doingWords[doing]) : doingWords[doing];
}

/** The sub-task that a call is for; for a plan after the first, the reason for another plan. */
function whyOf({ doing, call, subtask }: Activity, { rounds }: TaskShown['story']): string {
  if (doing === 'plans') return rounds.findLast(({ turn }) => turn)?.turn?.failed_criterion ? 'The last round did not reach the goal.' : '';
  if (!subtask) return '';
  const part = subtask.of > 1 ? `Sub-task ${subtask.index} of ${subtask.of}` : 'The only sub-task';
  return call !== '' ? `For: ${subtask.intent}` : `${part}.`;
}
