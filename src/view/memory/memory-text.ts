/** Tags, amounts and memories as text, safe to print on a terminal. Pure. */
import type { Tag } from '../../contracts/memory.ts';
import { oneLine, part } from '../../contracts/text/shorten.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import { dayMs } from '../../memory/fading/decay.ts';
import type { StoredMemory, TagState } from '../../memory/keeper.ts';
import { signed } from '../../memory/recall/calibration-text.ts';
import { counted } from '../pages.ts';
import { shellLine } from '../shell-words.ts';
import { ago, lasting } from '../spans.ts';
import { widthOf, wrap } from '../wrap.ts';

/** The longest line if there is no terminal. */
const maxWidth = 1_000;

/** A tag quoted for the shell, cut to the width. */
export const tagText = ({ space, entity }: Pick<Tag, 'space'> & Partial<Tag>, width = maxWidth): string =>
  cutTo(visible(shellLine(entity === undefined ? [space] : [space, entity])), width);

/** Cuts a text to a number of columns, ending with `…`. */
function cutTo(text: string, columns: number): string {
  if (text.length < columns * 4 && widthOf(text) <= columns) return text;
  let kept = part(text, 0, columns - 1);
  while (widthOf(kept) > columns - 1) kept = part(kept, 0, kept.length - 1);
  return `${kept}…`;
}

export function tagStateText({ attention, decision, action, count, rules }: TagState): string {
  if (count + rules === 0) return 'its totals are unknown: `artoo memory dream` rebuilds them';
  if (count === 0) return `${counted(rules, 'rule')}, which ${rules === 1 ? 'does' : 'do'} not fade`;
  const many = [counted(count, 'memory', 'memories'), ...(rules > 0 ? [counted(rules, 'rule')] : [])].join(', ');
  return `attention ${attention.toFixed(2)}  decision ${signed(decision, 2)}  ${action.toLowerCase()}  ${many}`;
}

/** A duration that may be years. */
export const spanText = (ms: number): string => (ms < 2 * dayMs ? lasting(ms) : `${Math.floor(ms / dayMs).toLocaleString('en')} days`);

type Showing = { readonly now: number; readonly width: number | undefined; readonly max: number };

/** One memory: its figures, its words, and what became of it. `max` limits the words to one line of that length. */
export function memoryLines(kept: StoredMemory, { now, width, max }: Showing): readonly string[] {
  const { id, megram } = kept;
  if (!megram) return [visible(id), ...factLines(kept, now)];
  const { state, f, sigma, k, created_at, content, learnt_in } = megram;
  const level = kept.demoted_at === undefined ? megram.level : `${megram.level}→K`;
  const figures = `${level} ${state}  σ ${signed(sigma, 1)}  f ${f.toFixed(2)}  k ${k}  ${ago(now - Date.parse(created_at))}`;
  const head = `${visible(oneLine(id, 100))}  ${figures}`;
  const heads = width === undefined || widthOf(head) <= width ? [head] : [visible(oneLine(id, 100)), `  ${figures}`];
  const place = learnt_in === undefined ? [] : [`  (learnt in ${visible(oneLine(learnt_in, 200))})`];
  return [...heads, ...bodyLines(content, width, max), ...place, ...factLines(kept, now)];
}

/** All words of a memory, or the first of them on one line. */
function bodyLines(content: string, width: number | undefined, max: number): readonly string[] {
  const lines = Number.isFinite(max) ? [visible(oneLine(content, max))] : visibleLines(content);
  return lines.flatMap((line) => (width === undefined ? [`  ${line}`] : wrap(`  ${line}`, width, 2)));
}

function factLines({ recalled_at, consolidated, demoted_at, superseded, forgotten }: StoredMemory, now: number): readonly string[] {
  const since = (time: string) => ago(now - Date.parse(time));
  return [
    ...(recalled_at === undefined ? [] : [`recalled ${since(recalled_at)}`]),
    ...(consolidated ? [`consolidated into ${visible(consolidated.into)} ${since(consolidated.at)}`] : []),
    ...(demoted_at === undefined ? [] : [`demoted ${since(demoted_at)}, fading since`]),
    ...(superseded ? [`superseded by ${visible(superseded.by)} ${since(superseded.at)}`] : []),
    ...(forgotten ? [`forgotten ${since(forgotten.at)}${forgotten.purged ? ', and its words erased' : ''}`] : []),
  ].map((fact) => `  (${fact})`);
}
