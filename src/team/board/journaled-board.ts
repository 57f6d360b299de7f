/**
 * What other processes changed on a known board, taken from the journal, which costs a fraction of parsing the changed tasks. Entries count only if
 * their hashes lead without a gap from the known board to the current one; otherwise its text has to be parsed.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { createLineCutter } from '../../contracts/text/line-cutter.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { TeamLine } from '../journal.ts';
import { type Change, patched } from './patch.ts';

/** A board, and the hash of its text. */
type Known = { readonly hash: string; readonly board: unknown };

/** The board with this hash; undefined if the journal does not lead to it from the known board. */
export function journaledBoard(journal: string, known: Known, hash: string): unknown {
  const bytes = endOf(journal);
  let reached = known.hash;
  const changes: Change[] = [];
  const start = bytes.lastIndexOf(0x0a, bytes.lastIndexOf(`"before":"${reached}"`)) + 1; // the last time that this board was replaced
  for (const line of createLineCutter().cut(bytes.subarray(start))) {
    const entry = parsedJson(line.toString('utf8')) as TeamLine | undefined; // this code appended the line in this form
    if (entry?.kind !== 'update' && entry?.kind !== 'foreign') continue;
    if (entry.kind === 'foreign' || entry.before !== reached) return undefined;
    changes.push(...entry.patch);
    reached = entry.after;
    if (reached === hash) return patched(known.board, changes);
  }
  return undefined;
}

/** The limit on how much of the journal is read; a process that missed more parses the text of the board, because most tasks will have changed. */
const maxBytes = 1024 ** 2;

/** The end of the current journal, without its archived parts. */
function endOf(path: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0);
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, maxBytes));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(fd);
  }
}
