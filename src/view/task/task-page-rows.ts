/** The rows of a task on its page: rounds as sections, sub-tasks as cards, what attempts did folded away. Pure. */
import { type Html, html, nothing } from '../html.ts';
import { counted } from '../pages.ts';
import type { Row, Tone } from '../rows/row.ts';
import { type Block, type TaskRow, unknownOutcome } from '../rows/task-rows.ts';

type Items = Block['items'];

/** The whole task: what came before the first round, then round after round. */
export const taskBlock = ({ items }: Block): Html =>
  html`${rowList(rowsIn(items))}${blocksIn(items).map(
    ({ place, seq, items: inside }) =>
      html`<section class="round"><h3>Round ${place.round} ${number(seq)}</h3>${roundItems(inside)}</section>`,
  )}`;

/** The entry that something comes from. */
export const number = (seq: number): Html => html`<span class="n" title="entry of the journal">${seq}</span>`;

const rowsIn = (items: Items): readonly TaskRow[] => items.flatMap((item) => ('items' in item ? [] : [item]));
const blocksIn = (items: Items): readonly Block[] => items.flatMap((item) => ('items' in item ? [item] : []));

/** Sub-tasks without a row between them ran side by side, and so stand side by side. */
function roundItems(items: Items): Html {
  const runs: (TaskRow | Block)[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0] && 'items' in run[0] === 'items' in item) run.push(item);
    else runs.push([item]);
  }
  return html`${runs.map((run) => {
    const cards = blocksIn(run).map(subTaskCard);
    return cards.length === 0 ? rowList(rowsIn(run)) : cards.length === 1 ? html`${cards}` : html`<div class="side">${cards}</div>`;
  })}`;
}

/** What an attempt did is folded away; questions to the person stay in sight. */
function subTaskCard({ items, seq, place }: Block): Html {
  const [title, ...rest] = rowsIn(items);
  const attempts = blocksIn(items);
  const done = attempts.flatMap((attempt) => rowsIn(attempt.items));
  const inSight = [...done.filter(({ weight }) => weight === 'main'), ...rest];
  const calls = done.filter(({ outcome }) => outcome !== undefined).length;
  return html`<div class="card"><h3>${title?.detail ?? `Sub-task ${place.subtask}`} ${number(seq)}</h3>
${rowList(inSight)}
${
  attempts.length === 0
    ? nothing
    : html`<details><summary>${counted(calls, 'call')}${attempts.length > 1 ? `, ${attempts.length} attempts` : ''}</summary>
${attempts.map(
  ({ place: { attempt }, seq: first, items: inside }) =>
    html`${attempts.length > 1 ? html`<h4>Attempt ${attempt} ${number(first)}</h4>` : nothing}${rowsIn(inside)
      .filter(({ weight }) => weight === 'minor')
      .map(workBlock)}`,
)}</details>`
}</div>`;
}

const rowList = (rows: readonly TaskRow[]): Html => (rows.length === 0 ? nothing : html`<ul class="items">${rows.map(rowItem)}</ul>`);

/** The sign of a tone. */
export const marks: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', fair: '!', plain: '·' };

const rowItem = (row: Row): Html =>
  row.who === ''
    ? html`<li class="more"><span class="mark ${row.tone}">${row.what === 'unverifiable' ? '?' : marks[row.tone]}</span>${row.tone === 'plain' ? words(row) : row.detail}</li>`
    : html`<li><span class="mark ${row.tone}">${marks[row.tone]}</span><b>${row.who}</b> ${words(row)} ${number(row.seq)}</li>`;

const words = ({ what, detail }: Row): Html => html`<span class="soft">${what}</span> ${detail}`;

/** A call with what came of it, or what the attempt came to. */
function workBlock(row: TaskRow): Html {
  const { what, detail, tone, seq, outcome } = row;
  if (outcome === undefined) return html`<p class="note ${tone}">${words(row)} ${number(seq)}</p>`;
  return html`<div class="call"><code><b>${what}</b> ${detail}</code> ${number(seq)}<pre class="${outcome?.tone ?? 'fair'}">${outcome?.detail ?? unknownOutcome}</pre></div>`;
}
