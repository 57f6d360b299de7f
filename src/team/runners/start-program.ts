/** How the program of a turn is started: the port of fenced and unfenced starts, and the unfenced one. */
import { type Attendance, startProcess } from '../../tools/running/process.ts';

type TurnProgram = {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders in which what it writes is real. */
  readonly writable: readonly string[];
  /** What else it must see, read-only. */
  readonly shown: readonly string[];
};

type Attending = Pick<Attendance, 'timeoutMs' | 'signal' | 'onOutput'> & {
  /** Called with the id of its process group before it begins. */
  readonly onStarted: (pid: number) => void;
};

/** `exit` is null if it was killed. */
export type ProgramEnd = { readonly exit: number | null; readonly killedBy: string | null };

/** Resolves when it has ended, with everything that it started. Rejects if it cannot be started. */
export type RunProgram = (program: TurnProgram, attending: Attending) => Promise<ProgramEnd>;

/** It waits until it has been recorded, and never begins if this process ends before that. */
const waiting = 'echo ready >&3; read -r go <&4 || exit 1; exec "$@" 3>&- 4<&-';

export const runUnfenced: RunProgram = async ({ argv, cwd, env }, { onStarted, ...attendance }) => {
  const started = startProcess({ file: '/bin/sh', args: ['-c', waiting, 'sh', ...argv], cwd, env, isGated: true });
  if (started.pid !== undefined) onStarted(started.pid);
  const { exitCode, killedBy } = await started.attend({ ...attendance, isEndless: true });
  return { exit: exitCode, killedBy };
};
