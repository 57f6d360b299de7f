/** Which keys are worth mentioning at the moment. Pure. */
import { type Line, line } from '../../../view/style/line.ts';
import { editLineKeys } from '../../terminal/prompter.ts';

export type HintSituation = {
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  readonly isEmpty: boolean;
  /** Whether something waits to be sent. */
  readonly isQueued: boolean;
  readonly isAsking: boolean;
  /** Whether the question is part of another one. */
  readonly isStep: boolean;
  /** Whether the answer is a line that is edited in place. */
  readonly isEditing: boolean;
  readonly isSearching: boolean;
  /** The result of the last key, shown instead of a hint. */
  readonly notice: string | undefined;
};

export function hintFor({
  isRunning,
  isStopping,
  isEmpty,
  isQueued,
  isAsking,
  isStep,
  isEditing,
  isSearching,
  notice,
}: HintSituation): Line {
  if (notice !== undefined) return line(notice, 'fair');
  if (isSearching) return line('Enter accepts it · Ctrl+R older · Esc back', 'muted');
  if (isEditing) return line(editLineKeys, 'muted');
  if (isAsking && !isEmpty) return line('Enter answers · Esc clears what is typed', 'muted');
  if (isStep) return line('Esc goes back to the question', 'muted');
  if (isAsking) return isRunning ? line('Esc stops the task', 'muted') : [];
  if (isStopping) return line('stopping …', 'fair');
  if (isRunning)
    return line(
      isEmpty ? 'Esc stops it · you can type the next thing meanwhile' : 'Enter: after this task · Tab: tell it now · Esc: stop',
      'muted',
    );
  if (isQueued) return line(isEmpty ? 'Up takes back what is queued' : 'Enter sends this first, then what is queued', 'muted');
  return isEmpty ? line('/ commands · @ files · ! try a command · Ctrl+D exits', 'muted') : [];
}
