/** Commands in this process, with a terminal that records what is printed. */
import type { Command, Terminal } from '../../src/cli/command.ts';
import { textOf } from '../../src/view/style/line.ts';

const never = new AbortController().signal;

export type LiveOutput = { readonly terminal: Terminal; readonly out: readonly string[]; readonly err: readonly string[] };

/** A terminal without a person; `more` overrides its properties. */
export function newTerminal(more: Partial<Terminal> = {}): LiveOutput {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    print: (line) => void out.push(line),
    note: (line) => void err.push(line),
    show: (lines) => void err.push(...lines.map(textOf)),
    env: {},
    cwd: '/',
    cancel: never,
    terminate: never,
    ...more,
  };
  return { terminal, out, err };
}

export type Said = { readonly code: number; readonly out: string; readonly err: string };

/** Rejects with the error that the command throws. */
export async function runHere(command: Command, args: readonly string[], more: Partial<Terminal> = {}): Promise<Said> {
  const { terminal, out, err } = newTerminal(more);
  const code = await command.run(args, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
