/** What the loop of a task is given. */
import type { TaskId } from '../contracts/ids.ts';
import type { World } from '../effects/effects.ts';
import type { Entry, Origin } from '../journal/entry.ts';
import type { Caps } from '../laws/caps.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { Role } from '../roles/role.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Person } from './person.ts';

export type TaskOptions = {
  readonly task_id: TaskId;
  readonly roles: readonly Role[];
  readonly log: Log;
  readonly world: World;
  readonly person: Person;
  readonly memory: TaskMemory;
  /** Receives every entry once it is written, and whether it came from the tape. */
  readonly publish: (entry: Entry, isFromTape: boolean) => void;
  /** For a fork: the task that it shares its beginning with. */
  readonly origin: Origin | undefined;
  readonly limits: Limits;
  readonly caps: Caps;
  /** Whether the cap on time is extended when models are slow. */
  readonly capGrows: boolean;
  /** Whether the auditor reads the journal; undefined in tasks from before the auditor existed. */
  readonly audited: boolean | undefined;
  /** How many entries slow observers have lost. */
  readonly dropped: () => number;
};
