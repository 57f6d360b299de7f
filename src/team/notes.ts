/**
 * Notes of the person: whom each is for, and which agents have read it. A note is shown once to each agent that it is for, in its next prompt. Pure.
 */
import type { Board, Task } from './board/board.ts';
import { readRole, roleOf } from './board/ids.ts';

type Note = NonNullable<Board['human_notes']>[number];

/** The agent about to read, and what it works on. */
export type Reader = { readonly agent: string; readonly task?: Pick<Task, 'id' | 'fencing'> | undefined };

/** Whether a note is for this reader. A note without a name is for every agent; otherwise it names an agent, a role or a task. */
function isFor(note: Note, { agent, task }: Reader): boolean {
  const { for: whom } = note;
  return !whom || whom === agent || whom === task?.id || (readRole(whom) !== undefined && readRole(whom) === roleOf(agent));
}

/**
 * The name under which a reader is recorded. It includes the claim, because an agent that claims a task again does not know what the previous one was
 * told, and so reads notes about the task again.
 */
const nameOf = ({ for: whom }: Note, { agent, task }: Reader): string =>
  task && whom === task.id ? `${agent} ${task.id}/${task.fencing ?? 0}` : agent;

const readersOf = ({ read_by }: Note): readonly string[] => (Array.isArray(read_by) ? read_by.map(String) : []);

/** The notes that a reader has not been shown yet, oldest first. */
export const unreadNotes = ({ human_notes }: Pick<Board, 'human_notes'>, reader: Reader): readonly Note[] =>
  (human_notes ?? []).filter((note) => isFor(note, reader) && !readersOf(note).includes(nameOf(note, reader)));

/** Whether a planner has to read the note, and none has done so. */
export const isUnheard = (note: Note): boolean =>
  isFor(note, { agent: 'planner-1' }) && !readersOf(note).some((reader) => roleOf(reader) === 'planner');

/** Whether the note asks a planner for tasks that the person reviews before any agent works on them. */
export const wantsPlan = ({ wants }: Note): boolean => wants === 'plan';

/** Whether a planner has been asked for tasks and has not answered yet. */
export const isPlanAsked = ({ human_notes }: Pick<Board, 'human_notes'>): boolean =>
  (human_notes ?? []).some((note) => wantsPlan(note) && isUnheard(note));

/** Identifies a note, because others may have been written in the meantime. */
export type NoteMark = Pick<Note, 'timestamp' | 'message'>;

/** The board once these notes have been shown; the same board if none of them exists any longer. */
export function notesRead(board: Board, reader: Reader, marks: readonly NoteMark[]): Board {
  const unread = new Set(unreadNotes(board, reader));
  const isMeant = (note: Note) =>
    unread.has(note) && marks.some(({ timestamp, message }) => timestamp === note.timestamp && message === note.message);
  if (!(board.human_notes ?? []).some(isMeant)) return board;
  return {
    ...board,
    human_notes: (board.human_notes ?? []).map((note) =>
      isMeant(note) ? { ...note, read_by: [...readersOf(note), nameOf(note, reader)] } : note,
    ),
  };
}
