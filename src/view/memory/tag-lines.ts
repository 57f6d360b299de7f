/** Tags and their memories, as lines. Pure. */
import type { TagState, TagView } from '../../memory/keeper.ts';
import { counted } from '../pages.ts';
import { wrap } from '../wrap.ts';
import { memoryLines, tagStateText, tagText } from './memory-text.ts';
import { plotKey, potentialPlot } from './potential-plot.ts';

type Showing = {
  readonly now: number;
  readonly width: number | undefined;
  /** Whether all were asked for, with --all. */
  readonly isAll: boolean;
};

/** How many memories of a tag, or tags of a space, --all lists: they are read in one message. */
export const maxListed = 10_000;
/** How many memories of a tag are listed without --all. */
const maxShown = 20;
const maxContentLength = 300;

/** The state of a tag, its plot, its rules, and its newest memories or all of them. */
export function tagLines({ standing, entries, more, curve }: TagView, { now, width, isAll }: Showing): readonly string[] {
  const max = isAll ? entries.length : maxShown;
  const isRule = ({ megram, demoted_at }: TagView['entries'][number]) => megram?.level === 'C' && demoted_at === undefined;
  const [rules, others] = [entries.filter(isRule), entries.filter((kept) => !isRule(kept))];
  const left = more + Math.max(0, others.length - max);
  const linesOf = (kept: TagView['entries'][number]) => memoryLines(kept, { now, width, max: maxContentLength });
  const plot = potentialPlot(curve, width);
  const key = plotKey.flatMap((line) => (width === undefined ? [line] : wrap(line, width, 0)));
  return [
    tagText(standing, width),
    tagStateText(standing),
    ...(plot.length > 0 ? ['', ...plot, ...key] : []),
    ...(rules.length > 0 ? ['', 'Rules', ...rules.flatMap(linesOf)] : []),
    ...(others.length > 0 ? ['', 'Memories, newest first', ...others.slice(0, max).flatMap(linesOf)] : []),
    ...(left > 0 ? [`and ${counted(left, 'more', 'more')}${howToSeeRest(entries.length + more, isAll)}`] : []),
  ];
}

/** The tags of a space. */
export function spaceLines(tags: readonly TagState[], more: number, { width, isAll }: Pick<Showing, 'width' | 'isAll'>): readonly string[] {
  return [
    ...tags.flatMap((tag) => [tagText(tag, width), `  ${tagStateText(tag)}`]),
    ...(more > 0 ? [`and ${counted(more, 'more tag')}${howToSeeRest(tags.length + more, isAll)}`] : []),
  ];
}

/** How to see those that are left out. */
export function howToSeeRest(count: number, isAll: boolean): string {
  if (!isAll && count <= maxListed) return ', with --all';
  return `; ${isAll ? '' : `--all lists ${maxListed.toLocaleString('en')}, `}\`artoo memory export\` has all of them`;
}
