/** The names of streams and subjects in a realm. Everything that is published is one of these. Pure. */
import type { TaskId } from '../contracts/ids.ts';

/** The kinds of data that a realm keeps, each in a stream of its own. */
export const streamKinds = ['log', 'object', 'memory', 'place'] as const;
export type StreamKind = (typeof streamKinds)[number];

/** The roles that sign in to a bus. */
export type Role = 'operator' | 'host' | 'worker';

/** Names of one realm. */
export type Names = ReturnType<typeof namesIn>;

export const namesIn = (realm: string) => ({
  realm,
  stream: (kind: StreamKind) => `ARTOO_${realm}_${kind.toUpperCase()}`,
  /** The pattern for every subject of a stream. */
  all: (kind: StreamKind) => `artoo.${realm}.${kind}.>`,
  /** The journal of a task. */
  log: (task_id: TaskId) => `artoo.${realm}.log.${task_id}`,
  /** One piece of a content that is stored under its SHA-256. */
  object: (hash: string, piece: number) => `artoo.${realm}.object.${hash}.${piece}`,
  /** All its pieces. */
  allPieces: (hash: string) => `artoo.${realm}.object.${hash}.*`,
  /** What happened to a memory: `what` is written, recalled, facts or gone. */
  memory: (hash: string, what: string) => `artoo.${realm}.memory.${hash}.${what}`,
  /** A register that is changed by compare-and-set: `host.<id>`, `worker.<id>`, `task.<id>`, `dreamer`. */
  place: (name: string) => `artoo.${realm}.place.${name}`,
  /** Where the server's answers arrive: each role receives only its own, and cannot read what others read. */
  inbox: (role: Role) => `_ARTOO_${realm}_${role}`,
  /** Where a worker receives requests, and where a host receives answers: these messages are not stored. */
  work: (worker: string) => `artoo.${realm}.work.${worker}`,
  done: (host: string) => `artoo.${realm}.done.${host}`,
});
