/** How the program of a turn is started: the port for fenced and unfenced starts, and the unfenced adapter. */
import { type Attendance, startProcess } from '../../tools/running/process.ts';

type TurnProgram = {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders in which the program's writes are real. */
  readonly writable: readonly string[];
  /** Other paths that the program must see, read-only. */
  readonly shown: readonly string[];
};

type Attending = Pick<Attendance, 'timeoutMs' | 'signal' | 'onOutput'> & {
  /** Called with the id of the program's process group before it begins. */
  readonly onStarted: (pid: number) => void;
};

/** `exit` is null if the program was killed. */
export type ProgramEnd = { readonly exit: number | null; readonly killedBy: string | null };

/** Runs a program. Resolves when it and everything that it started have ended. Rejects if it cannot be started. */
export type RunProgram = (program: TurnProgram, attending: Attending) => Promise<ProgramEnd>;

/** A shell script that starts the program once it has been recorded, and never if this process ends before that. */
const waiting = 'echo ready >&3; read -r go <&4 || exit 1; exec "$@" 3>&- 4<&-';

export const runUnfenced: RunProgram = async ({ argv, cwd, env }, { onStarted, ...attendance }) => {
  const started = startProcess({ file: '/bin/sh', args: ['-c', waiting, 'sh', ...argv], cwd, env, isGated: true });
  if (started.pid !== undefined) onStarted(started.pid);
  const { exitCode, killedBy } = await started.attend({ ...attendance, isEndless: true });
  return { exit: exitCode, killedBy };
};
