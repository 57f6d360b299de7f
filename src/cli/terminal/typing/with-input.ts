/** Questions at a terminal whose input is otherwise ignored: typed text counts only while a question or an editor is open. */
import type { Questions } from '../asking/questions.ts';
import type { QuietInput } from './quiet-input.ts';

export function withInput(questions: Questions, quiet: QuietInput | undefined): Questions {
  if (!quiet) return questions;
  const { prompter, edit, editCommand } = questions;
  const listening =
    <Given extends readonly unknown[], T>(ask: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      using _listening = quiet.pause();
      return await ask(...given);
    };
  return {
    ...questions,
    prompter: { ask: listening(prompter.ask), editLine: listening(prompter.editLine) },
    edit: listening(edit),
    editCommand: listening(editCommand),
  };
}
