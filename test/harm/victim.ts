/** A process of the person that must not be touched. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { vi } from 'vitest';

export type Victim = Disposable & {
  readonly pid: number;
  /** Its state while it is untouched: any other words mean that it was touched. */
  state(): string;
};

/** Starts it from a script of this name, which is also the name of the process. It ends with this process, because it waits for its input. */
export async function startVictim(script: string, prefix: readonly string[]): Promise<Victim> {
  writeFileSync(script, '#!/bin/bash\nread -r _\n', { mode: 0o755 });
  const [file = script, ...args] = [...prefix, script];
  const child: ChildProcess = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${script}`);
  const state = () => stateOf(pid);
  const awake = `S ${basename(script)}`;
  await vi.waitUntil(() => state().startsWith(awake), { timeout: 20_000, interval: 5 });
  return { pid, state, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

/** See proc(5). */
function stateOf(pid: number): string {
  try {
    const [, name, rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    return `${fields[0]} ${name}, nice ${fields[16]}, oom ${readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()}`;
  } catch {
    return 'gone';
  }
}
