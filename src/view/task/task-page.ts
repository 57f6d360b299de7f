/** A task as one self-contained HTML file: no script, no font, no network. Everything from the journal is escaped. Pure. */
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { costTable } from '../cost/cost-table.ts';
import { type Html, html, nothing } from '../html.ts';
import { counted } from '../pages.ts';
import { heading } from '../rows/wording.ts';
import { dollars, lasting, short } from '../spans.ts';
import { lossChart } from './loss-chart.ts';
import { callsText, remarksOn, sectionsOf, type TaskView, timeText } from './task-facts.ts';
import { marks, number, taskBlock } from './task-page-rows.ts';
import { style } from './task-page-style.ts';

/** The state of a task that has not ended. */
export type OpenState = 'running' | 'unfinished';

export function taskPage(view: TaskView, state: OpenState = 'unfinished'): string {
  const { story } = view;
  const goal = story.goal?.text.trim() || story.task_id;
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${oneLine(goal, 120)}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
${head(story, goal, state)}
${resultSection(story)}
${changedSection(view)}
${rowsSection(view)}
${spentSection(view)}
${foot(story)}
</main>
</body>
</html>
`.html
  }`;
}

const tones = { accept: 'good', success: 'fair', abandon: 'bad' } as const;
const maxTitleLength = 140;

function head(story: TaskStory, goal: string, state: OpenState): Html {
  const { result, started, cwd, time, models, cost, origin, data, changed, left_out } = story;
  const [tone, word] = result
    ? [tones[result.directive], heading[result.directive]]
    : ['open', state === 'running' ? 'Still running' : 'Unfinished'];
  const facts: readonly (readonly [string, string])[] = [
    ['started', started === '' ? '' : `${started.slice(0, 16).replace('T', ' ')} UTC`],
    ['worked', lasting(time.active_ms)],
    ['model calls', String(cost.model_calls)],
    ...(models.length === 0 ? [] : [['models', models.join(', ')] as const]),
    ['tokens', short(cost.input_tokens + cost.output_tokens)],
    ['cost', dollars(cost.usd, cost.unpriced)],
    ['changed on disk', changed.length === 0 ? 'nothing' : counted(changed.length + (left_out.changes ?? 0), 'path')],
    ['in', cwd],
    ...(origin ? [[origin.resumed ? 'resumes' : 'forked from', `${origin.task_id}, entry ${origin.seq}`] as const] : []),
    ...(data ? [['with', `${data.name}, ${counted(data.bytes, 'byte')}`] as const] : []),
  ];
  return html`<header><p class="badge ${tone}">${word}</p>
<h1>${clip(goal, maxTitleLength)}</h1>
${goal.length > maxTitleLength ? html`<details><summary>the whole goal</summary><pre>${goal}</pre></details>` : nothing}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`;
}

function resultSection(story: TaskStory): Html {
  const { result, reading } = story;
  const sections = sectionsOf(story).map(
    ({ title, tone, items }) =>
      html`<h4>${title}</h4><ul class="items">${items.map((text) => html`<li><span class="mark ${tone}">${marks[tone]}</span>${text}</li>`)}</ul>`,
  );
  if (!result) return html`${sections}`;
  const { seq, summary, output } = result;
  return html`<h2>Result ${number(seq)}</h2>
${summary === reading?.intent || output.includes(summary) ? nothing : html`<p>${summary}</p>`}
${output === '' ? nothing : html`<div class="output">${output}</div>`}
${sections}`;
}

const signs = { created: '+', changed: '~', deleted: '−', metadata: '~' } as const;

function changedSection({ story: { changed, left_out }, isUndone }: TaskView): Html {
  if (changed.length === 0) return nothing;
  return html`<h2>Changed on disk${isUndone ? ', and undone since' : ''}</h2><ul class="items">${changed.map(
    ({ seq, path, change }) =>
      html`<li><span class="mark open">${signs[change]}</span><code>${path}</code> <span class="soft small">${change}</span> ${number(seq)}</li>`,
  )}</ul>${left_out.changes ? html`<p class="soft small">and ${counted(left_out.changes, 'more path')}</p>` : nothing}`;
}

function rowsSection({ story: { rounds }, rows }: TaskView): Html {
  const points = rounds.flatMap(({ round, turn }) => (turn ? [{ round, L: turn.loss.L }] : []));
  if (rows.items.length === 0) return nothing;
  return html`<h2>How it went</h2>
${lossChart(points)}
${points.length === 0 ? nothing : html`<p class="soft small">What R7 measures after a round: D is the distance to the goal, P how implausible the approach is, Ω how much is spent, L the loss made of all three, ∇L how it changed. Lower is better.</p>`}
${taskBlock(rows)}`;
}

/** What each role does. */
const roles: Readonly<Record<string, string>> = {
  R1: 'reads the goal',
  R2: 'plans',
  R3: 'does it',
  R4a: 'judges each part',
  R4b: 'judges the whole',
  R5: 'remembers',
  R6: 'audits',
  R7: 'steers',
};

function spentSection(view: TaskView): Html {
  const { story } = view;
  const { head: names, rows } = costTable(story.cost);
  const isSum = (at: number) => at > 0 && at === rows.length - 1;
  return html`<h2>What it took</h2><p class="small soft">${timeText(story)}. ${callsText(story)}.</p>
<div class="scroll"><table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row, at) => html`<tr class="${isSum(at) ? 'sum' : ''}">${row.map((cell, column) => html`<td>${cell}${column === 0 ? html` <span class="soft">${roles[cell] ?? ''}</span>` : nothing}</td>`)}</tr>`)}
</tbody></table></div>
${remarksOn(view).map((remark) => html`<p class="small soft">${remark}</p>`)}`;
}

const foot = ({ task_id, artoo, entries }: TaskStory): Html =>
  html`<footer>Task <code>${task_id}</code>, recorded by artoo ${artoo} in a journal of ${counted(entries, 'entry', 'entries')}; numbers with # are entries.</footer>`;
