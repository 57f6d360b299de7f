/** What the tasks of one folder run with: their host, permissions and tools, made once for each value of the folder's settings. */
import type { Settings } from '../../config/settings.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { type Late, madeOf } from '../../contracts/late.ts';
import type { Host } from '../../engine/host.ts';
import type { Answers, Person } from '../../engine/person.ts';
import { type BusAddress, secretsOfBus } from '../../laws/network/bus-address.ts';
import type { Model } from '../../models/model.ts';
import type { TaskMemory } from '../../roles/r5-memory/task-memory.ts';
import { createPermissions, type Permissions } from '../../tools/asking/permissions.ts';
import { dropRefused } from '../drop-refused.ts';
import { applyingRules, personWith } from '../rules/apply-rule.ts';
import type { AssembledTools, AssembleOptions } from './assemble-tools.ts';
import type { Buses } from './buses.ts';
import type { RoleModels } from './role-models.ts';
import { closedBy } from './ruled-places.ts';
import { type Tap, tapEntries } from './tap-entries.ts';
import { type Wiring, wire } from './wire.ts';
import { elsewhereOn, type Workers } from './workers.ts';

/** The settings and models of tasks in one folder. */
/** `capsMoney`: whether a program caps what tasks cost, although their models are only named later. */
export type Site = RoleModels & { readonly settings: Settings; readonly capsMoney?: boolean };

export type Room = {
  readonly host: Host;
  readonly permissions: Permissions;
  readonly assembled: Late<AssembledTools>;
  readonly brain: Model;
};

type RoomParts = Required<Pick<AssembleOptions, 'data' | 'env' | 'background' | 'folders'>> &
  Pick<AssembleOptions, 'tools' | 'keeps'> &
  Pick<Wiring, 'recorder' | 'onText' | 'onWait' | 'onOutput'> &
  Required<Pick<Wiring, 'work' | 'clock' | 'observers'>> & {
    readonly answers: Answers;
    /** Gets every question instead of `answers`. */
    readonly person: Person | undefined;
    /** Gets every entry before the observers do. */
    readonly onEntry: Tap;
    /** The memory of tasks on this bus, or on none. */
    readonly memoryOf: (bus: BusAddress | undefined) => TaskMemory;
    readonly buses: NonNullable<Wiring['buses']> & Pick<Buses, 'applying'>;
    readonly workers: Workers;
  };

export type Rooms = {
  /** The room of a site; the same value gets the same room. */
  of(site: Site): Room;
  /** The tools of all rooms that have been needed so far. */
  readonly tools: readonly AssembledTools[];
};

export function createRooms(parts: RoomParts): Rooms {
  const {
    data,
    env,
    tools,
    keeps,
    background,
    folders,
    work,
    observers,
    onEntry,
    person: given,
    answers,
    memoryOf,
    workers,
    ...wiring
  } = parts;
  const rooms = new WeakMap<Site, Room>();
  /** One containment for each set of places that rules close, because these places are part of the walls. */
  const containments = new Map<string, AssembledTools['containment']>();
  const allTools: AssembledTools[] = [];

  function create({ settings, model, secrets }: Site): Room {
    const { rules, servers, search, bus } = settings;
    const known = bus ? () => [...secrets(), ...secretsOfBus(bus)] : secrets;
    const brain = typeof model === 'function' ? model('R2') : model;
    const closed = JSON.stringify(closedBy(rules));
    const permissions = createPermissions(rules);
    const far = bus && workers.at(bus);
    const assembled = madeOf(work, ({ assembleTools }) => {
      const elsewhere = far && elsewhereOn(far);
      const applying = (task_id: string) => wiring.buses.applying(task_id as TaskId); // the id is only looked up
      const shared = { containment: containments.get(closed), keeps, elsewhere, background, permissions, folders, applying };
      const made = assembleTools({ data, env, rules, servers, search, tools, secrets: known, ...shared });
      containments.set(closed, made.containment);
      allTools.push(made);
      return made;
    });
    assembled.now(); // if the tools are already known to be wrong, no task starts
    const person = given ? applyingRules(given, permissions, env) : personWith(answers, permissions, env);
    const refused = dropRefused((over) => assembled.now()?.drop(over));
    const seen = tapEntries(observers, onEntry, refused);
    const ports = { person, memory: memoryOf(bus), observers: seen, workers: far };
    const host = wire({ settings, model, work, assembled, env, ...ports, ...wiring });
    return { host, permissions, assembled, brain };
  }

  return {
    of(site) {
      const room = rooms.get(site) ?? create(site);
      rooms.set(site, room);
      return room;
    },
    tools: allTools,
  };
}
