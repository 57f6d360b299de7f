/**
 * A line of the index: the status of one task when its journal was last read. Checked by hand, because loading the schemas would take longer than listing 10,000 tasks.
 * Pure.
 */
import type { FinalResult } from '../../contracts/control.ts';
import { type ErrorCode, errorCodes } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { isAmount, isOneOf, isTime, objectIn, wordsOf } from './hand-checks.ts';
import { costIn, keptCost } from './index-cost.ts';
import type { Row, SharedBeginning, Started, TaskStatus } from './task-state.ts';

/** Lines of another version are ignored. */
const version = 1;

/** How every line begins: the id can be found without parsing the rest. */
export const lineStart = '{"task_id":"';

/** What follows the id in lines of this version. */
export const lineVersion = `","v":${version},`;

/** The beginning of the cost, which is the last part of a line. Within a text, the quotation marks would be escaped. */
export const costStart = ',"cost":';

/** The row as a line. The cost comes last, so that the rest can be parsed without it; only ASCII is used, because it is the quickest to read. */
export function lineOf({ task_id, file, status }: Row): string {
  const { origin, cost, ...rest }: Partial<Started> & { readonly cost?: Parameters<typeof keptCost>[0] } & object = status;
  const kept = {
    ...{ task_id, v: version, size: file.size, mtime: file.mtime },
    ...rest,
    ...(cost && { cost: keptCost(cost) }),
    ...(origin && { origin: { ...origin, cost: keptCost(origin.cost) } }),
  };
  const text = JSON.stringify(kept);
  return `${text.replaceAll(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

/** The row in a line; undefined if it is not a whole and valid row. */
export function rowIn(line: string): Row | undefined {
  const fields = objectIn(parsedJson(line));
  if (!fields || fields.v !== version || typeof fields.task_id !== 'string') return undefined;
  const { size, mtime } = fields;
  const status = statusIn(fields);
  if (!isAmount(size) || typeof mtime !== 'number' || !status) return undefined;
  return { task_id: fields.task_id as TaskId, file: { size, mtime }, status }; // used only if a journal with that name exists
}

/** How a task ended, without its cost: enough to decide whether the task is wanted. */
export type EndedHead = Started &
  Pick<FinalResult, 'directive' | 'reason'> & { readonly task_id: TaskId; readonly state: 'ended'; readonly partly?: true };

/**
 * Read from the beginning of a line; undefined if the task did not end or the line is bad. Takes a third of the time that reading the whole row
 * takes.
 */
export function endedHeadIn(line: string): EndedHead | undefined {
  const end = line.indexOf(costStart);
  const fields = end === -1 ? undefined : objectIn(parsedJson(`${line.slice(0, end)}}`));
  const { task_id, state, started, goal, slug, directive, reason, partly } = fields ?? {};
  if (state !== 'ended' || typeof task_id !== 'string' || !isTime(started) || typeof goal !== 'string' || typeof slug !== 'string')
    return undefined;
  if (!isOneOf(directive, directives) || !isOneOf(reason, reasons)) return undefined;
  return { task_id: task_id as TaskId, state, started, goal, slug, directive, reason, ...(partly === true && { partly }) }; // used only if a journal with that name exists
}

type Fields = Readonly<Record<string, unknown>>;

function statusIn(fields: Fields): TaskStatus | undefined {
  const { state, wrong, ended, directive, reason, partly, stopped, halted } = fields;
  if (state === 'unreadable') return typeof wrong === 'string' ? { state, wrong } : undefined;
  const head = startedIn(fields);
  const cost = fields.cost === undefined ? undefined : costIn(fields.cost);
  if (!head || (fields.cost !== undefined && !cost)) return undefined;
  if (state === 'ended') {
    if (!isTime(ended) || !isOneOf(directive, directives) || !isOneOf(reason, reasons) || !cost) return undefined;
    return { ...head, state, ended, directive, reason, ...(partly === true && { partly }), cost };
  }
  if (state !== 'unfinished' || !isTime(stopped) || !(halted === null || isOneOf(halted, codes))) return undefined;
  return { ...head, state, stopped, halted, ...(cost && { cost }) };
}

function startedIn({ started, goal, slug, cwd, origin: given }: Fields): Started | undefined {
  const origin = given === undefined ? undefined : originIn(given);
  if (!isTime(started) || typeof goal !== 'string' || typeof slug !== 'string' || (given !== undefined && !origin)) return undefined;
  return { started, goal, slug, ...(typeof cwd === 'string' && { cwd }), ...(origin && { origin }) };
}

function originIn(value: unknown): SharedBeginning | undefined {
  const { task_id, seq, cost: given, resumed } = objectIn(value) ?? {};
  const cost = costIn(given);
  if (typeof task_id !== 'string' || !isAmount(seq) || !cost) return undefined;
  return { task_id: task_id as TaskId, seq, cost, ...(resumed === true && { resumed }) }; // the ids and the place come from the journal
}

const directives = wordsOf<FinalResult['directive']>({ accept: true, success: true, abandon: true });
const reasons = wordsOf<FinalResult['reason']>({
  met: true,
  close_enough: true,
  gap: true,
  impossible: true,
  budget: true,
  cancelled: true,
  refused: true,
  no_plan: true,
  infrastructure: true,
});
const codes: ReadonlySet<ErrorCode> = new Set(errorCodes);
