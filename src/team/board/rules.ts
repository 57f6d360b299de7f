/**
 * The rules of a board: those of Liza's own validator, and our additional ones. A row is about one task, about a task among all others, or about the board. Pure.
 */
import { posix } from 'node:path';
import { type AnomalyType, activeStatuses, type Board, type Task, type TaskStatus } from './board.ts';
import { isTaskId, readRole, roleOf } from './ids.ts';

/** The surroundings of a task: when they change, the task is checked again; rules about a task among others read nothing else. */
export type Around = {
  readonly files: ReadonlySet<string>;
  readonly dirs: ReadonlySet<string>;
  readonly areSpecsUnchecked: boolean;
  readonly byId: ReadonlyMap<string, Pick<Task, 'id' | 'status' | 'depends_on'>>;
  /** The tasks that depend on themselves through others. */
  readonly circles: ReadonlySet<string>;
};

/** What a board is checked against, looked up once for all rules. */
export type RuleContext = Around & { readonly board: Board; readonly now: Date };

type Why = string | false | null | undefined;
export type Rule = { readonly rule: string; readonly level?: 'error' | 'warning' } & (
  | { readonly about: 'task'; readonly why: (task: Task) => Why }
  | { readonly about: 'task_among_others'; readonly why: (task: Task, around: Around) => Why }
  | { readonly about: 'board'; readonly found: (context: RuleContext) => Iterable<string> }
);

const ofTask = (rule: string, why: (task: Task) => Why): Rule => ({ rule, about: 'task', why });
const amongTasks = (rule: string, why: (task: Task, around: Around) => Why): Rule => ({ rule, about: 'task_among_others', why });

/** A path in the form in which paths are compared. */
export const plainPath = (path: string): string => posix.normalize(path).replace(/(?!^)\/$/, '');

/** Statuses that need no criteria: the task is not planned yet, or given up. */
const unplanned: ReadonlySet<TaskStatus> = new Set(['DRAFT', 'SUPERSEDED', 'ABANDONED']);

const inState = (status: TaskStatus, field: keyof Task & string, text: string) => (task: Task) =>
  task.status === status && (task[field] ?? null) === null && text;

export const rules: readonly Rule[] = [
  ofTask('id_form', ({ id }) => !isTaskId(id) && 'the id cannot be the name of a folder and a branch'),
  {
    rule: 'unique_ids',
    about: 'board',
    found: ({ board }) => repeated(board.tasks.map(({ id }) => id)).map((id) => `two tasks have the id ${id}`),
  },
  ofTask('draft_assigned', ({ status, assigned_to }) => status === 'DRAFT' && assigned_to && `a draft is assigned to ${assigned_to}`),
  ofTask('finalized', ({ status, done_when, spec_ref }) => {
    if (unplanned.has(status)) return undefined;
    if ((done_when ?? null) === null) return 'done_when is missing';
    return (spec_ref ?? null) === null && 'spec_ref is missing';
  }),
  ofTask('claimed_assigned', inState('CLAIMED', 'assigned_to', 'it is claimed, but assigned_to is missing')),
  ofTask('claimed_worktree', inState('CLAIMED', 'worktree', 'it is claimed, but worktree is missing')),
  amongTasks(
    'claimed_worktree_exists',
    ({ status, worktree }, { dirs }) =>
      status === 'CLAIMED' && worktree && !dirs.has(plainPath(worktree)) && `the folder ${worktree} does not exist`,
  ),
  ofTask(
    'claimed_base',
    (task) => task.integration_fix !== true && inState('CLAIMED', 'base_commit', 'it is claimed, but base_commit is missing')(task),
  ),
  ofTask('claimed_lease', inState('CLAIMED', 'lease_expires', 'it is claimed, but lease_expires is missing')),
  ofTask('worktree_place', ({ worktree }) => worktree && !isBelowWorktrees(worktree) && `${worktree} is not in .worktrees`),
  ofTask('review_commit', inState('READY_FOR_REVIEW', 'review_commit', 'it is ready for review, but review_commit is missing')),
  ofTask(
    'review_lease',
    ({ reviewing_by, review_lease_expires }) =>
      reviewing_by && !review_lease_expires && `${reviewing_by} is reviewing it, but review_lease_expires is missing`,
  ),
  ofTask('rejected', inState('REJECTED', 'rejection_reason', 'it is rejected, but rejection_reason is missing')),
  ofTask('self_review', (task) => task.status === 'APPROVED' && whyNotApproved(task)),
  ofTask(
    'cycles',
    ({ review_cycles_current: current, review_cycles_total: total }) =>
      (current ?? 0) > (total ?? 0) && 'review_cycles_current is above review_cycles_total',
  ),
  ofTask(
    'merged_worktree',
    ({ status, worktree }) => status === 'MERGED' && worktree && `it is merged, but still has the worktree ${worktree}`,
  ),
  ofTask('blocked', ({ status, blocked_reason, blocked_questions }) => {
    if (status !== 'BLOCKED') return undefined;
    if ((blocked_reason ?? null) === null) return 'it is blocked, but blocked_reason is missing';
    const asked = blocked_questions?.length ?? 0;
    return (asked < 1 || asked > 3) && `it is blocked with ${asked} questions; it must have one to three`;
  }),
  ofTask('superseded', ({ status, superseded_by, rescope_reason }) => {
    if (status !== 'SUPERSEDED') return undefined;
    if ((superseded_by ?? null) === null) return 'it is superseded, but superseded_by is missing';
    return (rescope_reason ?? null) === null && 'it is superseded, but rescope_reason is missing';
  }),
  {
    ...amongTasks('superseded', ({ superseded_by }, { byId }) => {
      const gone = superseded_by?.find((id) => !byId.has(id));
      return gone !== undefined && `it is superseded by ${gone}, which is not on the board`;
    }),
    level: 'warning',
  },
  {
    rule: 'one_active_task',
    about: 'board',
    *found({ board }) {
      const held = board.tasks.filter(({ status, assigned_to }) => assigned_to && activeStatuses.has(status));
      for (const coder of repeated(held.map(({ assigned_to }) => assigned_to ?? '')))
        yield `${coder} holds ${held
          .filter((task) => task.assigned_to === coder)
          .map(({ id }) => id)
          .join(' and ')} at once`;
    },
  },
  amongTasks('depends_exist', ({ depends_on }, { byId }) => {
    const gone = depends_on?.find((id) => !byId.has(id));
    return gone !== undefined && `it depends on ${gone}, which is not on the board`;
  }),
  amongTasks('depends_circle', ({ id }, { circles }) => circles.has(id) && 'it depends on itself'),
  amongTasks('depends_met', ({ status, depends_on }, { byId }) => {
    const open = status === 'CLAIMED' ? (depends_on ?? []).filter((id) => byId.has(id) && byId.get(id)?.status !== 'MERGED') : [];
    return open.length > 0 && `it was claimed before the merge of ${open.join(', ')}`;
  }),
  ofTask(
    'integration_fix',
    ({ integration_fix, history }) =>
      integration_fix === true &&
      !(history ?? []).some(({ event }) => event === 'integration_failed') &&
      'it is an integration fix, but no integration has failed',
  ),
  ofTask(
    'failed_by_unique',
    ({ failed_by }) => repeated(failed_by ?? []).length > 0 && `failed_by names ${repeated(failed_by ?? []).join(', ')} twice`,
  ),
  ofTask('agent_id', ({ assigned_to, reviewing_by }) => {
    if (assigned_to && roleOf(assigned_to) !== 'coder') return `assigned_to is ${assigned_to}, which is not a coder`;
    return reviewing_by && roleOf(reviewing_by) !== 'code_reviewer' && `reviewing_by is ${reviewing_by}, which is not a reviewer`;
  }),
  ofTask('spec_place', ({ spec_ref }) => spec_ref && isOutside(specFile(spec_ref)) && `spec_ref ${spec_ref} is outside the repository`),
  amongTasks('spec_file', ({ spec_ref }, { files, areSpecsUnchecked }) => {
    if (!spec_ref || areSpecsUnchecked) return undefined;
    const file = specFile(spec_ref);
    return (
      file !== '' &&
      !files.has(file) &&
      !isOutside(file) &&
      !files.has(plainPath(file)) &&
      `the spec ${file} is not a file of the repository: bring it back, or name another in spec_ref`
    );
  }),
  {
    rule: 'handoff',
    about: 'board',
    found: ({ board }) =>
      Object.entries(board.handoff ?? {})
        .filter(([, { summary, next_action }]) => (summary ?? null) === null || (next_action ?? null) === null)
        .map(([task]) => `the handoff of ${task} lacks summary or next_action`),
  },
  {
    rule: 'agent_id',
    about: 'board',
    *found({ board }) {
      for (const [id, { role }] of Object.entries(board.agents)) {
        if (roleOf(id) === undefined) yield `the agent id ${id} does not have the form coder-1, code-reviewer-1 or planner-1`;
        else if (readRole(role) !== roleOf(id)) yield `the agent ${id} has the role ${role}`;
      }
    },
  },
  {
    rule: 'agent_working',
    about: 'board',
    *found({ board, now }) {
      for (const [id, { status, current_task, lease_expires }] of Object.entries(board.agents)) {
        if (status !== 'WORKING') continue;
        if ((current_task ?? null) === null) yield `the agent ${id} is WORKING without current_task`;
        if (!lease_expires) yield `the agent ${id} is WORKING without lease_expires`;
        else if (Date.parse(lease_expires) + graceMs < now.getTime())
          yield `the agent ${id} is WORKING, but its lease ended at ${lease_expires}`;
      }
    },
  },
  {
    rule: 'anomaly_details',
    about: 'board',
    *found({ board }) {
      for (const { type, details } of board.anomalies ?? []) {
        const lacks = (checkedDetails[type] ?? []).filter((field) => (details?.[field] ?? null) === null);
        if (lacks.length > 0) yield `an anomaly ${type} lacks ${lacks.join(', ')}`;
      }
    },
  },
  {
    rule: 'sprint',
    about: 'board',
    *found({ board: { sprint, goal }, byId }) {
      if (sprint.goal_ref && sprint.goal_ref !== goal.id) yield `the sprint serves ${sprint.goal_ref}, but the goal is ${goal.id}`;
      for (const id of [...(sprint.scope?.planned ?? []), ...(sprint.scope?.stretch ?? [])])
        if (!byId.has(id)) yield `the sprint plans ${id}, which is not on the board`;
      if (!sprint.timeline?.started) yield 'the sprint lacks timeline.started';
    },
  },
];

/** How long after the end of its lease an agent may still renew it before the board counts as invalid. */
const graceMs = 60_000;

/** The details by which the circuit breaker counts anomalies. */
export const checkedDetails: Readonly<Partial<Record<AnomalyType, readonly string[]>>> = {
  retry_loop: ['count', 'error_pattern'],
  trade_off: ['what', 'why', 'debt_created'],
  external_blocker: ['blocker_service'],
  assumption_violated: ['assumption', 'reality'],
  system_ambiguity: ['protocol_section', 'question'],
};

function whyNotApproved({ approved_by, assigned_to }: Task): string | undefined {
  if (!approved_by) return 'it is approved, but approved_by is missing';
  if (approved_by === assigned_to) return `${approved_by} approved its own work`;
  return roleOf(approved_by) === 'code_reviewer' ? undefined : `${approved_by} is not a reviewer and cannot approve`;
}

function isBelowWorktrees(worktree: string): boolean {
  const path = plainPath(worktree);
  return path.startsWith('.worktrees/') && path !== '.worktrees/';
}

const specFile = (ref: string): string => ref.split('#', 1)[0] ?? '';
const isOutside = (path: string): boolean => posix.isAbsolute(path) || plainPath(path).split('/')[0] === '..';

function repeated(names: readonly string[]): readonly string[] {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const name of names) (seen.has(name) ? again : seen).add(name);
  return [...again];
}
