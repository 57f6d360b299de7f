/** The board that results from an act, or why the act is refused. Pure: a replay performs the acts of the journal again. */
import { claimReview, heartbeat, ready, register, unregister } from '../agents/registration.ts';
import { type Board, finalStatuses, taskOf } from '../board/board.ts';
import { roleOf } from '../board/ids.ts';
import { isAlive, isLeaseOver, nextReviewFor } from '../claimable.ts';
import type { LogEntry } from '../letters/admission.ts';
import { admit } from '../letters/admit.ts';
import { withAgent } from '../lifecycle/free-agents.ts';
import { transition } from '../lifecycle/transition.ts';
import { isUnheard, notesRead, wantsPlan } from '../notes.ts';
import { specFile, whyNotReady } from '../planning/gates.ts';
import { noteSpecChange } from '../review/notes.ts';
import { chooseRunner, chosenWords } from '../runners/choose-runner.ts';
import { withSprintForWork } from '../sprint/next-sprint.ts';
import { checkBreaker, resolveBreaker } from '../watch/check-breaker.ts';
import { type Act, factsOf, timeOf } from './act.ts';
import { aborted, followed } from './follow-decision.ts';

export type Performed =
  | { readonly ok: true; readonly board: Board; readonly log: readonly LogEntry[] }
  | { readonly ok: false; readonly code: 'stale' | 'refused'; readonly why: readonly string[] };

type ActOf<Name extends Act['act']> = Extract<Act, { readonly act: Name }>;
type Rule<Name extends Act['act']> = (board: Board, act: ActOf<Name>) => Performed;

/** New work after a completed sprint opens the next sprint. */
export function perform<Name extends Act['act']>(board: Board, act: ActOf<Name>): Performed {
  const performed = (rules[act.act] as Rule<Name>)(board, act); // the rule for an act is in the row with its name
  if (!performed.ok) return performed;
  const next = withSprintForWork(board, performed.board, act.facts);
  return next === performed.board
    ? performed
    : done(next, ...performed.log, { action: 'sprint_opened', detail: next.sprint.id ?? 'sprint' });
}

const refused = (...why: readonly string[]): Performed => ({ ok: false, code: 'refused', why });
const done = (board: Board, ...log: readonly LogEntry[]): Performed => ({ ok: true, board, log });

const rules: { readonly [Name in Act['act']]: Rule<Name> } = {
  init: () => refused('there is a board already'),

  restore: (board) => done({ ...board }, { action: 'restored', detail: 'the last good board, in place of an invalid one' }),

  letter: (board, { letter, isKnown, facts }) => admit(board, letter, factsOf(facts, isKnown ? letter.id : undefined)),

  move(board, { edge, facts }) {
    const moved = transition(board, edge, factsOf(facts));
    if (!moved.ok) return { ok: false, code: moved.code === 'stale' ? 'stale' : 'refused', why: moved.why };
    const drift = edge.to === 'MERGED' && edge.drift !== undefined ? { drift_commits: edge.drift } : {};
    return done(moved.board, { action: moved.event.event, task: edge.task, detail: detailOf(moved.event), ...drift });
  },

  finalize(board, { tasks, facts }) {
    const known = factsOf(facts);
    let next = board;
    for (const id of tasks) {
      const task = taskOf(next, id);
      if (!task) return refused(`there is no task ${id}`);
      const specHash = task.spec_ref ? known.specs.hashOf(specFile(task.spec_ref)) : undefined;
      const gates = whyNotReady(task, next.tasks, known.specs).map((why) => `${id}: ${why}`);
      const edge = { to: 'UNCLAIMED', task: id, by: 'human', ...(specHash ? { specHash } : {}) } as const;
      const ready = transition(next, edge, { ...known, gates });
      if (!ready.ok) return refused(...ready.why);
      next = ready.board;
    }
    return done(next, { action: 'tasks_finalized', detail: tasks.join(', ') });
  },

  add(board, { task: { id, ...draft }, isDraft, facts }) {
    if (isAborted(board)) return refused(startOver);
    const edge = { to: 'DRAFT', task: id, by: 'human', draft: { ...draft, created: timeOf(facts) } } as const;
    const drafted = transition(board, edge, factsOf(facts));
    if (!drafted.ok) return refused(...drafted.why);
    const added = { action: 'task_added', task: id, detail: draft.description };
    if (isDraft) return done(drafted.board, added);
    const ready = rules.finalize(drafted.board, { act: 'finalize', tasks: [id], facts });
    return ready.ok ? done(ready.board, added, ...ready.log) : ready;
  },

  register(board, { agent, role, newcomer, facts }) {
    const registered = register(board, agent, role, newcomer, factsOf(facts));
    return registered.ok
      ? done(registered.board, { action: 'registered', detail: `${agent} by ${newcomer.runner}` })
      : refused(...registered.why);
  },

  choose_runner(board, { agent, runners, avoided }) {
    if (!board.agents[agent]) return refused(`there is no agent ${agent}`);
    const chosen = chooseRunner(runners, avoided);
    if (board.agents[agent].runner === chosen.runner) return done(board);
    return done(withAgent(board, agent, { runner: chosen.runner }), { action: 'runner_chosen', detail: chosenWords(agent, chosen) });
  },

  context: (board, { agent, percent }) => done(withAgent(board, agent, { context_percent: percent })),

  ready: (board, { agents }) => done(ready(board, agents)),

  unregister(board, { agent, isGone = false, facts }) {
    if (!(agent in board.agents)) return done(board);
    if (isGone && isAlive(board, agent, factsOf(facts))) return refused(`${agent} is alive`);
    return done(unregister(board, agent), { action: 'unregistered', detail: agent });
  },

  heartbeat: (board, { agents, facts }) => done(agents.reduce((next, id) => heartbeat(next, id, new Date(facts.now)), board)),

  claim_review(board, { task: id, reviewer, facts }) {
    const living = factsOf(facts);
    const task = taskOf(board, id);
    if (!task || nextReviewFor({ ...board, tasks: [task] }, living) !== task) return refused(`${id} is not free to be reviewed`);
    if (roleOf(reviewer) !== 'code_reviewer' || task.assigned_to === reviewer) return refused(`${reviewer} cannot review ${id}`);
    return done(claimReview(board, task, reviewer, living.now), { action: 'review_claimed', task: id, detail: `by ${reviewer}` });
  },

  release_review(board, { task: id, force = false, facts }) {
    const task = taskOf(board, id);
    if (task?.status !== 'READY_FOR_REVIEW' || !task.reviewing_by) return refused(`${id} is not under review`);
    const holder = task.reviewing_by;
    if (!force && !isLeaseOver(task.review_lease_expires, holder, factsOf(facts)))
      return refused(`${holder} reviews it until ${task.review_lease_expires}; --force takes it away`);
    const event = { time: timeOf(facts), event: 'review_claim_released', agent: holder };
    const free = { ...task, reviewing_by: null, review_lease_expires: null, history: [...(task.history ?? []), event] };
    const next = { ...board, tasks: board.tasks.map((each) => (each === task ? free : each)) };
    const isHeld = board.agents[holder]?.current_task === id;
    return done(isHeld ? withAgent(next, holder, { status: 'IDLE', current_task: null }) : next, {
      action: force ? 'review_claim_released' : 'stale_review_cleared',
      task: id,
      detail: `${holder} no longer reviews it`,
    });
  },

  turn(board, { agent, task: id, isAnew, facts }) {
    const task = taskOf(board, id);
    if (task?.status !== 'CLAIMED' || task.assigned_to !== agent) return refused(`${agent} does not hold ${id}`);
    const fencing = isAnew ? { fencing: (task.fencing ?? 0) + 1 } : {};
    const seen = task.spec_ref ? factsOf(facts).specs.hashOf(specFile(task.spec_ref)) : undefined;
    const begun = {
      ...task,
      ...fencing,
      ...(seen === undefined ? {} : { spec_seen: seen }),
      turns: (task.turns ?? 0) + 1,
      handoff_pending: null,
    };
    return done({ ...board, tasks: board.tasks.map((each) => (each === task ? begun : each)) });
  },

  spec_changed(board, { task, spec, facts }) {
    const noted = noteSpecChange(board, task, spec, new Date(facts.now));
    return noted === board
      ? done(board)
      : done(noted, { action: 'spec_updated', task, detail: 'the spec changed since the task was finalized' });
  },

  spec_seen(board, { task: id, hash }) {
    const task = taskOf(board, id);
    if (!task) return refused(`there is no task ${id}`);
    return done({ ...board, tasks: board.tasks.map((each) => (each === task ? { ...task, spec_seen: hash } : each)) });
  },

  notes_read: (board, { agent, task, notes }) => done(notesRead(board, { agent, task: task ?? undefined }, notes)),

  note(board, { message, for: whom, facts }) {
    if (isAborted(board)) return refused(startOver);
    const note = { timestamp: timeOf(facts), message, ...(whom === undefined ? {} : { for: whom }) };
    return done({ ...board, human_notes: [...(board.human_notes ?? []), note] }, { action: 'noted', detail: message });
  },

  ask_plan(board, { message, facts }) {
    if (isAborted(board)) return refused(startOver);
    const notes = board.human_notes ?? [];
    if (message !== undefined) {
      const asked = { timestamp: timeOf(facts), message, for: 'planner', wants: 'plan' };
      return done({ ...board, human_notes: [...notes, asked] }, { action: 'noted', detail: message });
    }
    const isNew = notes.some((note) => isUnheard(note) && !wantsPlan(note));
    return done(isNew ? { ...board, human_notes: notes.map((note) => (isUnheard(note) ? { ...note, wants: 'plan' } : note)) } : board);
  },

  end_sprint(board, { facts }) {
    if (board.sprint.status !== 'IN_PROGRESS') return refused(`the sprint is ${board.sprint.status}`);
    const open = (board.sprint.scope?.planned ?? []).filter((id) => !finalStatuses.has(taskOf(board, id)?.status ?? 'MERGED'));
    if (open.length > 0) return refused(`${open.join(', ')} is not done`);
    const isReached = board.tasks.every(({ status }) => finalStatuses.has(status));
    const ended = { ...board.sprint, status: 'COMPLETED' as const, timeline: { ...board.sprint.timeline, ended: timeOf(facts) } };
    const goal = isReached ? { ...board.goal, status: 'COMPLETED' as const } : board.goal;
    return done(
      { ...board, sprint: ended, goal },
      { action: 'sprint_completed', detail: isReached ? 'the goal is reached' : 'other work is open' },
    );
  },

  checkpoint(board, { why, facts }) {
    if (board.sprint.status === 'CHECKPOINT') return done(board); // another process was faster
    if (board.sprint.status !== 'IN_PROGRESS') return refused(`the sprint is ${board.sprint.status}`);
    const timeline = { ...board.sprint.timeline, checkpoint_at: timeOf(facts) };
    return done({ ...board, sprint: { ...board.sprint, status: 'CHECKPOINT', timeline } }, { action: 'checkpoint', detail: why });
  },

  go_on(board, { decision, because, facts }) {
    if (board.sprint.status !== 'CHECKPOINT') return refused(`the sprint is ${board.sprint.status}, not at a checkpoint`);
    const decided = { timestamp: timeOf(facts), decision, because };
    const earlier = Array.isArray(board.sprint.retrospective) ? board.sprint.retrospective : [];
    const resolved = resolveBreaker(board, decision, because, new Date(facts.now));
    const going = { ...resolved, sprint: { ...board.sprint, status: 'IN_PROGRESS' as const, retrospective: [...earlier, decided] } };
    return done(followed(going, decision, because, facts), { action: 'checkpoint_released', detail: `${decision}: ${because}` });
  },

  analyze(board, { facts }) {
    const checked = checkBreaker(board, new Date(facts.now));
    return done(checked.board, ...checked.log);
  },

  abort(board, { facts }) {
    if (board.sprint.status === 'ABORTED' && board.goal.status === 'ABORTED') return done(board);
    return done(aborted(board, facts), { action: 'aborted', detail: 'by the person' });
  },
};

const isAborted = ({ sprint }: Board): boolean => sprint.status === 'ABORTED';
const startOver =
  'the team was aborted, so no agent works on anything any more; to start over: mv .liza .liza-aborted, then artoo team init "goal"';

/** What the activity log says about a move: its reason, if it has one. */
function detailOf({ event, reason, what_changed, commit, agent }: Readonly<Record<string, unknown>> & { readonly event: string }): string {
  const said = [reason, what_changed, commit, agent].find((each) => typeof each === 'string');
  return String(said ?? event).split('\n', 1)[0] ?? event;
}
