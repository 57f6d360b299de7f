import { expect, test } from 'vitest';
import { aBoard, inState } from '../../test/team/boards.ts';
import type { Board } from './board/board.ts';
import { isUnheard, notesRead, type Reader, unreadNotes } from './notes.ts';

const noteFor = (whom?: string) => ({
  timestamp: '2026-11-15T11:00:00Z',
  message: `for ${whom}`,
  ...(whom === undefined ? {} : { for: whom }),
});
const all = [noteFor(), noteFor('t1'), noteFor('coder-1'), noteFor('code_reviewer'), noteFor('planner')];
const board: Board = { ...aBoard([inState('CLAIMED')], {}), human_notes: all };
const shown = (of: Board, reader: Reader) => unreadNotes(of, reader).map(({ for: whom }) => whom);
const t1 = { id: 't1', fencing: 3 };

test.each<[Reader, readonly (string | undefined)[]]>([
  [{ agent: 'planner-1' }, [undefined, 'planner']],
  [{ agent: 'coder-1', task: t1 }, [undefined, 't1', 'coder-1']],
  [{ agent: 'coder-2', task: { id: 't2' } }, [undefined]],
  [{ agent: 'code-reviewer-1', task: t1 }, [undefined, 't1', 'code_reviewer']],
])('%j reads what is for it', (reader, expected) => expect(shown(board, reader)).toEqual(expected));

test('a note is shown once to each, and one about a task again to the agent that claims it next', () => {
  const reader = { agent: 'coder-1', task: t1 };
  const read = notesRead(board, reader, all);
  expect(shown(read, reader)).toEqual([]);
  expect(shown(read, { agent: 'coder-1', task: { id: 't1', fencing: 4 } })).toEqual(['t1']);
  expect(shown(read, { agent: 'code-reviewer-1', task: t1 })).toEqual([undefined, 't1', 'code_reviewer']);
  expect(shown(read, { agent: 'planner-1' })).toEqual([undefined, 'planner']);
});

test('only notes that were shown count as read, and without any nothing is written', () => {
  const reader = { agent: 'planner-1' };
  expect(notesRead(board, reader, [])).toBe(board);
  expect(notesRead(board, reader, [noteFor('t1')])).toBe(board);
  expect(shown(notesRead(board, reader, [noteFor()]), reader)).toEqual(['planner']);
});

test('a planner has to look at notes that are for planners and that no planner has read', () => {
  expect(all.filter(isUnheard).map(({ for: whom }) => whom)).toEqual([undefined, 'planner']);
  const read = notesRead(board, { agent: 'planner-2' }, all);
  expect((read.human_notes ?? []).some(isUnheard)).toBe(false);
});
