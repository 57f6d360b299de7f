/** Why a task asks something other than whether it may act, and what follows from each answer. Pure. */
import type { PayloadOf } from '../../contracts/messages.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { About } from './harm-lines.ts';

/** The goal and, if it is known, the step that the question is about. */
export function aboutLines(about: About | undefined): readonly string[] {
  if (!about || about.goal === '') return [];
  const { goal, step } = about;
  const which = step && step.of > 1 ? `step ${step.index} of ${step.of}` : 'this step';
  return [
    `Your goal: ${visible(oneLine(goal, maxAbout))}`,
    ...(step ? [`It is for ${which}: ${visible(oneLine(step.intent, maxAbout))}`] : []),
  ];
}

const maxAbout = 200;

/** A question of the model about the goal. The answer is free text, so the letter `w` must remain a possible answer. */
export const whyClarify = (about: About | undefined): readonly string[] => [
  ...aboutLines(about),
  'The model cannot tell from this what you mean, and its plan depends on your answer. Nothing has been done yet.',
  'What you type becomes part of the goal. Enter alone: the model decides. Ctrl+C ends the task.',
  'If your answer is the letter w, type it again.',
];

/** A plan that waits for a yes. */
export const whyReview = ({ round, declined, reasons }: PayloadOf<'PlanReview'>, about: About | undefined): readonly string[] => [
  ...aboutLines(about),
  `You asked to see each plan before it is carried out (--plan). ${beforeIt(round, declined !== undefined)}`,
  ...(reasons.length > 0 ? ['It cannot be carried out as it was edited, for the reasons marked with !.'] : []),
  'If you say yes, its steps run, and you are still asked about each action that could do harm. An edited plan is shown again first.',
  'If you type something after n, another plan is made that takes it into account; a plain no ends the task.',
];

function beforeIt(round: number, isDeclined: boolean): string {
  if (round === 1) return 'Nothing has been done yet.';
  return isDeclined ? 'None of it has been done yet.' : 'The previous plan did not reach the goal; what it did is kept.';
}

/** A call whose outcome is unknown. */
export const whyInterrupted = ({ tool }: PayloadOf<'InterruptedCall'>, about: About | undefined): readonly string[] => [
  ...aboutLines(about),
  `artoo cannot find out whether this call of ${visible(tool)} took effect, and doing it twice might do harm: only you can check.`,
  'd continues as if it had been done; a does it again; s ends the task, and its result says so.',
];
