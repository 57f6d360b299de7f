/** A task as one HTML file that needs nothing else: no script, no font, no network. Everything from the journal is escaped. Pure. */

import { clip, oneLine } from '../../contracts/shorten.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { costTable } from '../cost/cost-table.ts';
import { type Html, html, nothing } from '../html.ts';
import { counted } from '../pages.ts';
import { dollars, lasting, short } from '../spans.ts';
import { heading } from './live-lines.ts';
import { callsText, estimatedText, incidentText, timeText } from './log-lines.ts';
import { lossChart } from './loss-chart.ts';
import { nearStory } from './near-story.ts';
import { number, roundSection } from './task-page-rows.ts';
import { style } from './task-page-style.ts';

/** How a task stands that has not ended. */
export type Standing = 'running' | 'unfinished';

/** `isUndone`: whether what it changed on disk was taken back since. */
export function taskPage(whole: TaskStory, standing: Standing = 'unfinished', isUndone = false): string {
  const story = nearStory(whole);
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
${head(story, goal, standing)}
${resultSection(story)}
${changedSection(story, isUndone)}
${roundsSection(story)}
${spentSection(story)}
${foot(story)}
</main>
</body>
</html>
`.html
  }`;
}

const tones = { accept: 'good', success: 'fair', abandon: 'bad' } as const;
const longestTitle = 140;

function head(
  { result, reading, started, cwd, time, models, cost, origin, data, changed, left_out }: TaskStory,
  goal: string,
  standing: Standing,
): Html {
  const [tone, word] = result
    ? [tones[result.directive], heading[result.directive]]
    : ['open', standing === 'running' ? 'Still running' : 'Unfinished'];
  const facts: readonly (readonly [string, string])[] = [
    ['started', started === '' ? '' : `${started.slice(0, 16).replace('T', ' ')} UTC`],
    ['worked', lasting(time.active_ms)],
    ['model calls', String(cost.model_calls)],
    ...(models.length === 0 ? [] : [['models', models.join(', ')] as const]),
    ['tokens', short(cost.input_tokens + cost.output_tokens)],
    ['cost', dollars(cost.usd, cost.unpriced)],
    ['changed on disk', changed.length === 0 ? 'nothing' : counted(changed.length + (left_out.changes ?? 0), 'path')],
    ['in', cwd],
    ...(origin ? [['forked from', `${origin.task_id}, entry ${origin.seq}`] as const] : []),
    ...(data ? [['with', `${data.name}, ${counted(data.bytes, 'byte')}`] as const] : []),
  ];
  return html`<header><p class="badge ${tone}">${word}</p>
<h1>${clip(goal, longestTitle)}</h1>
${goal.length > longestTitle ? html`<details><summary>the whole goal</summary><pre>${goal}</pre></details>` : nothing}
${reading ? html`<p class="soft">Understood as: ${reading.intent} ${number(reading.seq)}</p>` : nothing}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`;
}

function resultSection({ result, reading, answer, clarifications }: TaskStory): Html {
  const asked = clarifications.map(
    ({ seq, question, answer: said }) =>
      html`<p class="note"><span class="soft">Asked back:</span> ${question} <b>${said?.text || 'no answer'}</b> ${number(seq)}</p>`,
  );
  if (!result) return html`${asked}${answer ? html`<h2>Answer</h2><div class="output">${answer.text}</div>` : nothing}`;
  const { seq, summary, output, unmet, ungrounded, next_moves } = result;
  return html`${asked}<h2>Result ${number(seq)}</h2>
${summary === reading?.intent || output.includes(summary) ? nothing : html`<p>${summary}</p>`}
${output === '' ? nothing : html`<div class="output">${output}</div>`}
${list(
  'Not met',
  'bad',
  '✗',
  unmet.map(({ criterion, why }) => [criterion, why] as const),
)}
${list(
  'Not seen in any tool output',
  'fair',
  '!',
  ungrounded.map((text) => [text, ''] as const),
)}
${list(
  'What could be done next',
  'open',
  '→',
  next_moves.map((text) => [text, ''] as const),
)}`;
}

const list = (title: string, tone: string, mark: string, items: readonly (readonly [string, string])[]): Html =>
  items.length === 0
    ? nothing
    : html`<h4>${title}</h4><ul class="items">${items.map(
        ([text, more]) =>
          html`<li><span class="mark ${tone}">${mark}</span>${text}${more === '' ? nothing : html`<span class="why">${more}</span>`}</li>`,
      )}</ul>`;

const signs = { created: '+', changed: '~', deleted: '−', metadata: '~' } as const;

function changedSection({ changed, left_out }: TaskStory, isUndone: boolean): Html {
  if (changed.length === 0) return nothing;
  return html`<h2>Changed on disk${isUndone ? ', and undone since' : ''}</h2><ul class="items">${changed.map(
    ({ seq, path, change }) =>
      html`<li><span class="mark open">${signs[change]}</span><code>${path}</code> <span class="soft small">${change}</span> ${number(seq)}</li>`,
  )}</ul>${left_out.changes ? html`<p class="soft small">and ${counted(left_out.changes, 'more path')}</p>` : nothing}`;
}

function roundsSection({ rounds, incidents }: TaskStory): Html {
  const points = rounds.flatMap(({ round, turn }) => (turn ? [{ round, L: turn.loss.L }] : []));
  const beside = (round: number) =>
    incidents
      .filter((incident) => incident.round === round)
      .map((incident) => html`<p class="note fair">${incident.who}: ${incidentText(incident)} ${number(incident.seq)}</p>`);
  if (rounds.length === 0 && incidents.length === 0) return nothing;
  return html`<h2>How it went</h2>
${lossChart(points)}
${points.length < 2 ? nothing : html`<p class="soft small">Loss from round to round; lower is better. It weighs how far the goal was (distance), how implausible the way there (implausibility), and what was spent.</p>`}
${beside(0)}
${rounds.map((round) => roundSection(round, beside(round.round)))}`;
}

/** What each role is for whoever has not read about them. */
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

function spentSection(story: TaskStory): Html {
  const { head: names, rows } = costTable(story.cost);
  const isSum = (at: number) => at > 0 && at === rows.length - 1;
  return html`<h2>What it took</h2><p class="small soft">${timeText(story)}. ${callsText(story)}.</p>
<div class="scroll"><table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row, at) => html`<tr class="${isSum(at) ? 'sum' : ''}">${row.map((cell, column) => html`<td>${cell}${column === 0 ? html` <span class="soft">${roles[cell] ?? ''}</span>` : nothing}</td>`)}</tr>`)}
</tbody></table></div>
${story.cost.unpriced.length === 0 ? nothing : html`<p class="small soft">No price is known for ${story.cost.unpriced.join(', ')}.</p>`}
${story.estimated.length === 0 ? nothing : html`<p class="small soft">${estimatedText(story)}.</p>`}`;
}

function foot({ task_id, artoo, entries, left_out }: TaskStory): Html {
  const more = Object.entries(left_out).flatMap(([kind, count]) => (kind === 'changes' ? [] : [`${count} ${kind}`]));
  return html`<footer>Task <code>${task_id}</code>, told by artoo ${artoo} from the ${counted(entries, 'entry', 'entries')} of its journal; numbers with # are entries.
${more.length === 0 ? nothing : html`Only in the journal: ${more.join(', ')}.`}</footer>`;
}
