/** `artoo team note`: leaves a note for the planner, or for the agents that work on a task. */
import { ArtooError } from '../../contracts/errors.ts';
import { taskOf } from '../../team/board/board.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';
import { report } from '../terminal/report.ts';
import { act } from './act.ts';

export async function note(called: CalledPart): Promise<number> {
  const { words } = called;
  const message = words.at(-1)?.trim() ?? '';
  const task = words.length > 1 ? words[0] : undefined;
  if (message === '') throw new ArtooError('usage', 'the note is empty');
  await act(called, (board) => {
    if (task !== undefined && !taskOf(board, task)) throw new ArtooError('board_refused', `there is no task ${shown(task)}`);
    return { act: 'note', message, ...(task === undefined ? {} : { for: task }) };
  });
  const reader = task === undefined ? 'The planner reads it' : `The agents that work on ${task} read it`;
  return report(called, { noted: message, for: task ?? null }, () => [`Noted. ${reader} before the next step.`]);
}
