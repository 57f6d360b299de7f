/** A plan, for the person to approve. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { criteriaOf, type Task } from '../../team/board/board.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

export const planLines = (drafts: readonly Task[], columns = 80): readonly Line[] =>
  drafts.length === 0
    ? [line('There is nothing to approve: no drafts were planned.')]
    : [line(''), ...drafts.flatMap((task, at) => taskLines(task, at + 1, columns))];

function taskLines(task: Task, number: number, columns: number): readonly Line[] {
  const { id, description, scope, depends_on } = task;
  const wrapped = (first: string, text: string, style: 'plain' | 'muted' = 'plain') =>
    wrapLine([span(first, 'muted'), span(visible(text), style)], columns, [span(' '.repeat(first.length))]);
  return [
    [span(`${String(number).padStart(2)}  `, 'muted'), span(visible(id), 'strong'), span(`  ${visible(description ?? '')}`)],
    ...criteriaOf(task).flatMap((criterion) => wrapped('      done when  ', criterion)),
    ...wrapped('      scope      ', typeof scope === 'string' ? scope : JSON.stringify(scope ?? ''), 'muted'),
    ...((depends_on ?? []).length > 0 ? wrapped('      after      ', (depends_on ?? []).join(', '), 'muted') : []),
    line(''),
  ];
}
