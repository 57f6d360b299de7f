/** The exit code of a command line (SPEC §12). Pure. */
import type { FinalResult } from '../contracts/control.ts';
import { type ErrorCode, isModelAway } from '../contracts/errors.ts';
import { refusedPart } from '../contracts/refused-part.ts';
import { exits } from './command.ts';

/** A bus that cannot be reached or relied on. */
const withoutBus: ReadonlySet<ErrorCode> = new Set([
  'bus_unreachable',
  'bus_denied',
  'bus_unfit',
  'task_taken',
  'task_elsewhere',
  'log_rolled_back',
  'task_half_applied',
]);

/** No model or bus, or one that cannot be used at the moment. */
const isUnavailable = (code: ErrorCode | null): boolean => isModelAway(code) || (code !== null && withoutBus.has(code));

/** Input from the person that cannot be used. */
const misused: ReadonlySet<ErrorCode> = new Set([
  'usage',
  'goal_empty',
  'config_invalid',
  'price_unknown',
  'suite_invalid',
  'results_unfit',
  'cassette_corrupt',
  'record_unwritable',
  'id_invalid',
  'folder_missing',
  'folder_gone',
  'journal_missing',
  'nothing_to_resume',
  'memory_refused',
  'task_over',
  'task_of_team',
  'person_needed',
  'bus_needed',
]);

/** Errors of a team's board and its repository (SPEC §13.13). */
const ofTeams: Readonly<Partial<Record<ErrorCode, number>>> = {
  board_missing: 1,
  board_invalid: 1,
  board_refused: 1,
  team_exists: 1,
  agent_alive: 1,
  repository_unfit: 1,
  repository_missing: 1,
  commit_missing: 1,
  spec_missing: 1,
  spec_mistyped: 1,
  letter_unanswered: 1,
  board_locked: 2,
  git_failed: 3,
  board_inconsistent: 4,
  board_unrestorable: 4,
  git_missing: 5,
  runner_missing: 5,
};

type Ended = Pick<FinalResult, 'directive' | 'reason' | 'refused' | 'failure' | 'declined' | 'changed'>;

/**
 * The exit code of a task, in order of precedence: 130 cancelled, 3 a law refused, 69 no model, 2 abandoned or delivered with gaps that are not allowed, 0.
 * What the person refused on the way is such a gap.
 */
export function exitOf(result: Ended, strict = false): number {
  const { directive, reason, refused, failure } = result;
  if (reason === 'cancelled') return exits.cancelled;
  if (directive === 'abandon' && refused) return exits.refused;
  if (isUnavailable(failure)) return exits.unavailable;
  if (directive === 'abandon' || (strict && (directive === 'success' || refusedPart(result) !== 'none'))) return exits.notDone;
  return exits.ok;
}

/** The exit code of an error about a team's board or its repository; undefined for any other. */
export const exitOfTeamError = (code: ErrorCode): number | undefined => ofTeams[code];

/** The exit code of an error that did not come from a task. */
export function exitOfError(code: ErrorCode): number {
  if (code === 'cancelled') return exits.cancelled;
  if (code === 'stopped') return exits.terminated;
  if (misused.has(code)) return exits.usage;
  const ofTeam = exitOfTeamError(code);
  if (ofTeam !== undefined) return ofTeam;
  return isUnavailable(code) ? exits.unavailable : exits.internal;
}
