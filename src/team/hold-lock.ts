/** Locks that show what is in use: a lock ends with the process that holds it, however that ends. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';

/**
 * `agent-<id>`: an agent is alive. `task-<id>`: work in its worktree. `merge`: a merge. `worktrees`: one call of git that creates, moves or lists
 * them. `watch`: held by the process that writes alerts.
 */
export type LockName = `agent-${string}` | `task-${string}` | 'merge' | 'worktrees' | 'watch';

const pathOf = (root: string, name: LockName): string => join(root, '.liza', 'locks', name);

/** The lock, held until it is disposed; undefined if another process, or another part of this one, holds it. */
export function holdLock(root: string, name: LockName): Disposable | undefined {
  const path = pathOf(root, name);
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'a', 0o644);
  if (tryLock(fd)) return { [Symbol.dispose]: () => closeSync(fd) };
  closeSync(fd);
  return undefined;
}

/** Waits for the lock. Rejects when the signal fires. */
export async function waitForLock(root: string, name: LockName, signal: AbortSignal): Promise<Disposable> {
  for (let wait = 2; ; wait = Math.min(wait * 2, 500)) {
    signal.throwIfAborted();
    const held = holdLock(root, name);
    if (held) return held;
    await setTimeout(wait * (0.5 + Math.random()), undefined, { signal });
  }
}

/** Whether no process holds the lock. */
export function isLockFree(root: string, name: LockName): boolean {
  if (!existsSync(pathOf(root, name))) return true;
  using held = holdLock(root, name);
  return held !== undefined;
}
