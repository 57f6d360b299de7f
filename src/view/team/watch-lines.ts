/** The live view of a team: no more lines than the screen has. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { TeamStatus } from '../../team/status.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { statusLines } from './status-lines.ts';

const leave = line('q leaves', 'muted');

/** Lines that do not fit are cut off at the end, with a note. */
export function watchLines(
  status: TeamStatus,
  { columns = 80, rows = 24 }: { readonly columns?: number | undefined; readonly rows?: number | undefined },
): readonly Line[] {
  const lines = statusLines(status, columns - 1);
  const room = Math.max(1, rows - 2);
  if (lines.length <= room) return [...lines, [], leave];
  const shown = lines.slice(0, room - 1);
  return [...shown, line(`  and ${lines.length - shown.length} more lines: artoo team status`, 'muted'), leave];
}

/** What is shown while the board is not valid. */
export const invalidLines = (why: string, columns = 80): readonly Line[] => [
  line('The board is not valid, so all agents wait.', 'bad'),
  ...wrapLine([span('  '), span(visible(why))], columns - 1, [span('  ')]),
  [span('  artoo team restore', 'code'), span(' restores the last good one.')],
  [],
  leave,
];
