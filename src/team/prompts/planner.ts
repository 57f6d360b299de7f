/** A planner's prompt. Pure. */
import { delimited } from '../../roles/prompting/delimited.ts';
import { type Board, taskOf, taskStatuses } from '../board/board.ts';
import type { Wake } from '../planning/wake.ts';
import { blockersIn } from '../review/verdict.ts';
import { bootstrap, experienceText } from './bootstrap.ts';

/** What a plan has to say about each task. */
const taskForm = `Of each task:
- id: 1 to 64 letters, digits, dots, _ or -; a folder and a branch are named after it.
- spec_ref leads to a file of the repository; #part may follow.
- priority: 1 is done first.
- done_when: one observable statement a line, at most 8, each of which could be proved wrong ("GET /users returns 200 with a JSON array", not "works correctly").
- scope says what is IN, by what it does rather than by files, and also what is OUT.
- depends_on names tasks that must be merged first. Prefer tasks that can be done side by side, but those that change the same lines one after another: they would conflict when they are merged.
- A code task brings its own tests. There is no task that only adds tests.
Coders do not see each other's tasks: names that they share, such as files and exports, belong in description. Where the spec leaves something open, decide it in done_when; where only the person can decide it, send checkpoint_request.`;

const asked: Readonly<Record<Wake['trigger'], string>> = {
  INITIAL_PLANNING: `Nothing is planned yet. Read the spec and the repository, then send one plan with as few tasks as the goal needs, usually 3 to 8. ${taskForm}`,
  SYSTEM_AMBIGUITY: `An agent could not follow the rules that this team works by. They are not yours to change: send checkpoint_request with the question, so that the person decides. Only where what you were told above answers it already, send log with one line that says how.`,
  BLOCKED_TASKS: `Tasks are blocked. For each, read its reason and questions, and the spec. Where you can answer, send unblock and say what changed (done_when or scope, made more precise). Where the task is wrong as it is, send rescope. Where it is not needed, abandon.`,
  HYPOTHESIS_EXHAUSTED: `Two coders failed the same task. It cannot be tried again as it is: find the root cause in its history, then send rescope with tasks that avoid it, or abandon.`,
  INTEGRATION_FAILED: `Approved work could not be brought into the integration branch, and no coder can fix it. Plan a task that does, or send rescope.`,
  IMMEDIATE_DISCOVERY: `Something urgent was discovered. Send triage for each: convert it to a task, defer it, or reject it, and say why.`,
  NEW_NOTE: `The person left a note, which you find above. If it asks for more, read the spec and the repository, then send one plan with the tasks that are missing and nothing else: what is on the board stays as it is. If a task has to change for it, send rescope or abandon. If nothing has to, send log with one line that says why. ${taskForm}`,
};

/** The prompt for one turn of a planner. `recalled`: what memory holds about the relevant specs and files. */
export const plannerPrompt = (board: Board, agent: string, { trigger, about }: Wake, recalled: readonly string[] = []): string =>
  [
    bootstrap(board, agent),
    '=== PLANNING CONTEXT ===',
    `WAKE TRIGGER: ${trigger}`,
    asked[trigger],
    `You claim nothing and change no file.${about.length === 0 ? '' : ' Send one letter for each task that you decide about.'}`,
    `The goal's spec: ${board.goal.spec_ref ?? 'specs/vision.md'}`,
    `Tasks by status: ${countsOf(board)}`,
    ...(trigger === 'NEW_NOTE' ? plannedText(board) : []),
    ...about.flatMap((id) => aboutText(board, id)),
    ...untriaged(board, about),
    ...experienceText(recalled),
  ].join('\n\n');

function countsOf({ tasks }: Board): string {
  const counts = taskStatuses.flatMap((status) => {
    const ids = tasks.filter((task) => task.status === status).map(({ id }) => id);
    return ids.length === 0 ? [] : [`${status} ${ids.join(', ')}`];
  });
  return counts.join('; ') || 'none';
}

/** The tasks on the board, one line each, so that new tasks do not repeat them. */
const plannedText = ({ tasks }: Board): readonly string[] =>
  tasks.length === 0
    ? []
    : [
        'What is planned so far:',
        delimited('planned', tasks.map(({ id, status, description }) => `${id} (${status}): ${description ?? ''}`).join('\n')),
      ];

const shownDiscoveries = 10;

/** Discoveries that are not urgent: a planner may triage them, but need not. */
function untriaged({ discovered }: Board, about: readonly string[]): readonly string[] {
  const open = (discovered ?? []).filter(({ id, converted_to_task, triage }) => id && !about.includes(id) && !converted_to_task && !triage);
  return open.length === 0
    ? []
    : [
        'Noticed, but not decided on yet. They are not urgent; send triage where one should become a task:',
        ...open
          .slice(-shownDiscoveries)
          .map(({ id, severity, description }) => delimited('discovery', JSON.stringify({ id, severity, description }))),
      ];
}

function aboutText(board: Board, id: string): readonly string[] {
  const task = taskOf(board, id);
  if (task)
    return [
      delimited(
        'task',
        JSON.stringify(
          {
            id,
            status: task.status,
            description: task.description,
            done_when: task.done_when,
            scope: task.scope,
            blocked_reason: task.blocked_reason,
            blocked_questions: task.blocked_questions,
            attempted: task.attempted,
            failed_by: task.failed_by,
            last_blockers: blockersIn(task.rejection_reason),
            history: (task.history ?? []).slice(-12),
          },
          undefined,
          1,
        ),
      ),
    ];
  const discovery = board.discovered?.find((each) => each.id === id);
  if (discovery) return [delimited('discovery', JSON.stringify(discovery, undefined, 1))];
  const anomaly = board.anomalies?.find((each) => (each.id ?? each.timestamp) === id); // anomalies written by scripts have no ids
  return anomaly ? [delimited('anomaly', JSON.stringify(anomaly, undefined, 1))] : [];
}
