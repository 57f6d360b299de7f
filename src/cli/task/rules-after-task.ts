/** After a task at a terminal: makes the rules that are due, for a few seconds, or until a key is pressed (SPEC §6). */
import type { Artoo } from '../../app/tasks.ts';
import type { Terminal } from '../command.ts';
import type { Tty } from '../terminal/tty.ts';
import { rawInput } from '../terminal/typing/raw-input.ts';

/** The longest time that a person may have to wait for rules. */
const maxMs = 10_000;

/** When no rule is due, it returns at once and does not read the keyboard. */
export async function makeRulesAfter(artoo: Pick<Artoo, 'makeRules'>, { input }: Pick<Tty, 'input'>, terminal: Terminal): Promise<void> {
  const pressed = new AbortController();
  const signal = AbortSignal.any([pressed.signal, terminal.cancel, terminal.terminate, AbortSignal.timeout(maxMs)]);
  if (signal.aborted) return;
  let keys: Disposable | undefined;
  const onBegin = () => {
    terminal.status?.('memory   is putting a rule into words; press any key to skip');
    keys = rawInput(input, () => pressed.abort());
  };
  const made = await artoo.makeRules({ signal, onBegin }).catch(() => 0); // the task has already reported what is wrong with the memory
  keys?.[Symbol.dispose]();
  terminal.status?.('');
  if (made > 0)
    terminal.note(`memory   ${made === 1 ? 'one proven lesson is now a rule' : `${made} proven lessons are now rules`}: artoo memory`);
}
