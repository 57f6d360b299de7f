/** The rows of a task on its page: rounds as sections, sub-tasks as cards, attempts collapsed. Pure. */
import { type Html, html, nothing } from '../html.ts';
import { markdownHtml, markdownLineHtml } from '../markdown/markdown-html.ts';
import { counted } from '../pages.ts';
import type { Row, Tone } from '../rows/row.ts';
import { type Block, blocksIn, rowsIn, type TaskRow, unknownOutcome } from '../rows/task-rows.ts';
import { callSaid } from '../words/call-words.ts';

/** The whole task: everything before the first round, then the rounds. */
export const taskBlock = ({ items }: Block): Html =>
  html`${rowList(rowsIn(items))}${blocksIn(items).map(
    ({ place, seq, items: inside }) =>
      html`<section class="round"><h3>Round ${place.round} ${number(seq)}</h3>${roundItems(inside)}</section>`,
  )}`;

/** The number of an entry. */
export const number = (seq: number): Html => html`<span class="n" title="entry of the journal">${seq}</span>`;

/** Sub-tasks without a row between them ran in parallel, and are shown side by side. */
function roundItems(items: Block['items']): Html {
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

/** What an attempt did is collapsed; questions to the person stay visible. */
function subTaskCard({ items, seq, place }: Block): Html {
  const [title, ...rest] = rowsIn(items);
  const attempts = blocksIn(items);
  const done = attempts.flatMap((attempt) => rowsIn(attempt.items));
  const visible = [...done.filter(({ weight }) => weight === 'main'), ...rest];
  const calls = done.filter(({ outcome }) => outcome !== undefined);
  const failed = calls.filter(({ outcome }) => outcome?.tone === 'bad').length;
  const counts = [
    counted(calls.length, 'call'),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
    ...(attempts.length > 1 ? [`${attempts.length} attempts`] : []),
  ];
  return html`<div class="card"><h4>${title?.detail ?? `Sub-task ${place.subtask}`} ${number(seq)}</h4>
${rowList(visible)}
${
  attempts.length === 0
    ? nothing
    : html`<details><summary>${counts.join(', ')}</summary>
${attempts.map(
  ({ place: { attempt }, seq: first, items: inside }) =>
    html`${attempts.length > 1 ? html`<h5>Attempt ${attempt} ${number(first)}</h5>` : nothing}${rowsIn(inside)
      .filter(({ weight }) => weight === 'minor')
      .map(workBlock)}`,
)}</details>`
}</div>`;
}

const rowList = (rows: readonly TaskRow[]): Html => (rows.length === 0 ? nothing : html`<ul class="items">${rows.map(rowItem)}</ul>`);

export const marks: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', fair: '!', plain: '·' };

const rowItem = (row: Row): Html =>
  row.who === ''
    ? html`<li class="more"><span class="mark ${row.tone}">${row.what === 'unverifiable' ? '?' : marks[row.tone]}</span>${row.tone === 'plain' ? words(row) : markdownLineHtml(row.detail)}</li>`
    : html`<li><span class="mark ${row.tone}">${marks[row.tone]}</span><b>${row.who === 'you' ? `you ${row.what}` : row.what}</b> ${markdownLineHtml(row.detail)} ${number(row.seq)}</li>`;

const words = ({ what, detail }: Row): Html => html`<span class="soft">${what}</span> ${markdownLineHtml(detail)}`;

/** A call with its outcome, or what the attempt reported. */
function workBlock(row: TaskRow): Html {
  const { what, detail, tone, seq, outcome } = row;
  if (outcome === undefined)
    return detail.includes('\n')
      ? html`<div class="note ${tone}"><span class="soft">${what}</span> ${number(seq)}${markdownHtml(detail)}</div>`
      : html`<p class="note ${tone}">${words(row)} ${number(seq)}</p>`;
  return html`<div class="call"><code>${callSaid(what, detail, outcome?.tone === 'good')}</code> ${number(seq)}<pre class="${outcome?.tone ?? 'fair'}">${outcome?.detail ?? unknownOutcome}</pre></div>`;
}
