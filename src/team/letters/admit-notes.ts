/** Letters that any agent sends: what it found, what went wrong, what the next agent should know. Pure. */
import type { Board } from '../board/board.ts';
import { boardTime } from '../board/time.ts';
import { freeId } from '../watch/log-anomaly.ts';
import { type Admission, type LetterFacts, refusedFor } from './admission.ts';
import { admitAnomaly } from './admit-anomaly.ts';
import type { LetterOf } from './letter.ts';

type NoteLetter = LetterOf<'discovery'> | LetterOf<'anomaly'> | LetterOf<'handoff'> | LetterOf<'log'>;

export function admitNote(board: Board, letter: NoteLetter, { now }: LetterFacts): Admission {
  const timestamp = boardTime(now);
  const task = letter.task === undefined ? {} : { task: letter.task };
  switch (letter.kind) {
    case 'log':
      return { ok: true, board, log: [{ action: 'noted', ...task, detail: letter.body.detail }] };
    case 'discovery': {
      const id = freeId('disc', board.discovered ?? []);
      const found = { id, by: letter.agent, during: letter.task ?? null, ...letter.body, created: timestamp, converted_to_task: null };
      return {
        ok: true,
        board: { ...board, discovered: [...(board.discovered ?? []), found] },
        log: [{ action: 'discovered', ...task, detail: letter.body.description }],
      };
    }
    case 'handoff': {
      if (letter.task === undefined) return refusedFor('a handoff must name a task');
      const handoff = { agent: letter.agent, timestamp, ...letter.body };
      const tasks = board.tasks.map((each) => (each.id === letter.task ? { ...each, handoff_pending: true } : each));
      return {
        ok: true,
        board: { ...board, tasks, handoff: { ...board.handoff, [letter.task]: handoff } },
        log: [{ action: 'handoff', ...task, detail: letter.body.summary }],
      };
    }
    case 'anomaly':
      return admitAnomaly(board, letter, now);
  }
}
