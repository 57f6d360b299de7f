/** A plan as the person reviews it. Pure. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import { planDifference } from './plan-difference.ts';

export function planLines(plan: PayloadOf<'PlanReview'>): readonly string[] {
  const { task_criteria, amended, subtasks, reasons } = plan;
  const isParallel = new Set(subtasks.map(({ sequence }) => sequence)).size < subtasks.length;
  return [
    ...reasons.map((reason) => `! ${visible(reason)}`),
    ...titleOf(plan),
    ...task_criteria.map((criterion) => `  ${criterionLine(criterion)}`),
    ...amended.map(
      ({ criterion, instead, why }) =>
        `  given up: ${visible(criterion)}${instead === '' ? '' : `; instead: ${visible(instead)}`}; because ${visible(why)}`,
    ),
    isParallel ? 'Steps (equal numbers run in parallel):' : 'Steps:',
    ...subtasks.flatMap(({ sequence, intent, tools, context, success_criteria }) => [
      `  ${sequence}. ${visible(intent)} (${tools.length === 0 ? 'no tools' : `with ${tools.map(visible).join(', ')}`})`,
      ...(context.trim() === '' ? [] : visibleLines(context.trim()).map((line) => `     ${line}`)),
      ...success_criteria.map((criterion) => `     ${criterionLine(criterion)}`),
    ]),
  ];
}

/** The number of the plan; after a rejection, also how it differs from the previous one. */
function titleOf(plan: PayloadOf<'PlanReview'>): readonly string[] {
  if (!plan.declined) return [`This is the ${plan.round === 1 ? '' : 'new '}plan. ${doneWhen}`];
  return [`This is another plan, made after you said no. ${planDifference(plan.declined, plan)}`, doneWhen];
}

const doneWhen = 'The task is done when:';

const criterionLine = ({ criterion, check }: Criterion): string =>
  `- ${visible(criterion)} (${check ? 'checked by code' : 'judged by a model'})`;
