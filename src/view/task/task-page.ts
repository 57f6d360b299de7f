/** A task as one self-contained HTML file: no script, no font, no network. Everything from the journal is escaped; texts of models are read as Markdown. Pure. */
import { hash } from 'node:crypto';
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { costTable } from '../cost/cost-table.ts';
import { type Html, html, nothing } from '../html.ts';
import { markdownHtml, markdownLineHtml } from '../markdown/markdown-html.ts';
import { counted } from '../pages.ts';
import { atMost, dollars, lasting, short } from '../spans.ts';
import { fromModelAlone } from '../words/from-model-alone.ts';
import { plainly } from '../words/plainly.ts';
import { sentText } from '../words/sent-text.ts';
import { endOf, headlineBeside } from '../words/wording.ts';
import { changeList } from './change-list.ts';
import { lossChart } from './loss-chart.ts';
import { callsText, figuresExplained, originFact, remarksOn, sectionsOf, showsLoss, type TaskView, timeText } from './task-facts.ts';
import { changedSection } from './task-page-diffs.ts';
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
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${oneLine(goal, 120)}</title>
<style>${{ html: style }}</style>
</head>
<body>
${head(story, goal, state)}
<main>
${resultSection(view)}
${changedSection(view)}
${sentSection(story)}
${rowsSection(view)}
${spentSection(view)}
</main>
${foot(story)}
</body>
</html>
`.html
  }`;
}

/** Allows only this style: no script, no image, no frame, no form. */
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;

const tones = { accept: 'good', success: 'fair', abandon: 'bad' } as const;
const maxTitleLength = 140;

function head(story: TaskStory, goal: string, state: OpenState): Html {
  const { result, started, cwd, time, models, cost, origin, data, changed, left_out } = story;
  const end = result && endOf(result);
  const [tone, word] = end ? [tones[end.kind], end.text] : ['open', state === 'running' ? 'Still running' : 'Unfinished'];
  const facts: readonly (readonly [string, string])[] = [
    ['started', started === '' ? '' : `${started.slice(0, 16).replace('T', ' ')} UTC`],
    ['worked', lasting(time.active_ms)],
    ['model calls', String(cost.model_calls)],
    ...(models.length === 0 ? [] : [['models', models.join(', ')] as const]),
    ['tokens', atMost(short(cost.input_tokens + cost.output_tokens), cost.estimated === true)],
    ['cost', dollars(cost.usd, cost.unpriced, cost.estimated)],
    [
      'changed on disk',
      changed.length === 0 ? 'nothing' : counted(changeList(changed, cwd, !left_out.changes).length + (left_out.changes ?? 0), 'change'),
    ],
    ['in', cwd],
    ...(origin ? [originFact(origin)] : []),
    ...(data ? [['with', `${data.name}, ${counted(data.bytes, 'byte')}`] as const] : []),
  ];
  return html`<header><p class="badge ${tone}">${word}</p>
<h1>${clip(goal, maxTitleLength)}</h1>
${goal.length > maxTitleLength ? html`<details><summary>the whole goal</summary><pre>${goal}</pre></details>` : nothing}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`;
}

function resultSection(view: TaskView): Html {
  const { result, reading, cwd } = view.story;
  const sections = sectionsOf(view).map(
    ({ title, tone, items }) =>
      html`<h3 class="part">${title}</h3><ul class="items">${items.map((text) => html`<li><span class="mark ${tone}">${tone === 'fair' ? '?' : marks[tone]}</span>${markdownLineHtml(text)}</li>`)}</ul>`,
  );
  if (!result) return sections.length === 0 ? nothing : html`<section><h2>So far</h2>${sections}</section>`;
  const { seq, summary, output } = result;
  const alone = fromModelAlone(result, view.story.cost);
  return html`<section><h2>Result ${number(seq)}</h2>
${summary === reading?.intent || output.includes(summary) ? nothing : html`<p>${markdownLineHtml(plainly(headlineBeside(view.story), cwd))}</p>`}
${output === '' ? nothing : html`<div class="output">${markdownHtml(output)}</div>`}
${alone === '' ? nothing : html`<p class="soft small">${alone}</p>`}
${sections}</section>`;
}

const sentSection = ({ sent }: TaskStory): Html =>
  sent.length === 0
    ? nothing
    : html`<section><h2>Sent to other machines</h2><ul class="items">${sent.map((each) => html`<li><span class="mark fair">→</span>${sentText(each)} ${number(each.seq)}</li>`)}</ul></section>`;

function rowsSection({ story, rows }: TaskView): Html {
  const points = story.rounds.flatMap(({ round, turn }) => (turn ? [{ round, L: turn.loss.L }] : []));
  if (rows.items.length === 0) return nothing;
  return html`<section><h2>How it went</h2>
${points.length < 2 ? nothing : html`<p class="soft small">The loss after each round (how far it ended from the goal): lower is better.</p>`}
${lossChart(points)}
${taskBlock(rows)}
${showsLoss(story) ? html`<p class="soft small">${figuresExplained}</p>` : nothing}</section>`;
}

function spentSection(view: TaskView): Html {
  const { story } = view;
  const { head: names, rows } = costTable(story.cost);
  const isSum = (at: number) => at > 0 && at === rows.length - 1;
  return html`<section><h2>What it took</h2><p class="small soft">${timeText(story)}. ${callsText(story)}.</p>
<table class="cost"><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row, at) => html`<tr class="${isSum(at) ? 'sum' : ''}">${row.map((cell, column) => (column === 0 ? html`<td>${cell}</td>` : html`<td data-name="${names[column] ?? ''}">${cell}</td>`))}</tr>`)}
</tbody></table>
${remarksOn(view).map((remark) => html`<p class="small soft">${remark}</p>`)}</section>`;
}

const foot = ({ task_id, artoo, entries }: TaskStory): Html =>
  html`<footer>Task <code>${task_id}</code>, recorded by artoo ${artoo} in a journal of ${counted(entries, 'entry', 'entries')}. A number with # is the entry that a line comes from.</footer>`;
