/** Runs the commands that must exit with 0 before a coder's work is committed. */
import type { RunCommand } from '../git/facts.ts';

/** How long all of them may take together. */
export const checkMs = 600_000;

const limit = `${checkMs / 60_000} minutes`;

const shownCharacters = 2_000;

/** How long a command may take before the person is told. */
const patienceMs = 60_000;

/** How the person is told about checks that take long. */
export type Told = { readonly tell: (text: string) => void; readonly afterMs?: number };

/** Why the first failing command does not pass, in words for the coder; undefined if all pass. `signal` aborts when the commands take too long. */
export async function whyChecksFail(
  commands: readonly string[],
  run: (command: string) => ReturnType<RunCommand>,
  signal: AbortSignal,
  { tell, afterMs = patienceMs }: Told,
): Promise<string | undefined> {
  for (const command of commands) {
    const late = setTimeout(() => tell(`${command} is still running; after ${limit} it is stopped`), afterMs);
    const ended = await run(command)
      .catch((error) => {
        if (!signal.aborted) throw error;
        return { exit: 1, output: '' };
      })
      .finally(() => clearTimeout(late));
    const printed = `It printed:\n${ended.output.slice(-shownCharacters)}`;
    if (signal.aborted) {
      const stopped = `${command} did not end within ${limit}, and was stopped`;
      tell(stopped);
      return `${stopped}: make it end, or send block. ${printed}`;
    }
    if (ended.exit !== 0) return `${command} ends with ${ended.exit}: make it pass, or send block. ${printed}`;
  }
  return undefined;
}
