/** What a key does while a question is open, in one table. Pure. */

export type AnswerSituation = {
  /** Whether nothing has been typed. */
  readonly isEmpty: boolean;
  /** Whether the question is part of another one, to which Esc returns. */
  readonly isStep: boolean;
  /** Whether a line is edited in place: then Esc goes back, whatever has been typed, and Ctrl+G opens the person's editor. */
  readonly isLine: boolean;
  /** Whether the last key showed the warning that a second press leaves the shell. */
  readonly isWarned: boolean;
};

/** `edit` leaves the key to the editor; `back` leaves this step without an answer; `stop` stops the task. */
export type AnswerAction = 'answer' | 'back' | 'clear' | 'stop' | 'warn' | 'leave' | 'write' | 'transcript' | 'redraw' | 'suspend' | 'edit';

export function answerActionFor(key: string | undefined, { isEmpty, isStep, isLine, isWarned }: AnswerSituation): AnswerAction {
  switch (key) {
    case 'enter':
      return 'answer';
    case 'escape':
      if (isLine || (isStep && isEmpty)) return 'back';
      return isEmpty ? 'stop' : 'clear';
    case 'ctrl+c':
      return isEmpty ? 'stop' : 'clear';
    case 'ctrl+d':
      if (!isEmpty) return 'edit';
      if (isStep) return 'back';
      return isWarned ? 'leave' : 'warn';
    case 'ctrl+g':
      return isLine ? 'write' : 'edit';
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
