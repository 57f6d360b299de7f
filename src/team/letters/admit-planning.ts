/** Letters of a planner. What is planned together is admitted together, or not at all. Pure. */
import { type Board, type Task, taskOf } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { boardTime } from '../board/time.ts';
import type { Edge } from '../lifecycle/edge.ts';
import { transition } from '../lifecycle/transition.ts';
import { isPlanAsked } from '../notes.ts';
import { specFile, whyNotReady } from '../planning/gates.ts';
import type { Checked } from '../watch/check-breaker.ts';
import { logAnomaly } from '../watch/log-anomaly.ts';
import { type Admission, type LetterFacts, type LogEntry, refusedFor } from './admission.ts';
import type { LetterOf, PlannedTask } from './letter.ts';

type PlanningLetter = { [Kind in 'plan' | 'rescope' | 'unblock' | 'abandon' | 'triage' | 'checkpoint_request']: LetterOf<Kind> }[
  | 'plan'
  | 'rescope'
  | 'unblock'
  | 'abandon'
  | 'triage'
  | 'checkpoint_request'];

export function admitPlanning(board: Board, letter: PlanningLetter, facts: LetterFacts): Admission {
  switch (letter.kind) {
    case 'plan':
      return planned(board, letter.agent, letter.body.tasks, facts);
    case 'rescope':
      return rescoped(board, letter, facts);
    case 'unblock': {
      const { what_changed: whatChanged, done_when: doneWhen, scope } = letter.body;
      const more = { ...(doneWhen === undefined ? {} : { doneWhen }), ...(scope === undefined ? {} : { scope }) };
      return along(board, { to: 'UNCLAIMED', task: letter.task ?? '', by: letter.agent, whatChanged, ...more }, facts, whatChanged);
    }
    case 'abandon':
      return along(
        board,
        { to: 'ABANDONED', task: letter.task ?? '', by: letter.agent, reason: letter.body.reason },
        facts,
        letter.body.reason,
      );
    case 'triage':
      return triaged(board, letter, facts);
    case 'checkpoint_request':
      return { ok: true, board, log: [{ action: 'checkpoint_requested', detail: letter.body.why }] };
  }
}

function along(board: Board, edge: Edge, facts: LetterFacts, detail: string): Admission {
  const moved = transition(board, edge, facts);
  return moved.ok
    ? { ok: true, board: moved.board, log: [{ action: moved.event.event, task: edge.task, detail }] }
    : refusedFor(...moved.why);
}

/**
 * The board with drafts that pass the gates. They are free to be claimed immediately, unless the person reviews them first, as for the first plan and
 * for tasks that the person asked for.
 */
function planned(board: Board, by: string, tasks: readonly PlannedTask[], facts: LetterFacts): Admission {
  const all: readonly (Task | PlannedTask)[] = [...board.tasks, ...tasks];
  const gates = tasks.flatMap((task) => whyNotReady(task, all, facts.specs).map((why) => `${task.id}: ${why}`));
  if (gates.length > 0) return refusedFor(...gates);
  const isFirst = !board.tasks.some(({ history }) => history?.some(({ event }) => event === 'finalized'));
  const waits = settingsOf(board.config).planReview && (isFirst || isPlanAsked(board));
  let next = board;
  const log: LogEntry[] = [];
  for (const { id, ...draft } of tasks) {
    const drafted = transition(next, { to: 'DRAFT', task: id, by, draft: { ...draft, created: boardTime(facts.now) } }, facts);
    if (!drafted.ok) return refusedFor(...drafted.why);
    next = drafted.board;
    log.push({ action: 'task_added', task: id, detail: draft.description });
    if (waits) continue;
    const specHash = facts.specs.hashOf(specFile(draft.spec_ref));
    const ready = transition(next, { to: 'UNCLAIMED', task: id, by, ...(specHash ? { specHash } : {}) }, { ...facts, gates: [] });
    if (!ready.ok) return refusedFor(...ready.why);
    next = ready.board;
  }
  if (!waits) log.push({ action: 'tasks_finalized', detail: tasks.map(({ id }) => id).join(', ') });
  return { ok: true, board: next, log };
}

/** New tasks in place of a task that cannot be done as it is. The reason goes into the history of the goal. */
function rescoped(board: Board, { task: id = '', agent, body }: LetterOf<'rescope'>, facts: LetterFacts): Admission {
  const old = taskOf(board, id);
  if (!old) return refusedFor(`there is no task ${id}`);
  const reported = whyRescoped(board, old, body.root_cause, facts.now);
  const added = planned(reported.board, agent, body.tasks, facts);
  if (!added.ok) return added;
  const replacements = body.tasks.map((task) => task.id);
  const noted = {
    ...added.board,
    tasks: added.board.tasks.map((task) => (replacements.includes(task.id) ? { ...task, supersedes: id } : task)),
    goal: {
      ...board.goal,
      alignment_history: [
        ...(board.goal.alignment_history ?? []),
        { timestamp: boardTime(facts.now), event: `rescope ${id}`, summary: body.alignment },
      ],
    },
  };
  const moved = transition(noted, { to: 'SUPERSEDED', task: id, by: agent, rootCause: body.root_cause, replacements }, facts);
  if (!moved.ok) return refusedFor(...moved.why);
  return { ok: true, board: moved.board, log: [...reported.log, ...added.log, { action: 'rescoped', task: id, detail: body.root_cause }] };
}

/** What prevented the task is a separate anomaly, which code records with the cause found by the planner. */
function whyRescoped(board: Board, { id, failed_by, blocked_reason }: Task, root_cause: string, now: Date): Checked {
  const known = {
    hypothesis_exhaustion: (failed_by?.length ?? 0) >= 2 && { root_cause, failed_by },
    review_deadlock: blocked_reason?.startsWith('review_deadlock') && { root_cause, blocked_reason },
  } as const;
  return (['hypothesis_exhaustion', 'review_deadlock'] as const).reduce<Checked>(
    (so, type) => {
      const details = known[type];
      if (!details) return so;
      const { board: next, log } = logAnomaly(so.board, { type, reporter: 'supervisor', task: id, details }, now);
      return { board: next, log: [...so.log, ...log] };
    },
    { board, log: [] },
  );
}

function triaged(board: Board, { agent, body }: LetterOf<'triage'>, facts: LetterFacts): Admission {
  const found = board.discovered?.find(({ id }) => id === body.discovery);
  if (!found) return refusedFor(`there is no discovery ${body.discovery}`);
  if (found.converted_to_task) return refusedFor(`${body.discovery} became ${found.converted_to_task} already`);
  const decided = (changes: object, in_: Board = board): Board => ({
    ...in_,
    discovered: (in_.discovered ?? []).map((each) => (each === found ? { ...each, ...changes } : each)),
  });
  const log = [{ action: 'discovery_triaged', detail: `${body.discovery}: ${body.decision}, ${body.why}` }];
  if (body.decision !== 'convert')
    return { ok: true, board: decided({ urgency: 'deferred', triage: body.decision, triage_reason: body.why }), log };
  if (!body.task) return refusedFor('to convert a discovery into a task, say which');
  const added = planned(board, agent, [body.task], facts);
  return added.ok ? { ok: true, board: decided({ converted_to_task: body.task.id }, added.board), log: [...added.log, ...log] } : added;
}
