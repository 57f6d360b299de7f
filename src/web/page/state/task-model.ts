/** What the page shows for one task: folds its entries and the live output of effects, in the words of the shell. No clock, no browser. */
import type { Live, Question } from '../../../app/drive/drive.ts';
import type { RoleId } from '../../../contracts/parties.ts';
import { isQuestion } from '../../../contracts/routes.ts';
import { createTaskStory, type TaskStory } from '../../../history/story/task-story.ts';
import type { Entry } from '../../../journal/entry.ts';
import type { LedLine } from '../../../view/picture/layout.ts';
import { createPicture } from '../../../view/picture/picture.ts';
import type { PictureState } from '../../../view/picture/state.ts';
import { createEntryRows } from '../../../view/rows/entry-rows.ts';
import type { Row } from '../../../view/rows/row.ts';
import { share } from './share-structure.ts';

/** A finished line of the course of the task, and the entry that finished it. */
export type CourseLine = LedLine & { readonly seq: number; readonly at: number };

export type TaskShown = {
  readonly story: TaskStory;
  /** What is under way. */
  readonly now: PictureState;
  readonly course: readonly CourseLine[];
  /** Every row of the journal, figures and fine print included. */
  readonly rows: readonly Row[];
  /** Open questions to the person, oldest first. */
  readonly questions: readonly Question[];
  /** The question that was answered last, and the entry of its answer. */
  readonly replied: { readonly question: string; readonly seq: number } | null;
  /** What each role did last. */
  readonly last: Readonly<Partial<Record<RoleId, Row>>>;
  /** The number of the entry that comes next. */
  readonly next: number;
};

export type TaskModel = {
  add(entry: Entry): void;
  hear(piece: Live): void;
  /** What is shown at the moment. Parts that have not changed since the last call keep their identity. */
  shown(): TaskShown;
};

export function createTaskModel(): TaskModel {
  const story = createTaskStory();
  const picture = createPicture();
  const rowsOf = createEntryRows({ details: true });
  const course: CourseLine[] = [];
  const rows: Row[] = [];
  const questions = new Map<string, Question>();
  const last: Partial<Record<RoleId, Row>> = {};
  let replied: TaskShown['replied'] = null;
  let next = 0;
  let isStoryOld = true;
  let before: TaskShown | undefined;

  function ask(entry: Entry): void {
    if (entry.kind !== 'message') return;
    if (isQuestion(entry)) {
      const { id, seq, ts, type, payload } = entry;
      questions.set(id, { id, seq, ts, type, payload } as Question); // this payload belongs to this type
    }
    if (entry.reply_to !== undefined && questions.delete(entry.reply_to)) replied = { question: entry.reply_to, seq: entry.seq };
    if (entry.type === 'FinalResult') questions.clear();
  }

  return {
    add(entry) {
      if (entry.seq < next) return; // the entry had been seen before the client reconnected
      next = entry.seq + 1;
      isStoryOld = true;
      story.add(entry);
      for (const line of picture.see(entry)) course.push({ ...line, seq: entry.seq, at: course.length });
      for (const row of rowsOf(entry)) {
        rows.push(row);
        if (row.who in roles && row.weight !== 'fine') last[row.who as RoleId] = row; // the table has only roles
      }
      ask(entry);
    },
    hear: (piece) => picture.hear(heard(piece)),
    shown() {
      const told = isStoryOld || !before ? share(before?.story, story.story()) : before.story;
      isStoryOld = false;
      before = {
        story: told,
        now: share(before?.now, picture.state),
        course: appended(before?.course, course),
        rows: appended(before?.rows, rows),
        questions: share(before?.questions, [...questions.values()]),
        replied,
        last: share(before?.last, { ...last }),
        next,
      };
      return before;
    },
  };
}

const roles: Readonly<Record<RoleId, true>> = { R1: true, R2: true, R3: true, R4a: true, R4b: true, R5: true, R6: true, R7: true };

/** The same list if nothing was added, so that it keeps its identity. */
const appended = <T>(before: readonly T[] | undefined, all: readonly T[]): readonly T[] =>
  before?.length === all.length ? before : [...all];

function heard(piece: Live): Parameters<ReturnType<typeof createPicture>['hear']>[0] {
  const { key } = piece;
  if ('wait' in piece) return { key, kind: 'wait', wait: piece.wait };
  return 'output' in piece ? { key, kind: 'output', text: piece.output } : { key, kind: 'text', text: piece.text };
}
