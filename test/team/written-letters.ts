/** The letters that reached a board, according to its journal. */
import { join } from 'node:path';
import { readEntries } from '../../src/team/journal.ts';
import type { Letter } from '../../src/team/letters/letter.ts';

/** A letter that a kill kept from the board is in the journal, too, and may be sent again. */
export function lettersIn(root: string): readonly Letter[] {
  const lines = readEntries(join(root, '.liza/journal.jsonl'));
  const isUnwritten = (at: number) => {
    const next = lines[at + 1];
    return next?.kind === 'refusal' && next.what === 'unwritten';
  };
  return lines.flatMap((line, at) => (line.kind === 'update' && line.act?.act === 'letter' && !isUnwritten(at) ? [line.act.letter] : []));
}
