/** One stop of a walk through a replay: the answers before it, who decided what, and on what basis. */
import type { Entry, Intent } from '../../journal/entry.ts';
import { isGiven } from '../../journal/tape.ts';
import { counted } from '../pages.ts';
import { columnLines } from '../rows/columns.ts';
import { lastTurn } from '../rows/effect-rows.ts';
import { createEntryRows } from '../rows/entry-rows.ts';
import type { Row } from '../rows/row.ts';

/** Whether a walk stops at an entry with these rows. Answers of models, tools and people are shown with the next decision. */
export const isStop = ({ kind }: Entry, rows: readonly Row[]): boolean => kind !== 'outcome' && rows.length > 0;

/** Takes every entry in order, and renders the latest stop. */
export type Guide = { add(entry: Entry, isStop: boolean): void; lines(width: number | undefined): readonly string[] };

const maxAnswers = 4;
const maxDetail = 300;

export function createGuide(): Guide {
  const rowsOf = createEntryRows({ details: true });
  let answers: Row[] = [];
  let more = 0;
  let rows: readonly Row[] = [];
  return {
    add(entry, isStop) {
      const added = rowsOf(entry);
      if (isStop) {
        const last = answers.at(-1);
        const rest: readonly Row[] =
          last && more > 0 ? [{ ...last, who: '', what: '', detail: `and ${counted(more, 'more answer')}` }] : [];
        rows = [...answers, ...rest, ...added.filter(({ what }) => !last || what !== lastTurn)]; // the last turn already contains that answer
        [answers, more] = [[], 0];
      } else if (entry.kind === 'outcome') {
        const kept = added.slice(0, maxAnswers - answers.length);
        answers.push(...kept);
        more += added.length - kept.length;
      }
    },
    lines: (width) => rows.flatMap((row) => columnLines(row, width, maxDetail)),
  };
}

/** Who wrote the entry, and its kind. */
export function titleOf(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return `${entry.from} → ${entry.to}  ${entry.type}`;
    case 'intent':
      return `${entry.role} asks for a ${effectWords[entry.effect]}`;
    case 'decision':
      return `${entry.role} decides`;
    default:
      return entry.kind;
  }
}

const effectWords = {
  model: 'model step',
  tool: 'tool call',
  check: 'observation',
  look: 'look around',
} as const satisfies Record<Intent['effect'], string>;

/** How the replay of an entry compares with the record; answers of models, tools and people are not decided again. */
export const comparisonOf = (entry: Entry, differs: boolean): string => {
  if (differs) return '≠ code decides differently now';
  return isGiven(entry) || entry.kind === 'open' ? '· given, not decided' : '= decided the same way again';
};
