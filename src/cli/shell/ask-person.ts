/** Puts the questions of tasks to the person at the shell's prompt: the same dialogue as outside of the shell. Loaded with the first task. */
import type { ReadStream } from 'node:tty';
import type { Settings } from '../../config/settings.ts';
import { answering, type Person } from '../../engine/person.ts';
import type { Screen } from '../../view/pages.ts';
import type { Terminal } from '../command.ts';
import { atTerminal } from '../terminal/at-terminal.ts';
import type { Prompter } from '../terminal/prompter.ts';
import { questionsFor } from '../terminal/questions.ts';

export type AskOptions = {
  readonly input: ReadStream;
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly prompter: Prompter;
  readonly screen: () => Screen;
  /** Runs an editor, which needs the terminal for itself. */
  readonly outside: <T>(work: () => Promise<T>) => Promise<T>;
  readonly note: (line: string) => void;
};

export function askPerson({ input, terminal, settings, signal, prompter, screen, outside, note }: AskOptions): Person {
  const base = atTerminal({ input, fd: 0, [Symbol.dispose]() {} }, terminal, settings, signal);
  return answering(
    questionsFor({
      ...{ ...base, prompter, screen, note },
      edit: (plan, draft) => outside(() => base.edit(plan, draft)),
      editCommand: (command) => outside(() => base.editCommand(command)),
    }),
  );
}
