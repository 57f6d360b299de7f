/** A plan, for the person to approve. Pure. */

import { visible } from '../../contracts/text/visible.ts';
import { type Board, criteriaOf, type Task, taskOf } from '../../team/board/board.ts';
import { scopeText } from '../../team/board/scope-text.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

export const planLines = (drafts: readonly Task[], columns = 80): readonly Line[] => [
  line(''),
  ...drafts.flatMap((task, at) => taskLines(task, at + 1, columns)),
];

/** If there are no drafts to approve: what the planner did instead, and how to ask for more. */
export function nothingPlanned(before: Board, after: Board): readonly Line[] {
  const added = after.tasks.filter(({ id }) => !taskOf(before, id)).map(({ id }) => id);
  if (added.length > 0)
    return [line(`Planned, and ready to be claimed: ${visible(added.join(', '))}.`), [span('To start: '), span('artoo team run', 'code')]];
  if (after.tasks.length === 0) return [line('The planner planned nothing.')];
  return [
    line('There is no draft to approve, and the planner added no task.'),
    [span('To ask for more: '), span('artoo team plan "what is missing"', 'code')],
  ];
}

function taskLines(task: Task, number: number, columns: number): readonly Line[] {
  const { id, description, scope, depends_on } = task;
  const wrapped = (first: string, text: string, style: 'plain' | 'muted' = 'plain') =>
    wrapLine([span(first, 'muted'), span(visible(text), style)], columns, [span(' '.repeat(first.length))]);
  return [
    [span(`${String(number).padStart(2)}  `, 'muted'), span(visible(id), 'strong'), span(`  ${visible(description ?? '')}`)],
    ...criteriaOf(task).flatMap((criterion) => wrapped('      done when  ', criterion)),
    ...wrapped('      scope      ', scopeText(scope), 'muted'),
    ...((depends_on ?? []).length > 0 ? wrapped('      after      ', (depends_on ?? []).join(', '), 'muted') : []),
    line(''),
  ];
}
