/** The result of deciding a team's journal again, in words. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { TeamReplay } from '../../team/replay/replay-team.ts';
import { counted } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';

export function replayedLines({ entries, repeated, applied, foreign, unwritten, difference }: Omit<TeamReplay, 'board'>): readonly Line[] {
  const beside = [
    ...(foreign > 0 ? [`${counted(foreign, 'edit')} by you or by scripts`] : []),
    ...(applied > 0 ? [`${counted(applied, 'write')} that cannot be decided again`] : []),
    ...(unwritten > 0 ? [`${counted(unwritten, 'write')} that a crash prevented`] : []),
  ];
  const done = `${counted(repeated, 'decision')} of ${counted(entries, 'journal entry', 'journal entries')} repeated`;
  const more = beside.length === 0 ? [] : [line(`Also: ${beside.join(', ')}.`, 'muted')];
  if (!difference) return [line(`${done}, all with the same result.`, 'good'), ...more];
  return [
    line(`${done}, up to the first difference.`, 'bad'),
    [span(`  entry ${difference.seq} (${visible(difference.what)}): `, 'strong'), span(visible(difference.why))],
    ...more,
    [span('The board can be used as it is. To start a new journal with it: '), span('artoo team restore', 'code')],
  ];
}
