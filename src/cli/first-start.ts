/** What a person is asked before the first task in a folder: whether its settings are trusted and, if there is no model yet, whether to set one up. */
import type { Flags } from '../config/config-layers.ts';
import { type Configured, configure } from '../config/configure.ts';
import { homeIn } from '../config/folders.ts';
import { offersFrom } from '../config/setup/offers.ts';
import { firstStartLines } from '../view/machine/setup-lines.ts';
import { paintFor } from '../view/style/paint.ts';
import { wrapLine } from '../view/style/wrap-line.ts';
import type { Terminal } from './command.ts';
import { askTrustOnce } from './terminal/asking/ask-trust.ts';
import { createPrompter } from './terminal/prompter.ts';
import { findTty, type Tty } from './terminal/tty.ts';

export type Place = {
  readonly flags: Flags;
  readonly cwd: string;
  /** Whether models are called at all: a cassette needs none. */
  readonly wantsModel?: boolean;
  /** What follows: the prompt of the shell, or the task in the command line. */
  readonly before: 'shell' | 'task';
};

/**
 * False if the person has no model and does not want to set one up. Without a terminal nothing is asked: what is missing is reported when the
 * settings are read. Throws `usage`, `config_invalid` or `data_unwritable`.
 */
export async function firstStart(terminal: Terminal, { flags, cwd, wantsModel = true, before }: Place): Promise<boolean> {
  using tty = findTty(terminal, false);
  if (!tty) return true;
  const { env } = terminal;
  const options = { flags, env, cwd, home: homeIn(env) };
  await askTrustOnce(options, tty, terminal);
  if (!wantsModel) return true;
  const configured = await configure(options);
  return configured.endpoints !== undefined || offerSetup(configured, tty, terminal, before);
}

/** Only text as short as an answer is shown, so that an API key that is pasted here stays hidden. */
const isWord = (typed: string): boolean => typed.length <= 'setup'.length;

/** Asks again if the answer is not understood, and after the demo. */
async function offerSetup(configured: Configured, tty: Tty, terminal: Terminal, before: Place['before']): Promise<boolean> {
  const { env } = terminal;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const { lookAround } = await import('../config/setup/look-around.ts');
  const found = await lookAround({ env, home: homeIn(env), signal });
  const paint = paintFor(terminal.width !== undefined, env);
  const lines = firstStartLines(offersFrom(found, env)).flatMap((line) => wrapLine(line, terminal.width ?? 80));
  const prompter = createPrompter(tty.input, terminal, signal);
  for (;;) {
    const answer = (await prompter.askGuarded(lines.map(paint), 'Which? ', isWord))?.trim().toLowerCase();
    if (answer === undefined || answer === '' || answer === 'n') return false;
    if (answer === 's' || answer === 'setup') return (await import('./machine/setup.ts')).runSetup(configured, tty, terminal, before);
    if (answer === 'd' || answer === 'demo') await (await import('./demo/demo.ts')).demo.run([], terminal);
  }
}
