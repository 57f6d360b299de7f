/** Questions at a terminal whose input is quiet otherwise: what is typed counts while a question is open, or an editor. */
import type { Questions } from './questions.ts';
import type { QuietInput } from './quiet-input.ts';

export function heard(questions: Questions, quiet: QuietInput | undefined): Questions {
  if (!quiet) return questions;
  const { prompter, edit, editCommand } = questions;
  const heardIn =
    <Given extends readonly unknown[], T>(ask: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      using _heard = quiet.pause();
      return await ask(...given);
    };
  return {
    ...questions,
    prompter: { ask: heardIn(prompter.ask), editLine: heardIn(prompter.editLine) },
    edit: heardIn(edit),
    editCommand: heardIn(editCommand),
  };
}
