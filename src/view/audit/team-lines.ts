/** What the auditor found in the journal of the team in this repository. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { findingTitles, type TeamFinding } from '../../team/audit/audit-team.ts';
import type { TeamLine } from '../../team/journal.ts';
import { counted } from '../pages.ts';
import { ago } from '../spans.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { storyLines } from '../team/story-lines.ts';

const maxListed = 10;

/** The part that is added to a report; empty if no team works here. */
export function teamLines(found: readonly TeamFinding[] | undefined, columns = 100): readonly Line[] {
  if (!found) return [];
  const newest = found.at(-1);
  return [
    [],
    line(`The team of this repository: ${found.length === 0 ? 'nothing found' : counted(found.length, 'finding')}`, 'strong'),
    ...found.slice(-maxListed).flatMap(({ detail }) => wrapLine([span('  '), span(visible(detail), 'fair')], columns, [span('    ')])),
    ...(found.length > maxListed ? [line(`  and ${found.length - maxListed} earlier ones; --json lists all`, 'muted')] : []),
    ...(newest ? [[span(`artoo audit show ${newest.id}`, 'code'), span(' shows what that finding is based on.', 'muted')]] : []),
  ];
}

/** One finding, with the entries that it is based on, worded as in the team's story. */
export function teamFindingLines(
  { detail, finding, ts, seqs }: TeamFinding,
  entries: readonly TeamLine[],
  now: number,
  columns = 100,
): readonly Line[] {
  const told = entries.flatMap((entry) => storyLines(entry, columns - 2).map((each) => [span('  '), ...each]));
  return [
    ...wrapLine([span(visible(detail), 'strong')], columns, [span('  ')]),
    line(`${findingTitles[finding]}, ${ts.slice(0, 16).replace('T', ' ')} UTC (${ago(now - Date.parse(ts))})`, 'muted'),
    [],
    line(`It is based on ${seqs.length === 1 ? 'entry' : 'entries'} ${seqs.join(', ')} of .liza/journal.jsonl`),
    ...told,
  ];
}
