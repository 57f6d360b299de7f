/** One task of a team, with its history. Pure. */

import { visible } from '../../contracts/text/visible.ts';
import { blockedWords } from '../../team/blocked-words.ts';
import { criteriaOf, type Task } from '../../team/board/board.ts';
import { stepsOf } from '../../team/report/task-path.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { statusWords } from './status-words.ts';

export function taskLines(task: Task, columns = 80): readonly Line[] {
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['scope', typeof task.scope === 'string' ? task.scope : undefined],
    ['spec', task.spec_ref],
    ['after', task.depends_on?.join(', ')],
    ['coder', task.assigned_to],
    ['reviewer', task.reviewing_by],
    ['folder', task.worktree],
    ['commit', task.merge_commit ?? task.review_commit],
    ['blocked', task.status === 'BLOCKED' && task.blocked_reason ? blockedWords(task.blocked_reason) : undefined],
    ['asks', task.status === 'BLOCKED' ? task.blocked_questions?.join(' ') : undefined],
    ['rejected', task.status === 'REJECTED' ? task.rejection_reason : undefined],
    ['failed by', task.failed_by?.join(', ')],
  ];
  return [
    ...wrapLine([span(visible(task.id), 'strong'), span(`  ${statusWords(task.status)}`, 'accent')], columns),
    ...wrapLine(line(oneLine(task.description ?? '')), columns),
    ...criteriaOf(task).flatMap((each) => labelled('done when', each, columns)),
    ...facts.flatMap(([name, text]) => (text ? labelled(name, text, columns) : [])),
    ...stepsOf(task).flatMap(({ at, who, text }) =>
      wrapLine([span(`  ${clock(at)}  `, 'muted'), span(visible(`${who} ${text}`.trim()))], columns, [span(' '.repeat(20))]),
    ),
  ];
}

/** `2026-11-18 17:45`. */
const clock = (at: string): string => at.slice(0, 16).replace('T', ' ').padEnd(16);

const oneLine = (text: string): string => visible(text.replaceAll(/\s+/g, ' '));

const labelled = (name: string, text: string, columns: number): readonly Line[] =>
  wrapLine([span(`  ${name.padEnd(11)}`, 'muted'), span(oneLine(text))], columns, [span(' '.repeat(13))]);
