/** How much is remembered and the strongest tags, as lines. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { Overview } from '../../memory/keeper.ts';
import { counted } from '../pages.ts';
import { wrap } from '../wrap.ts';
import { spanText, tagStateText, tagText } from './memory-text.ts';

type Showing = { readonly data: string; readonly width: number | undefined };

/** A smaller difference may be rounding. */
const maxAheadMs = 60_000;

export function overviewLines({ levels, tags, strongest, due, unerased, ahead_ms }: Overview, { data, width }: Showing): readonly string[] {
  const { M, K, C } = levels;
  const fit = (text: string) => (width === undefined ? [text] : wrap(text, width, text.startsWith(' ') ? 4 : 0));
  const aheadText = `The memory's time is ${spanText(ahead_ms)} ahead of this clock: nothing fades until the clock has caught up.`;
  const purged = counted(unerased, 'purged memory', 'purged memories');
  const purgedText = `The words of ${purged} may still be on the disk: \`artoo memory dream\` erases them.`;
  const warnings = [...(ahead_ms > maxAheadMs ? fit(aheadText) : []), ...(unerased > 0 ? fit(purgedText) : [])];
  const emptyText = `Nothing is remembered yet in ${visible(data)}. Tasks teach it; \`artoo memory remember "…"\` tells it a fact.`;
  if (M + K + C === 0) return [...fit(emptyText), ...warnings];
  const [facts, notes] = [counted(C, 'rule or fact', 'rules and facts'), counted(K, 'note or former rule', 'notes and former rules')];
  const [is, it] = due === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    ...fit(
      `${counted(M + K + C, 'memory', 'memories')} at ${counted(tags, 'tag')}: ${counted(M, 'event')} (M), ${facts} (C), ${notes} (K)`,
    ),
    ...warnings,
    ...(due > 0 ? fit(`${counted(due, 'cluster')} ${is} due to become a rule: \`artoo memory dream\` makes ${it}.`) : []),
    '',
    ...strongest.flatMap((tag) => [tagText(tag, width), ...fit(`  ${tagStateText(tag)}`)]),
    ...(tags > strongest.length
      ? [`and ${counted(tags - strongest.length, 'more tag')}; \`artoo memory show <space>\` lists those of a space`]
      : []),
  ];
}
