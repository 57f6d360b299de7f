/** Decides everything in a team's journal again, from its beginning, and reports where the result differs from what was written. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { perform } from '../acts/perform.ts';
import type { Board } from '../board/board.ts';
import { newBoard } from '../board/new-board.ts';
import { patched } from '../board/patch.ts';
import { plain } from '../board/text/plain.ts';
import type { TeamLine } from '../journal.ts';
import { withMetrics } from '../sprint/metrics.ts';

export type TeamReplay = {
  readonly entries: number;
  /** Acts that were performed again, with the same result. */
  readonly repeated: number;
  /** Writes without an act: these were applied, but could not be decided again. */
  readonly applied: number;
  /** Edits by others: the person, or scripts. */
  readonly foreign: number;
  /** Entries whose writes did not happen because of a crash. */
  readonly unwritten: number;
  /** The first entry that differs from what its act decides, or does not follow from the entry before; undefined if there is none. */
  readonly difference: { readonly seq: number; readonly what: string; readonly why: string } | undefined;
  /** The board after the last entry, and the hash of its text. */
  readonly board: Board | undefined;
  readonly hash: string;
};

type Write = Extract<TeamLine, { kind: 'update' | 'foreign' }>;
type State = { readonly board: Board | undefined; readonly hash: string };

/** `hashNow`: the hash of the current board file, which shows whether the last entry happened. */
export function replayTeam(lines: readonly TeamLine[], hashNow: string | undefined): TeamReplay {
  const count = { repeated: 0, applied: 0, foreign: 0, unwritten: 0 };
  let state: State = { board: undefined, hash: '' };
  const end = (difference: TeamReplay['difference']): TeamReplay => ({ entries: lines.length, ...count, difference, ...state });
  for (const [at, line] of lines.entries()) {
    const why = whyNotNext(line, lines[at - 1], state);
    if (why !== undefined) return end({ seq: line.seq, what: line.kind, why });
    if (line.kind === 'intent' || line.kind === 'outcome') continue;
    const decided = decideAgain(line, state.board);
    if (typeof decided === 'string') return end({ seq: line.seq, what: 'what' in line ? line.what : line.kind, why: decided });
    if (line.kind === 'refusal') {
      count[decided.isDecided ? 'repeated' : 'applied'] += 1;
      continue;
    }
    if (!hasHappened(line, lines[at + 1], hashNow)) {
      count.unwritten += 1;
      continue;
    }
    count[line.kind === 'foreign' ? 'foreign' : decided.isDecided ? 'repeated' : 'applied'] += 1;
    state = { board: decided.board, hash: line.after };
  }
  return end(undefined);
}

/** The hash of the board that an entry was about, which the entry before it left. */
const baseOf = (line: TeamLine): string => (line.kind === 'update' || line.kind === 'foreign' ? line.before : line.after);

function whyNotNext(line: TeamLine, before: TeamLine | undefined, { hash }: State): string | undefined {
  if (line.seq !== (before?.seq ?? 0) + 1) return `its number does not follow ${before?.seq ?? 0}: entries are missing`;
  return baseOf(line) === hash ? undefined : 'it was applied to a board other than the one that the previous entry left';
}

/**
 * Whether the write of an entry happened. The next entry shows that, or else the current board: if neither follows from the entry, a crash came
 * first.
 */
const hasHappened = (line: Write, next: TeamLine | undefined, hashNow: string | undefined): boolean =>
  (next === undefined ? hashNow : baseOf(next)) !== line.before || line.before === line.after;

type Decided = { readonly isDecided: boolean; readonly board: Board | undefined };

/** The board after an entry, or how it differs from what was written. */
function decideAgain(line: Write | Extract<TeamLine, { kind: 'refusal' }>, board: Board | undefined): Decided | string {
  if (line.kind === 'refusal') return line.act === undefined || !board ? { isDecided: false, board } : refusedAgain(line, line.act, board);
  const written = patched(board, line.patch) as Board; // the board was validated before it was written
  if (line.kind === 'foreign' || line.act === undefined) return { isDecided: false, board: written };
  const { act } = line;
  if (act.act === 'init') {
    const isSame = isSameBoard(newBoard(act.beginning, new Date(act.facts.now)), written);
    return isSame ? { isDecided: true, board: written } : 'it results in a different board';
  }
  if (!board) return 'there is no board to apply it to';
  const performed = perform(board, act);
  if (!performed.ok) return `it is refused now: ${performed.why.join('; ')}`;
  if (!isSameBoard(withMetrics(performed.board), written)) return 'it now results in a different board';
  return isDeepStrictEqual(plain(performed.log), line.log)
    ? { isDecided: true, board: written }
    : 'its line in the activity log is different now';
}

function refusedAgain({ why }: Extract<TeamLine, { kind: 'refusal' }>, act: Parameters<typeof perform>[1], board: Board): Decided | string {
  const performed = perform(board, act);
  if (performed.ok) return `it was refused then, but is not now: ${why.join('; ')}`;
  return isDeepStrictEqual([...performed.why], [...why])
    ? { isDecided: true, board }
    : `it is refused for another reason: ${performed.why.join('; ')}`;
}

const isSameBoard = (a: Board, b: Board): boolean => isDeepStrictEqual(plain(a), plain(b));
