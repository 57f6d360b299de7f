/** What a supervisor looks up besides the board: control files, specs, and which agents on this machine are dead. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ActFacts } from '../acts/act.ts';
import type { Board, Task } from '../board/board.ts';
import type { Living } from '../claimable.ts';
import { isLockFree } from '../hold-lock.ts';
import { specFile } from '../planning/gates.ts';
import { whyNoSpec } from '../spec-file.ts';
import type { SupervisorFacts } from './next.ts';

/**
 * Identifies this machine since its last start. A process from before a restart is certainly dead, but another machine cannot tell that from its
 * lock.
 */
export const thisHost = (): string => `${hostname()} ${bootId()}`;

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown'; // other systems have no such id: after a restart, their leases have to run out
  }
}

/** Agents of this machine whose lock is free, because their processes ended; and agents that left the board without giving up what they held. */
export function deadAgents(root: string, { agents, tasks }: Pick<Board, 'agents' | 'tasks'>, host: string): ReadonlySet<string> {
  const isDead = (id: string): boolean => agents[id]?.host === host && isLockFree(root, `agent-${id}`);
  const hasLeft = (id: string): boolean => agents[id] === undefined && isLockFree(root, `agent-${id}`);
  return new Set([...Object.keys(agents).filter(isDead), ...tasks.flatMap(holdersOf).filter(hasLeft)]);
}

/** The agents that hold a task. An agent that left the board without giving the task up does not return for it. */
const holdersOf = ({ status, assigned_to, reviewing_by }: Task): readonly string[] => [
  ...(status === 'CLAIMED' && assigned_to ? [assigned_to] : []),
  ...(status === 'READY_FOR_REVIEW' && reviewing_by ? [reviewing_by] : []),
];

/** Which control files exist. */
export function controlFiles(root: string): SupervisorFacts['control'] {
  const isThere = (name: string): boolean => existsSync(join(root, '.liza', name));
  return { abort: isThere('ABORT'), pause: isThere('PAUSE'), checkpoint: isThere('CHECKPOINT') };
}

/** The hashes of the specs that these references lead to, as far as they are files. */
export function specHashes(root: string, refs: readonly (string | null | undefined)[]): Readonly<Record<string, string>> {
  const files = new Set(refs.flatMap((ref) => (ref ? [specFile(ref)] : [])));
  return Object.fromEntries(
    [...files].flatMap((file) => (isInside(file) && whyNoSpec(root, file) === undefined ? [[file, hashOf(join(root, file))]] : [])),
  );
}

const isInside = (file: string): boolean => !file.startsWith('/') && !file.split('/').includes('..');
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The facts that every act needs. */
export function actFacts({ now, dead, awaited }: Living, env: Readonly<Record<string, string | undefined>>): ActFacts {
  return {
    now: now.toISOString(),
    dead: [...dead],
    ...(awaited?.size ? { awaited: [...awaited] } : {}),
    ...(env.SKIP_SPEC_FILE_CHECK === 'true' ? { areSpecsUnchecked: true } : {}),
  };
}
