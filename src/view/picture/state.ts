/** What is under way in a task, as plain data for the live region. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ModelWait } from '../../models/model.ts';
import type { Spent } from './spent.ts';

/** What artoo is doing, in words. */
export type Doing = 'understands' | 'plans' | 'works' | 'checks' | 'judges' | 'decides';

export type PictureState = {
  /** When the task began, without its pauses, in ms; null before its first entry. */
  readonly started: number | null;
  /** What is under way, in the order in which it began. */
  readonly activities: readonly Activity[];
  /** What must be true at the end. */
  readonly aims: readonly Aim[];
  /** The criteria that the person replaced by asking for something else. */
  readonly dropped: readonly string[];
  readonly spent: Spent;
  /** Whether a question to the person is open. */
  readonly isAsking: boolean;
  readonly isOver: boolean;
};

export type Activity = {
  readonly doing: Doing;
  /** The sub-task; null if the activity is about the whole task, or the sub-task is unknown. */
  readonly subtask: SubTaskName | null;
  /** The time since which artoo has been doing this for this sub-task, in ms. */
  readonly since: number;
  /** The running call, as a person would say it; empty while a model is being asked. */
  readonly call: string;
  /** The last lines that a running command has printed. */
  readonly output: readonly string[];
  /** Whether the last plan was rejected and another is being made. */
  readonly isAgain: boolean;
  /** The end of the text that a model is writing. */
  readonly text: string;
  /** When a model that has not answered yet was asked, in ms, and what it waits for; null if no model was asked. */
  readonly asked: { readonly since: number; readonly wait: ModelWait | null } | null;
};

export type SubTaskName = { readonly index: number; readonly of: number; readonly intent: string };

/** A criterion, and the last finding about it. */
export type Aim = { readonly text: string; readonly verdict: CriterionVerdict['verdict'] | 'open' };
