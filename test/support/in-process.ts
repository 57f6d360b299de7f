/** A command in this process, with a terminal that keeps what is said. */
import type { Command, Terminal } from '../../src/cli/command.ts';

const never = new AbortController().signal;

export type Said = { readonly code: number; readonly out: string; readonly err: string };

/** Rejects with what the command throws. */
export async function runHere(command: Command, args: readonly string[]): Promise<Said> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    print: (line) => void out.push(line),
    note: (line) => void err.push(line),
    env: {},
    cwd: '/',
    cancel: never,
    terminate: never,
  };
  const code = await command.run(args, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
