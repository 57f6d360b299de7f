/** Runs a task of the demo in a separate process, and kills that process halfway. */
import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { type Entry, parseEntry } from '../../journal/entry.ts';
import { demoChild } from '../demo-files.ts';
import type { DemoPlace } from './demo-place.ts';
import type { Scenario } from './scenarios.ts';

export type Killed = {
  readonly task_id: TaskId;
  readonly pid: number;
  /** How many model steps had been answered. */
  readonly answered: number;
};

/** Resolves when the process is dead; with undefined if the signal fired first. Throws `stopped` if the process ended by itself. */
export async function runAndKill(
  { name, killedAt }: Scenario,
  { folder, data }: DemoPlace,
  onEntry: (entry: Entry) => void | Promise<void>,
  signal: AbortSignal,
): Promise<Killed | undefined> {
  const running = fork(demoChild(), [name, folder, data], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const gone = once(running, 'exit');
  const over = new AbortController();
  void gone.then(() => over.abort());
  let task_id: TaskId | undefined;
  const asked = new Set<string>();
  let answered = 0;
  try {
    for await (const [line] of on(running, 'message', { signal: AbortSignal.any([signal, over.signal]) })) {
      const parsed = parseEntry(String(line));
      if (!parsed.ok) continue;
      const entry = parsed.value;
      if (entry.kind === 'open') ({ task_id } = entry);
      if (entry.kind === 'intent' && entry.effect === 'model') asked.add(entry.key);
      if (entry.kind === 'outcome' && asked.has(entry.key)) answered += 1;
      await onEntry(entry);
      if (entry.kind === 'intent' && entry.key === killedAt) break;
    }
  } catch (cause) {
    if (signal.aborted) return undefined;
    throw new ArtooError('stopped', 'the process ended before it was killed', { cause });
  } finally {
    running.kill('SIGKILL');
    await gone;
  }
  if (task_id === undefined) throw new ArtooError('stopped', 'the process never started its task');
  return { task_id, pid: running.pid ?? 0, answered };
}
