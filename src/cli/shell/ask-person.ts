/** Puts the questions of tasks to the person at the shell's prompt: the same dialogue as on the command line. Loaded with the first task. */
import type { ReadStream } from 'node:tty';
import type { Settings } from '../../config/settings.ts';
import { answering, type Person } from '../../engine/person.ts';
import type { Screen } from '../../view/pages.ts';
import type { Terminal } from '../command.ts';
import { alertWhenUnanswered } from '../terminal/asking/alert-when-unanswered.ts';
import { type AboutOf, type Questions, questionsFor } from '../terminal/asking/questions.ts';
import { atTerminal } from '../terminal/at-terminal.ts';
import type { Prompter } from '../terminal/prompter.ts';

export type AskOptions = {
  readonly input: ReadStream;
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly prompter: Prompter;
  readonly aboutOf: AboutOf;
  readonly screen: () => Screen;
  /** Runs an editor, which needs the terminal for itself. */
  readonly outside: <T>(work: () => Promise<T>) => Promise<T>;
  readonly note: (line: string) => void;
  /** Alerts a person who is looking at something else; without it, there are no alerts. */
  readonly alert?: ((text: string) => void) | undefined;
};

export function askPerson({ input, terminal, settings, signal, prompter, screen, outside, note, alert, aboutOf }: AskOptions): Person {
  const base = atTerminal({ input, fd: 0, [Symbol.dispose]() {} }, terminal, settings, signal);
  const questions: Questions = {
    ...{ ...base, prompter, screen, note },
    edit: (plan, draft) => outside(() => base.edit(plan, draft)),
    editCommand: (command) => outside(() => base.editCommand(command)),
  };
  const answers = questionsFor(questions, aboutOf);
  return answering(alert ? alertWhenUnanswered(answers, { alert, input }) : answers);
}
