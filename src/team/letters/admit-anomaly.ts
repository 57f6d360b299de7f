/** Letters about what goes wrong: who may report what, and which details are required. Pure. */
import { type AnomalyType, anomalyTypes, type Board } from '../board/board.ts';
import { roleOf, type TeamRole } from '../board/ids.ts';
import { checkedDetails } from '../board/rules.ts';
import { logAnomaly } from '../watch/log-anomaly.ts';
import { type Admission, refusedFor } from './admission.ts';
import type { LetterOf } from './letter.ts';

/** Who may report which anomaly; only code reports those without a role. */
const reporters: Readonly<Record<AnomalyType, readonly TeamRole[]>> = {
  retry_loop: ['coder', 'code_reviewer'],
  trade_off: ['coder'],
  spec_ambiguity: ['coder'],
  external_blocker: ['coder'],
  assumption_violated: ['coder', 'code_reviewer'],
  scope_deviation: ['code_reviewer'],
  workaround: ['code_reviewer'],
  debt_created: ['code_reviewer'],
  spec_changed: ['code_reviewer'],
  hypothesis_exhaustion: [],
  spec_gap: ['planner'],
  review_deadlock: [],
  system_ambiguity: ['planner', 'coder', 'code_reviewer'],
};

/** The types of anomalies that an agent of this role reports. */
export const anomaliesFor = (role: TeamRole): readonly AnomalyType[] => anomalyTypes.filter((type) => reporters[type].includes(role));

/** Details that a letter must have although the rules of the board do not require them, because the circuit breaker counts by them. */
const askedBeyond: Readonly<Partial<Record<AnomalyType, readonly string[]>>> = {
  spec_ambiguity: ['spec_ref'],
  spec_gap: ['root_cause', 'spec_ref'],
  scope_deviation: ['root_cause'],
  workaround: ['root_cause'],
  debt_created: ['root_cause'],
  spec_changed: ['root_cause'],
};

/** What the details of an anomaly of this type must contain. */
export const detailsOf = (type: AnomalyType): readonly string[] => [...(checkedDetails[type] ?? []), ...(askedBeyond[type] ?? [])];

/** How many attempts at the same error count as a retry loop. */
const leastTries = 3;
const maxDetails = 4_000;

export function admitAnomaly(board: Board, { agent, task, body: { type, details } }: LetterOf<'anomaly'>, now: Date): Admission {
  const role = roleOf(agent);
  if (!role || !reporters[type].includes(role)) return refusedFor(`a ${role} does not report ${type}`);
  const lacks = detailsOf(type).filter((field) => isEmpty(details[field]));
  if (lacks.length > 0) return refusedFor(`an anomaly ${type} says ${lacks.join(', ')} in its details`);
  if (type === 'retry_loop' && !(Number(details.count) >= leastTries))
    return refusedFor(`a retry_loop is ${leastTries} or more tries at one error: count says how many`);
  if (JSON.stringify(details).length > maxDetails) return refusedFor(`details can have at most ${maxDetails} characters`);
  const isLogged =
    type === 'retry_loop' &&
    role === 'code_reviewer' &&
    (board.anomalies ?? []).some((each) => each.type === type && (each.task ?? each.task_id) === task);
  if (isLogged) return refusedFor('a retry_loop of this task is logged already');
  return { ok: true, ...logAnomaly(board, { type, reporter: agent, task, details }, now) };
}

const isEmpty = (value: unknown): boolean => (value ?? null) === null || (typeof value === 'string' && value.trim() === '');
