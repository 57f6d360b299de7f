/** After a task that a person looked on: makes the rules that are due, for a few seconds, until they press a key (SPEC §6). */
import type { ReadStream } from 'node:tty';
import type { Artoo } from '../../app/open-artoo.ts';
import type { Terminal } from '../command.ts';
import type { Tty } from '../terminal/tty.ts';

/** How long a person may be held up who only looks on. */
const maxMs = 10_000;

/** Where no rule is due, it is over at once and the keyboard is left alone. */
export async function makeRulesAfter(artoo: Pick<Artoo, 'makeRules'>, { input }: Pick<Tty, 'input'>, terminal: Terminal): Promise<void> {
  const pressed = new AbortController();
  const signal = AbortSignal.any([pressed.signal, terminal.cancel, terminal.terminate, AbortSignal.timeout(maxMs)]);
  if (signal.aborted) return;
  using keys = new DisposableStack();
  const onBegin = () => {
    terminal.status?.('memory   putting a rule into words; press any key to skip');
    keys.use(onAnyKey(input, () => pressed.abort()));
  };
  const made = await artoo.makeRules({ signal, onBegin }).catch(() => 0); // whoever used the memory was told what is wrong with it
  terminal.status?.('');
  if (made > 0)
    terminal.note(`memory   ${made === 1 ? 'one proven lesson is now a rule' : `${made} proven lessons are now rules`}: artoo memory`);
}

/** Until it is disposed of, every key is heard, also those that the terminal would keep to itself. */
function onAnyKey(input: ReadStream, act: () => void): Disposable {
  input.setRawMode(true);
  input.on('data', act);
  input.resume();
  return {
    [Symbol.dispose]() {
      input.off('data', act);
      input.pause();
      input.setRawMode(false);
    },
  };
}
