/** Letters that any agent sends: what it found, what went wrong, what the next one should know. Pure. */
import { type AnomalyType, anomalyTypes, type Board } from '../board/board.ts';
import { roleOf, type TeamRole } from '../board/ids.ts';
import { checkedDetails } from '../board/rules.ts';
import { boardTime } from '../board/time.ts';
import { type Admission, type LetterFacts, refusedFor } from './admission.ts';
import type { LetterOf } from './letter.ts';

type NoteLetter = LetterOf<'discovery'> | LetterOf<'anomaly'> | LetterOf<'handoff'> | LetterOf<'log'>;

export function admitNote(board: Board, letter: NoteLetter, { now }: LetterFacts): Admission {
  const timestamp = boardTime(now);
  const task = letter.task === undefined ? {} : { task: letter.task };
  switch (letter.kind) {
    case 'log':
      return { ok: true, board, log: [{ action: 'noted', ...task, detail: letter.body.detail }] };
    case 'discovery': {
      const id = `disc-${(board.discovered?.length ?? 0) + 1}`;
      const found = { id, by: letter.agent, during: letter.task ?? null, ...letter.body, created: timestamp, converted_to_task: null };
      return {
        ok: true,
        board: { ...board, discovered: [...(board.discovered ?? []), found] },
        log: [{ action: 'discovered', ...task, detail: letter.body.description }],
      };
    }
    case 'handoff': {
      if (letter.task === undefined) return refusedFor('a handoff is about a task');
      const handoff = { agent: letter.agent, timestamp, ...letter.body };
      const tasks = board.tasks.map((each) => (each.id === letter.task ? { ...each, handoff_pending: true } : each));
      return {
        ok: true,
        board: { ...board, tasks, handoff: { ...board.handoff, [letter.task]: handoff } },
        log: [{ action: 'handoff', ...task, detail: letter.body.summary }],
      };
    }
    case 'anomaly':
      return logged(board, letter, timestamp);
  }
}

/** Who may report which anomaly; those without a role are reported by code alone. */
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

function logged(board: Board, { agent, task, body: { type, details } }: LetterOf<'anomaly'>, timestamp: string): Admission {
  const role = roleOf(agent);
  if (!role || !reporters[type].includes(role)) return refusedFor(`a ${role} does not report ${type}`);
  const lacks = (checkedDetails[type] ?? []).filter((field) => (details[field] ?? null) === null);
  if (lacks.length > 0) return refusedFor(`an anomaly ${type} says ${lacks.join(', ')} in its details`);
  const known = board.anomalies ?? [];
  const isLogged =
    type === 'retry_loop' && role === 'code_reviewer' && known.some((each) => each.type === type && (each.task ?? each.task_id) === task);
  if (isLogged) return refusedFor('a retry_loop of this task is logged already');
  const anomaly = { id: `anomaly-${known.length + 1}`, timestamp, task: task ?? null, reporter: agent, type, details };
  return {
    ok: true,
    board: { ...board, anomalies: [...known, anomaly] },
    log: [{ action: 'anomaly', ...(task === undefined ? {} : { task }), detail: type }],
  };
}
