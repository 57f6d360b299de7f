/** What the lines of the auditor's record hold. docs/audit.md describes the file. */
import { z } from 'zod';
import { AuditEvent, AuditReport } from '../../contracts/audit.ts';
import { Directive, EndReason, roundFailure } from '../../contracts/control.ts';
import { TaskId } from '../../contracts/ids.ts';
import { quickReader } from '../../contracts/shapes/canonical.ts';
import { count, fixed, IsoTime, listOf, record } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';

/** How often something happened, and how often it could have happened. */
const Pair = fixed(z.tuple([count, count]));

/** What was counted in one window of time. */
export const Counts = record({
  /** When the window began. */
  window: IsoTime,
  /** Tasks that began, and that ended. */
  tasks: count,
  ended: count,
  not_audited: count,
  corrections: count,
  trends: record({ falling: count, flat: count, rising: count }),
  tools: record({ failures: count, environmental: count, logical: count }),
  /** For each rate, by name: how often the event happened, and how often it could have happened. */
  rates: fixed(z.record(z.string(), Pair)),
});
export type Counts = z.infer<typeof Counts>;

/** How a task went, for tuning the controller. */
export const End = record({
  slug: z.string(),
  directive: z.enum(['accept', 'success', 'abandon']),
  reason: EndReason,
  corrections: count,
  rounds: listOf(
    record({
      D: z.number(),
      L: z.number(),
      grad_l: z.number(),
      chose: z.enum(['accept', 'success', 'abandon', ...Directive.options]),
      failure_class: roundFailure,
    }),
  ),
});
export type End = z.infer<typeof End>;

/** The totals of the tasks of one kind. */
const SlugSums = record({
  tasks: count,
  /** The number of tasks by how they ended. */
  ended: fixed(z.record(z.string(), count)),
  rounds: count,
  corrections: count,
  /** The distance from the goal after the first round, the second, and so on, summed over the tasks that got that far. */
  D: listOf(record({ sum: z.number(), tasks: count })),
  failure_classes: fixed(z.record(z.string(), count)),
  /** By directive: how often the directive was given, and how often the round after it came closer to the goal. */
  directives: fixed(z.record(z.string(), record({ given: count, helped: count }))),
});
export type SlugSums = z.infer<typeof SlugSums>;

/** The fields around the content of a line, in the order in which they are written. */
const place = { prev: z.string(), n: count, ts: IsoTime };
const hash = z.string();

const observed = {
  kind: z.literal('observed'),
  /** The size of the file at that time, or the sequence of the last message of the log: as long as it stays the same, nothing is new. */
  size: count,
  /** The bus that the journal was read from; absent for a file. */
  bus: z.string().optional(),
  task_id: TaskId,
  /** The first entry that was read, and the entry after the last. */
  from: count,
  to: count,
  /** Whether the task has ended, so that nothing more is written. */
  is_over: z.boolean(),
  events: listOf(AuditEvent),
  counts: listOf(Counts),
  /** Tags of rules that the task's own evidence contradicted. */
  contradicted: listOf(z.string()),
  end: End.optional(),
};

const damaged = {
  kind: z.literal('damaged'),
  task_id: TaskId,
  /** The bus that the journal was read from; absent for a file. */
  bus: z.string().optional(),
  why: z.string(),
  /** The size and time of the damaged file, or the sequence and time of the last message of the log; it is read again once they change. */
  file: record({ size: count, mtime: z.number() }),
  events: listOf(AuditEvent),
};

const replayed = {
  kind: z.literal('replayed'),
  task_id: TaskId,
  /** What differed in the replay. */
  events: listOf(AuditEvent),
};

const team = {
  kind: z.literal('team'),
  /** The repository of the team. */
  team: z.string(),
  /** What was found in the team's journal, by name, so that each finding is noted only once. */
  found: listOf(z.string()),
  events: listOf(AuditEvent),
};

const report = {
  kind: z.literal('report'),
  window: IsoTime,
  events: listOf(AuditEvent),
  /** The alerts in effect after this report: an alert is raised once, and not again until it has cleared. */
  alerts: listOf(z.string()),
  report: AuditReport,
};

const summary = {
  kind: z.literal('summary'),
  /** The previous file. */
  file: z.string(),
  /** The first and the last time in the previous file. */
  first: IsoTime,
  last: IsoTime,
  /** The counts in the previous file, by day. */
  counts: listOf(Counts),
  found: listOf(AuditEvent),
  slugs: fixed(z.record(z.string(), SlugSums)),
};

export type Observed = Readonly<z.infer<z.ZodObject<typeof observed>>>;
export type Damaged = Readonly<z.infer<z.ZodObject<typeof damaged>>>;
export type Reported = Readonly<z.infer<z.ZodObject<typeof report>>>;
export type Replayed = Readonly<z.infer<z.ZodObject<typeof replayed>>>;
export type TeamNoted = Readonly<z.infer<z.ZodObject<typeof team>>>;
export type Summary = Readonly<z.infer<z.ZodObject<typeof summary>>>;
/** Lines with new content; a summary has none. */
export type LineBody = Observed | Damaged | Replayed | TeamNoted | Reported;

const Line = z.discriminatedUnion('kind', [
  z.object({ ...place, ...observed, hash }),
  z.object({ ...place, ...damaged, hash }),
  z.object({ ...place, ...replayed, hash }),
  z.object({ ...place, ...team, hash }),
  z.object({ ...place, ...report, hash }),
  z.object({ ...place, ...summary, hash }),
]);
export type Line = Readonly<z.infer<typeof Line>>;

/** The line that a text contains; undefined if it is of a kind unknown to this version. */
export const lineIn = (text: string): Line | undefined => read(parsedJson(text));

const read = quickReader(Line);
