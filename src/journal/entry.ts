/** The lines of a journal. Each has a kind, a place (`seq`) and a time; docs/journal.md describes the file. */
import { z } from 'zod';
import { backgroundEnd } from '../contracts/background-end.ts';
import { Cost } from '../contracts/control.ts';
import { ControlConstants, type Decision, parseDecision, type UnknownDecision } from '../contracts/decisions.ts';
import { errorCodes } from '../contracts/errors.ts';
import { EffectKey, TaskId } from '../contracts/ids.ts';
import { Message } from '../contracts/messages.ts';
import { Party, RoleId } from '../contracts/parties.ts';
import type { Result } from '../contracts/result.ts';
import { isRouted } from '../contracts/routes.ts';
import { quickParser } from '../contracts/shapes/canonical.ts';
import { Json } from '../contracts/shapes/json.ts';
import { count, IsoTime, listOf, record } from '../contracts/shapes/shape.ts';
import { parsedJson } from '../contracts/text/parsed-json.ts';
import { Usage } from '../contracts/usage.ts';
import { defaults } from '../control/hyperparameters.ts';
import { type Caps as CapsOfTask, uncapped } from '../laws/caps.ts';

/** The format that this version writes. It can read older formats, and refuses newer ones. */
export const journalFormat = 5;

const line = <const K extends string, F extends z.ZodRawShape>(kind: K, fields: F) =>
  record({ kind: z.literal(kind), seq: count, ts: IsoTime, ...fields });

/** How much the task may use; null means no limit. */
const Caps = record({
  active_ms: z.number().min(0).nullable(),
  tokens: count.nullable(),
  usd: z.number().min(0).nullable(),
} satisfies Record<keyof CapsOfTask, z.ZodType>);

/** What a later run of the same task must keep, because other settings would change its decisions. */
const TaskSettings = record({
  cwd: z.string().min(1),
  /** The real path of `cwd` when the task began, if `cwd` contained a link. */
  real_cwd: z.string().min(1).optional(),
  workspace: z.string().min(1),
  /** How many sub-tasks run at once. */
  parallel: z.int().min(1).default(8),
  control: ControlConstants.default(defaults),
  caps: Caps.default(uncapped),
  /** Time limits that are extended when the task's models are slow: those that the person did not set. */
  grows: listOf(z.enum(['time_budget', 'active_ms'])).optional(),
  /** Whether the person sees every plan before it runs. */
  review: z.boolean().default(false),
  memory: z.boolean().default(false),
  /** How many model steps one attempt at a sub-task may take. */
  steps: z.int().min(1).default(10),
  /** The context size of the executor's model in tokens, if known. */
  context_tokens: z.int().min(1).optional(),
  /** Whether code looks around before the first plan; false in journals older than this feature. */
  looks: z.boolean().default(false),
  /** Places that the person named in the goal, which commands can see too. */
  places: listOf(z.string()).optional(),
  /** The JSON schema that the answer must match. */
  output_schema: Json.optional(),
  /** Whether the auditor reads the journal; absent in journals older than the auditor. */
  audited: z.boolean().optional(),
  /** In a fork: the first entry of the rounds that memory learns from. */
  learns_from: count.optional(),
});
export type TaskSettings = z.infer<typeof TaskSettings>;

/** The task with which a fork shares every entry before `seq`; when it was forked; and what the shared part had cost. */
const Origin = record({
  task_id: TaskId,
  seq: z.int().min(2),
  at: IsoTime,
  cost: Cost,
  /** Whether a cancel or a failed model stopped the origin, and this task continues it. */
  resumed: z.literal(true).optional(),
  /** The model step whose failure ended the origin: how often it had been tried, and what those tries used. */
  failed: record({ key: EffectKey, taken: z.int().min(1), usage: Usage.optional() }).optional(),
  /** Whether the origin worked in another folder or on another machine, so that the results of its calls cannot be looked up. */
  elsewhere: z.literal(true).optional(),
});
export type Origin = z.infer<typeof Origin>;

/** The first entry that is the task's own: shared entries belong to the origin, unless this task continues it. */
export const ownFrom = (origin: Pick<Origin, 'seq' | 'resumed'> | undefined): number => (origin && !origin.resumed ? origin.seq : 0);

/** The newest sealed line of the auditor's record when the task was opened: if the record lacks it, the record was cut. */
const AuditSeal = record({ n: count, hash: z.string().regex(/^[0-9a-f]{64}$/) });
export type AuditSeal = z.infer<typeof AuditSeal>;

/** The bus that keeps the log of a task: its address, and when its stream was made. Nothing may be appended to the journal without the bus. */
const OnBus = record({ address: z.string().min(1), created: IsoTime });
export type OnBus = z.infer<typeof OnBus>;

const Open = line('open', {
  format: z.int().min(1),
  task_id: TaskId,
  artoo: z.string(),
  settings: TaskSettings,
  /** Only present in a fork. */
  origin: Origin.optional(),
  audit_seal: AuditSeal.optional(),
  bus: OnBus.optional(),
});
export type Open = z.infer<typeof Open>;

const Intent = line('intent', {
  key: EffectKey,
  effect: z.enum(['model', 'tool', 'check', 'look']),
  role: RoleId,
  repeatable: z.boolean(),
  input: Json,
  input_hash: z.string(),
});
export type Intent = z.infer<typeof Intent>;

const Outcome = line('outcome', {
  key: EffectKey,
  ms: z.number().min(0),
  result: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: Json }),
    z.object({
      ok: z.literal(false),
      code: z.enum(errorCodes),
      detail: z.string(),
      /** What a failed model step used. */
      usage: Usage.optional(),
    }),
  ]),
});
export type Outcome = z.infer<typeof Outcome>;

const AnyDecision = line('decision', {
  role: RoleId,
  name: z.string().min(1),
  /** The original name of an unknown decision. */
  called: z.string().min(1).optional(),
  inputs: Json,
  result: Json,
});
export type DecisionEntry = Pick<z.infer<typeof AnyDecision>, 'kind' | 'seq' | 'ts'> & (Decision | UnknownDecision);

const Refusal = line('refusal', { from: Party, to: z.string(), type: z.string(), code: z.enum(errorCodes), detail: z.string() });

/** `resumed`: another process continued the task here. `waited`: the task waited for its bus, which was unreachable or full. */
const Pause = line('pause', { ms: z.number().min(0), resumed: z.literal(true).optional(), waited: z.literal('bus').optional() });

const Alarm = line('alarm', { code: z.enum(['inbox_grows', 'budget_spent', 'observer_dropped']), detail: z.string() });

const Halt = line('halt', { code: z.enum(errorCodes), detail: z.string() });

/** At the end of a task: how each command that it ran in the background ended. */
const Background = line('background', backgroundEnd);

/**
 * An attempt at a sub-task was assigned to a worker, or back to this machine, which runs its commands from then on. Numbers count up within a task.
 */
const Claim = line('claim', {
  round: count,
  subtask: count,
  attempt: count,
  /** The worker's name; null for this machine. */
  worker: z.string().min(1).nullable(),
  number: z.int().min(1),
  /** Why the previous claim ended: its worker was silent, had no room, left, failed, or sent something that cannot be true. */
  why: z.enum(['silent', 'busy', 'left', 'failed', 'lied']).optional(),
});

export type Claim = z.infer<typeof Claim>;

/** An answer that came after its claim had ended. Late answers are never used. */
const Late = line('late', { key: EffectKey, worker: z.string().min(1), number: z.int().min(1), exit_code: z.int().nullable() });
export type Late = z.infer<typeof Late>;

const kinds = {
  open: Open,
  intent: Intent,
  outcome: Outcome,
  refusal: Refusal,
  pause: Pause,
  alarm: Alarm,
  background: Background,
  claim: Claim,
  late: Late,
  halt: Halt,
};

export type MessageEntry = Message & { readonly kind: 'message' };
export type Entry = MessageEntry | DecisionEntry | { [K in keyof typeof kinds]: z.infer<(typeof kinds)[K]> }[keyof typeof kinds];

/** All kinds. Adding one requires a new format: a version of artoo without the kind would report the journal as damaged. */
export const entryKinds: readonly string[] = ['message', 'decision', ...Object.keys(kinds)];

/** Whether a text names a kind of entry. */
export const isKind = (kind: string): boolean => entryKinds.includes(kind);

/** Parses a line of JSON as an entry, or says what is wrong with it. */
export function parseEntry(text: string): Result<Entry> {
  const value = parsedJson(text);
  if (value === undefined) return { ok: false, error: 'not JSON' };
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  if (kind === 'message') return messageEntry(value as object); // the schema has checked that `kind` exists
  if (kind === 'decision') {
    const parsed = parseAnyDecision(value);
    return parsed.ok ? { ok: true, value: decisionEntry(parsed.value) } : parsed;
  }
  if (typeof kind !== 'string' || !Object.hasOwn(parsers, kind))
    return { ok: false, error: `unknown kind ${JSON.stringify(kind)?.slice(0, 40)}` };
  return parsers[kind as keyof typeof parsers](value); // the line above checked the key
}

const parseMessage = quickParser(Message);
const parseAnyDecision = quickParser(AnyDecision);
const parsers = {
  open: quickParser(Open),
  intent: quickParser(Intent),
  outcome: quickParser(Outcome),
  refusal: quickParser(Refusal),
  pause: quickParser(Pause),
  alarm: quickParser(Alarm),
  background: quickParser(Background),
  claim: quickParser(Claim),
  late: quickParser(Late),
  halt: quickParser(Halt),
} satisfies Record<keyof typeof kinds, unknown>;

function messageEntry(value: object): Result<MessageEntry> {
  const { kind: _, ...fields } = value as { readonly kind: 'message' }; // `kind` was compared by the caller
  const parsed = parseMessage(fields);
  if (!parsed.ok) return parsed;
  const { type, from, to } = parsed.value;
  return isRouted(type, from, to)
    ? { ok: true, value: { kind: 'message', ...parsed.value } }
    : { ok: false, error: `${type} may not go ${from}→${to}` };
}

/** Reads a decision; one that today's schemas do not accept becomes an unknown decision. */
function decisionEntry({ kind, seq, ts, role, name, called = name, inputs, result }: z.infer<typeof AnyDecision>): DecisionEntry {
  const parsed = parseDecision({ role, name, inputs, result });
  return { kind, seq, ts, ...(parsed.ok ? parsed.value : { role, name: 'unknown', called, inputs, result }) };
}
