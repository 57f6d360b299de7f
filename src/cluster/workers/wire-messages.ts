/** The messages between hosts and workers. Both sides parse everything: the other side may be faulty, or a different program. */
import { z } from 'zod';
import { EffectKey, TaskId } from '../../contracts/ids.ts';
import { count, listOf, record } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { Entry } from '../../tools/changes/change.ts';
import { SnapshotRoot } from '../snapshots/tree.ts';

/** The name of a host or a worker, as a part of a subject. */
const MachineName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const Token = z.string().regex(/^[0-9a-f]{32}$/);
const variables = z.record(z.string(), z.string());
const path = z.string().startsWith('/').max(4_096);

/** Identifies one run of a call: a call may run twice. */
const Call = { task_id: TaskId, key: EffectKey, run: z.int().min(1) };

/** Asks a worker to run one command on a snapshot. The token is that of the claim, and the worker's answer must contain it. */
export const RunRequest = record({
  kind: z.literal('run'),
  host: MachineName,
  ...Call,
  claim: z.int().min(1),
  token: Token,
  command: z.string(),
  cwd: path,
  roots: listOf(SnapshotRoot),
  home: path,
  env: variables.optional(),
  language: variables,
  timeout_ms: z.number().min(1),
  /** Whether the output is shown while the command runs. */
  live: z.boolean(),
});
export type RunRequest = z.infer<typeof RunRequest>;

const ToWorker = z.union([
  RunRequest,
  /** Stops a run, without waiting for its answer. */
  record({ kind: z.literal('stop'), host: MachineName, ...Call, token: Token }),
  /** The claim has ended: its runs are stopped, and its answers dropped. */
  record({ kind: z.literal('end'), host: MachineName, token: Token }),
  /** The host is still alive. */
  record({ kind: z.literal('beat'), host: MachineName }),
  /** Asks every worker to announce itself at once. */
  record({ kind: z.literal('who') }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

/** Whether a worker has taken a run. If it has, it will answer. */
export const Taken = record({ taken: z.boolean(), why: z.enum(['busy', 'left', 'failed']).optional() });
export type Taken = z.infer<typeof Taken>;

/** The change of a path as a worker saw it. The host has the previous state itself. */
export const WorkerChange = record({ path, after: Entry.nullable() });
export type WorkerChange = z.infer<typeof WorkerChange>;

/**
 * The limits of what is reported of a command. A worker keeps no more than a megabyte of an output and a few kilobytes of errors, which grow a little where
 * secrets are replaced.
 */
export const maxReported = { output: 4_000_000, errors: 64_000, places: 1_000 } as const;

const exitCode = z.int().min(0).max(255);
const places = listOf(z.string().max(4_096)).refine(({ length }) => length <= maxReported.places);

/** How a command ended and what it would change, as the worker reports it. `missing`: the snapshot is no longer on the bus. */
export const RunResult = z.union([
  record({
    ok: z.literal(true),
    exit_code: exitCode.nullable(),
    killed_by: z.enum(['timeout', 'cancel', 'output', 'memory', 'processes', 'disk']).nullable(),
    output: z.string().max(maxReported.output),
    errors: z.string().max(maxReported.errors),
    truncated: z.boolean(),
    changes: listOf(WorkerChange),
    attempted_network: z.union([z.enum(['outside', 'machine']), z.literal(false)]),
    attempted_socket: z.boolean(),
    denied_places: places,
    hidden_temp_places: places,
    left: record({ files: count, processes: count }),
    why_unknown: z.string().optional(),
    /** When the command began and ended, by the worker's clock. */
    ran: record({ began: z.number(), ended: z.number() }).optional(),
  }),
  record({ ok: z.literal(false), why: z.enum(['missing', 'failed', 'left']), detail: z.string() }),
]);
export type RunResult = z.infer<typeof RunResult>;

const ToHost = z.union([
  /** `result`: the result itself or, if it is large, the hash of its JSON on the bus. */
  record({
    kind: z.literal('answer'),
    worker: MachineName,
    ...Call,
    token: Token,
    result: z.union([RunResult, record({ stored: z.string() })]),
  }),
  /** A further part of a command's output. It is sent once, and may be lost. */
  record({ kind: z.literal('output'), ...Call, token: Token, text: z.string() }),
]);
export type ToHost = z.infer<typeof ToHost>;

/** What a worker announces about itself every few seconds. */
export const WorkerBeat = record({
  id: MachineName,
  pool: z.string(),
  /** How many commands the worker runs at once, and how many are running. */
  parallel: z.int().min(1),
  running: count,
  /** The kind of containment that the worker has; without one it gets no commands. */
  containment: z.string(),
  detail: z.string(),
  /** Platform and processor: commands are given to workers of the same kind as their host. */
  system: z.string(),
  version: z.string(),
  /** Whether the worker only finishes what is running, and takes no new commands. */
  leaving: z.boolean(),
});
export type WorkerBeat = z.infer<typeof WorkerBeat>;

/** How often workers announce themselves, and hosts announce themselves to their workers. */
export const beatMs = 3_000;

/** Describes a machine, so that commands find the same programs on another one. */
export const thisSystem = `${process.platform}-${process.arch}`;

export const encoded = (message: ToWorker | ToHost | Taken | WorkerBeat | RunResult): Buffer => Buffer.from(JSON.stringify(message));

/** Undefined if the data is not such a message. */
export const toWorker = (data: Uint8Array): ToWorker | undefined => parsed(ToWorker, data);
export const toHost = (data: Uint8Array): ToHost | undefined => parsed(ToHost, data);
export const takenFrom = (data: Uint8Array): Taken | undefined => parsed(Taken, data);
export const beatFrom = (data: Uint8Array): WorkerBeat | undefined => parsed(WorkerBeat, data);
export const resultFrom = (data: Uint8Array): RunResult | undefined => parsed(RunResult, data);

/** The token in a message to a host, found without parsing it: anyone who may write there could send what takes long to parse. */
export function tokenIn(data: Uint8Array): string | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const at = bytes.indexOf(tokenName);
  const token = at === -1 ? '' : bytes.toString('latin1', at + tokenName.length, at + tokenName.length + 32);
  return Token.safeParse(token).data;
}
const tokenName = '"token":"';

const parsed = <T>(schema: z.ZodType<T>, data: Uint8Array): T | undefined =>
  schema.safeParse(parsedJson(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString())).data;
