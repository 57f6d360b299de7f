/** Whether a letter counts, and the board after it. Pure: what git, the specs and the checkout show is passed in as facts. */
import { type Board, taskOf } from '../board/board.ts';
import { readRole, roleOf, type TeamRole } from '../board/ids.ts';
import { isFinal } from '../claimable.ts';
import { type Admission, type LetterFacts, refusedFor } from './admission.ts';
import { admitNote } from './admit-notes.ts';
import { admitPlanning } from './admit-planning.ts';
import { admitVerdict } from './admit-verdict.ts';
import { admitWork } from './admit-work.ts';
import type { Letter, LetterKind } from './letter.ts';

/** Which roles may send which letters. */
const senders: Readonly<Record<LetterKind, readonly TeamRole[]>> = {
  plan: ['planner'],
  rescope: ['planner'],
  unblock: ['planner'],
  abandon: ['planner'],
  triage: ['planner'],
  checkpoint_request: ['planner'],
  checkpoint: ['coder'],
  submit: ['coder'],
  block: ['coder'],
  verdict: ['code_reviewer'],
  discovery: ['planner', 'coder', 'code_reviewer'],
  anomaly: ['planner', 'coder', 'code_reviewer'],
  handoff: ['planner', 'coder', 'code_reviewer'],
  log: ['planner', 'coder', 'code_reviewer'],
};

/** The kinds of letters that an agent of this role can send. */
export const kindsFor = (role: TeamRole): readonly LetterKind[] =>
  (Object.keys(senders) as LetterKind[]).filter((kind) => senders[kind].includes(role)); // the keys of the literal above

/** The board after the letter, or why the letter does not count. A letter that is sent twice counts once. */
export function admit(board: Board, letter: Letter, facts: LetterFacts): Admission {
  if (facts.admitted.has(letter.id)) return { ok: true, board, log: [] };
  const role = roleOf(letter.agent);
  const agent = board.agents[letter.agent];
  if (!role || !agent || readRole(agent.role) !== role) return { ok: false, code: 'stale', why: [`${letter.agent} is not registered`] };
  if (!senders[letter.kind].includes(role)) return refusedFor(`a ${role} does not send ${letter.kind}`);
  const stale = whyStale(board, letter, role);
  if (stale) return { ok: false, code: 'stale', why: [stale] };
  return handle(board, letter, facts);
}

function handle(board: Board, letter: Letter, facts: LetterFacts): Admission {
  switch (letter.kind) {
    case 'plan':
    case 'rescope':
    case 'unblock':
    case 'abandon':
    case 'triage':
    case 'checkpoint_request':
      return admitPlanning(board, letter, facts);
    case 'checkpoint':
    case 'submit':
    case 'block':
      return admitWork(board, letter, facts);
    case 'verdict':
      return admitVerdict(board, letter, facts);
    default:
      return admitNote(board, letter, facts);
  }
}

/** Why a letter is stale. Coders and reviewers write about the task that they hold, with the number of their claim; a planner holds none. */
function whyStale(board: Board, { task: id, agent, fencing }: Letter, role: TeamRole): string | undefined {
  if (role === 'planner') return undefined;
  if (id === undefined) return 'the letter names no task';
  const task = taskOf(board, id);
  if (!task) return `there is no task ${id}`;
  if (isFinal(task)) return `${id} is ${task.status}`;
  const holder = role === 'coder' ? task.assigned_to : task.reviewing_by;
  if (holder !== agent) return `${id} is held by ${holder ?? 'no one'}`;
  return (task.fencing ?? 0) === fencing ? undefined : `${id} was claimed again since then: its number is ${task.fencing ?? 0} now`;
}
