/** What a key does while a question is open, in one table. Pure. */

export type AnswerSituation = {
  /** Whether nothing is typed. */
  readonly isEmpty: boolean;
  /** Whether a line is changed in place: then Esc goes back, and the editor may take over. */
  readonly isLine: boolean;
};

/** `edit` leaves the key to the editor; `none` is no answer; `stop` stops the task. */
export type AnswerAction = 'answer' | 'none' | 'clear' | 'stop' | 'write' | 'suspend' | 'edit';

export function answerActionFor(key: string | undefined, { isEmpty, isLine }: AnswerSituation): AnswerAction {
  switch (key) {
    case 'enter':
      return 'answer';
    case 'escape':
      if (isLine) return 'none';
      return isEmpty ? 'stop' : 'clear';
    case 'ctrl+c':
      return isEmpty ? 'stop' : 'clear';
    case 'ctrl+d':
      return isEmpty ? 'none' : 'edit';
    case 'ctrl+g':
      return isLine ? 'write' : 'edit';
    case 'ctrl+z':
      return 'suspend';
    default:
      return 'edit';
  }
}
