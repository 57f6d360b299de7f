/** Runs a command line without walls, on a machine where walls cannot be built, after the person has approved it. */
import { access } from 'node:fs/promises';
import { type OnOutput, type ProcessResult, runProcess } from './process.ts';

export type BareRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput?: OnOutput | undefined;
};

/** Rejects with a system error if the shell cannot be started. */
export async function runBare({ command, ...request }: BareRequest): Promise<ProcessResult> {
  return runProcess({ ...request, ...tied(await shellFor(command)) });
}

type Program = { readonly file: string; readonly args: readonly string[] };

/** A watcher that runs beside the program, not as its child: it waits until this process has ended, and then kills everything in the group. */
const watch = '( ( exec >/dev/null 2>&1 3>&-; read -r end <&4; kill -KILL 0 ) & ); exec "$@" 4<&-';

/**
 * A command that changes things must not outlive this process: a resumed task would run it a second time. Only a process that leaves the group can
 * outlive this one.
 */
const tied = ({ file, args }: Program): Program & { readonly isTied: true } => ({
  file: '/bin/sh',
  args: ['-c', watch, 'sh', file, ...args],
  isTied: true,
});

/** Bash without start-up files, or sh if there is no bash. */
async function shellFor(command: string): Promise<Program> {
  const bash = '/bin/bash';
  const found = await access(bash).then(
    () => true,
    () => false,
  );
  const last = ['-c', '--', command]; // so that a command that starts with a dash is not an option
  return found ? { file: bash, args: ['--noprofile', '--norc', ...last] } : { file: '/bin/sh', args: last };
}
