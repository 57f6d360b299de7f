/** Runs the commands that must end with 0 before the work of a coder is committed. */
import type { RunCommand } from '../git/facts.ts';

/** How long all of them may take together. */
export const checkMs = 600_000;

const shownCharacters = 2_000;

/** Why the first of them that fails does not pass, as its coder is told; undefined where all pass. `signal` aborts when they took too long. */
export async function whyChecksFail(
  commands: readonly string[],
  run: (command: string) => ReturnType<RunCommand>,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const command of commands) {
    const ended = await run(command).catch((error) => {
      if (!signal.aborted) throw error;
      return { exit: 1, output: '' };
    });
    const printed = `It printed:\n${ended.output.slice(-shownCharacters)}`;
    if (signal.aborted)
      return `${command} did not end within ${checkMs / 60_000} minutes, and was stopped: make it end, or send block. ${printed}`;
    if (ended.exit !== 0) return `${command} ends with ${ended.exit}: make it pass, or send block. ${printed}`;
  }
  return undefined;
}
