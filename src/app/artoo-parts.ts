/** Everything that a program brings to run tasks. */
import type { Pace } from '../cluster/owners/presence.ts';
import type { Answers, Person } from '../engine/person.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { BackgroundRuns } from '../tools/background/background-runs.ts';
import type { AssembleOptions } from './wiring/assemble-tools.ts';
import type { Site } from './wiring/rooms.ts';
import type { SharedOptions, Wiring } from './wiring/wire.ts';

export type ArtooParts = Pick<AssembleOptions, 'tools' | 'env' | 'keeps'> &
  Pick<Wiring, 'recorder' | 'onText' | 'onWait' | 'onOutput' | 'work'> &
  SharedOptions & {
    /** The settings and models for tasks in a folder: the same value as long as nothing has changed. If it throws or rejects, no task starts in that folder. */
    readonly siteOf: (cwd: string) => Site | Promise<Site>;
    readonly answers: Answers;
    /** Gets every question instead of `answers`. */
    readonly person?: Person | undefined;
    /** A memory to use in place of that in the data folder. */
    readonly memory?: TaskMemory | undefined;
    /** How fast hosts on a bus notice that another host or a worker is dead; by default, at the usual pace. */
    readonly pace?: Pace | undefined;
    /** The background runs, if clients manage them too. */
    readonly background?: BackgroundRuns | undefined;
    readonly onRulesDue?: ((count: number) => void) | undefined;
  };
