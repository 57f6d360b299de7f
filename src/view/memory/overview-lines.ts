/** How much is remembered, and the figures of the strongest tags, as lines. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { Overview } from '../../memory/keeper.ts';
import { counted } from '../pages.ts';
import { wrap } from '../wrap.ts';
import { tagStateText, tagText } from './memory-text.ts';
import { warnings } from './overview-story.ts';

type Showing = { readonly data: string; readonly width: number | undefined };

export function overviewLines(overview: Overview, { data, width }: Showing): readonly string[] {
  const { levels, tags, strongest, due } = overview;
  const { M, K, C } = levels;
  const fit = (text: string) => (width === undefined ? [text] : wrap(text, width, text.startsWith(' ') ? 4 : 0));
  const emptyText = `The memory in ${visible(data)} is empty. It learns from tasks; \`artoo memory remember "…"\` adds a fact.`;
  if (M + K + C === 0) return [...fit(emptyText), ...warnings(overview).flatMap(fit)];
  const [facts, notes] = [counted(C, 'rule or fact', 'rules and facts'), counted(K, 'note or former rule', 'notes and former rules')];
  const [is, it] = due === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    ...fit(
      `${counted(M + K + C, 'memory', 'memories')} at ${counted(tags, 'tag')}: ${counted(M, 'event')} (M), ${facts} (C), ${notes} (K)`,
    ),
    ...warnings(overview).flatMap(fit),
    ...(due > 0 ? fit(`${counted(due, 'cluster')} ${is} due to become a rule: \`artoo memory dream\` makes ${it}.`) : []),
    '',
    ...strongest.flatMap((tag) => [tagText(tag, width), ...fit(`  ${tagStateText(tag)}`)]),
    ...(tags > strongest.length
      ? [`and ${counted(tags - strongest.length, 'more tag')}; \`artoo memory show <space>\` lists those of a space`]
      : []),
  ];
}
