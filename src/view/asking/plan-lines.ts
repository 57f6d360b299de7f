/** A plan as the person reviews it. Pure. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';

export function planLines({ round, task_criteria, amended, subtasks, reasons }: PayloadOf<'PlanReview'>): readonly string[] {
  const isParallel = new Set(subtasks.map(({ sequence }) => sequence)).size < subtasks.length;
  return [
    ...reasons.map((reason) => `! ${visible(reason)}`),
    `This is the ${round === 1 ? '' : 'new '}plan. The task is done when:`,
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

const criterionLine = ({ criterion, check }: Criterion): string =>
  `- ${visible(criterion)} (${check ? 'checked by code' : 'judged by a model'})`;
