/** Runs a command line without walls: what plainly only reads, and what the person said yes to where there are none. */
import { access } from 'node:fs/promises';
import { type ProcessResult, runProcess } from './process.ts';

export type BareRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether it needs little: 2 GiB of memory each, and files (which some make to sort) of 1 GiB. */
  readonly isSmall: boolean;
};

const limits = 'ulimit -v 2097152 2>/dev/null; ulimit -f 1048576 2>/dev/null; ';

/** Rejects with a system error when it cannot be started. */
export async function runBare({ command, isSmall, ...request }: BareRequest): Promise<ProcessResult> {
  const shell = await shellFor(isSmall ? `${limits}${command}` : command);
  return runProcess({ ...request, ...(isSmall ? shell : tied(shell)) });
}

type Program = { readonly file: string; readonly args: readonly string[] };

/** Waits, beside the program and not as its child, until this process is gone, and then ends everything in its group. */
const watch = '( ( exec >/dev/null 2>&1 3>&-; read -r end <&4; kill -KILL 0 ) & ); exec "$@" 4<&-';

/** What changes things must not go on when this process is gone: a resumed task would do it a second time beside it. Only what leaves its process group can. */
const tied = ({ file, args }: Program): Program & { readonly isTied: true } => ({
  file: '/bin/sh',
  args: ['-c', watch, 'sh', file, ...args],
  isTied: true,
});

/** Bash without any start-up file, or whatever shell there is. */
async function shellFor(command: string): Promise<Program> {
  const bash = '/bin/bash';
  const found = await access(bash).then(
    () => true,
    () => false,
  );
  const last = ['-c', '--', command]; // or a command that starts with a dash would be an option
  return found ? { file: bash, args: ['--noprofile', '--norc', ...last] } : { file: '/bin/sh', args: last };
}
