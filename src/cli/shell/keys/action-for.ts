/** What a key does, in one table. Pure. */

export type Situation = {
  readonly isRunning: boolean;
  /** Whether the draft is empty. */
  readonly isEmpty: boolean;
  /** Whether completions are offered. */
  readonly isChoosing: boolean;
  /** Whether the text before the caret can be completed. */
  readonly isCompletable: boolean;
  /** Whether something is queued until the end of the task. */
  readonly isQueued: boolean;
  /** Whether the last key showed the warning that a second press leaves the shell. */
  readonly isWarned: boolean;
};

export type Action =
  | 'edit'
  | 'choose'
  | 'send'
  | 'queue'
  | 'steer'
  | 'pull'
  | 'interrupt'
  | 'clear'
  | 'warn'
  | 'leave'
  | 'search'
  | 'write'
  | 'transcript'
  | 'redraw'
  | 'suspend';

/** `edit` leaves the key to the editor. */
export function actionFor(key: string | undefined, situation: Situation): Action {
  const { isRunning, isEmpty, isChoosing, isCompletable, isQueued, isWarned } = situation;
  switch (key) {
    case 'enter':
      if (isChoosing) return 'choose';
      return isEmpty ? 'edit' : isRunning ? 'queue' : 'send';
    case 'tab':
      return isRunning && !isEmpty && !isChoosing && !isCompletable ? 'steer' : 'edit';
    case 'up':
      return isEmpty && isQueued ? 'pull' : 'edit';
    case 'escape':
      return isRunning && !isChoosing ? 'interrupt' : 'edit';
    case 'ctrl+c':
      if (!isEmpty) return 'clear';
      if (isRunning) return 'interrupt';
      return isWarned ? 'leave' : 'warn';
    case 'ctrl+d':
      if (!isEmpty) return 'edit';
      return isRunning && !isWarned ? 'warn' : 'leave';
    case 'ctrl+r':
      return 'search';
    case 'ctrl+g':
      return 'write';
    case 'ctrl+t':
      return 'transcript';
    case 'ctrl+l':
      return 'redraw';
    case 'ctrl+z':
      return 'suspend';
    default:
      return 'edit';
  }
}
