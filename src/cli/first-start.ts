/** What a person is asked before the first task in a folder: whether its settings are trusted and, if there is no model yet, whether to set one up. */
import type { Flags } from '../config/config-layers.ts';
import { type Configured, configure } from '../config/configure.ts';
import { homeIn } from '../config/folders.ts';
import { isGoal } from '../config/setup/is-goal.ts';
import { mayBeKey } from '../config/setup/key-owner.ts';
import { offersFrom } from '../config/setup/offers.ts';
import { visible } from '../contracts/text/visible.ts';
import { firstStartLines } from '../view/machine/setup-lines.ts';
import { type Line, line } from '../view/style/line.ts';
import { paintFor } from '../view/style/paint.ts';
import { wrapLine } from '../view/style/wrap-line.ts';
import type { Terminal } from './command.ts';
import { goalIsKept, goalIsKnown } from './machine/setup-dialogue.ts';
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

/** A key that is pasted here stays hidden. */
const isShown = (typed: string): boolean => !mayBeKey(typed);

/** Asks again if the answer is not understood, and says why; and after the demo. A goal that is typed here is kept for the shell. */
async function offerSetup(configured: Configured, tty: Tty, terminal: Terminal, before: Place['before']): Promise<boolean> {
  const { env } = terminal;
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const { lookAround } = await import('../config/setup/look-around.ts');
  const found = await lookAround({ env, home: homeIn(env), signal });
  const paint = paintFor(terminal.width !== undefined, env);
  const lines = firstStartLines(offersFrom(found, env)).flatMap((line) => wrapLine(line, terminal.width ?? 80));
  const prompter = createPrompter(tty.input, terminal, signal);
  let reply: readonly Line[] = [];
  for (;;) {
    const said = (await prompter.askGuarded((reply.length > 0 ? reply : lines).map(paint), 'Which? ', isShown))?.trim();
    const answer = said?.toLowerCase();
    if (said === undefined || answer === '' || answer === 'n') return false;
    reply = [];
    if (answer === 's' || answer === 'setup') return (await import('./machine/setup.ts')).runSetup(configured, tty, terminal, before);
    if (answer === 'd' || answer === 'demo') await (await import('./demo/demo.ts')).demo.run([], terminal);
    else reply = wrapLine(line(`${replyTo(said, before, terminal)} Type s or d; Enter alone: not now.`, 'fair'), terminal.width ?? 80);
  }
}

/** No key is shorter. */
const minKey = 16;

/** What is said to anything but an answer. */
function replyTo(said: string, before: Place['before'], { takeTyped }: Terminal): string {
  if (isGoal(said)) {
    if (before === 'shell') takeTyped?.(said);
    return before === 'shell' ? goalIsKept : goalIsKnown;
  }
  if (mayBeKey(said) && said.length >= minKey) return 'That looks like a key; it was neither used nor saved. You can enter it after s.';
  return `"${visible(said.slice(0, 60))}" is neither s nor d.`;
}
