/** The report of a team as one self-contained HTML file: no script, no font, no network. Everything from the board is escaped. Pure. */
import { hash } from 'node:crypto';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { TaskReport, TeamReport } from '../../team/report/report.ts';
import { costRemark, explained, listsOf, measuresText, type ReportItem } from '../../team/report/report-words.ts';
import { type Html, html, nothing } from '../html.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { style as pageStyle } from '../task/task-page-style.ts';
import { measureChart } from './measure-chart.ts';
import { clockOf, countsText, taskFacts } from './report-lines.ts';
import { statusWords } from './status-words.ts';
import { costText, tokensText } from './team-cost.ts';

/** Style that the report needs in addition to that of a task's page. */
const style = `${pageStyle}
.steps { list-style: none; margin: .5rem 0 0; padding: 0; font-size: .92rem; } .steps li { display: grid; grid-template-columns: max-content 1fr; column-gap: .8rem; margin: .25rem 0; }
.steps time { color: var(--faint); font-variant-numeric: tabular-nums; } .steps .steered { color: var(--accent); }
.task h3 { margin: 0; } .task .badge { float: right; margin-left: .8rem; } .card .chart { display: inline-block; width: auto; margin: 0 .6rem 0 0; vertical-align: middle; }
.checks { list-style: none; padding: 0; } .checks > li { position: relative; padding-left: 1.7rem; margin: .5rem 0; } .checks > li::before { content: "☐"; position: absolute; left: 0; }
.checks ul { margin: .2rem 0; padding-left: 1.1rem; font-size: .92rem; } .checks code, .list code { display: block; }
.counts td { text-align: right; } .counts td:first-child { text-align: left; }
main > details { margin: 1.2rem 0; } main > details > summary { cursor: pointer; color: var(--soft); }
@media (max-width: 40rem) { .task .badge { float: none; margin: 0 0 .3rem; } }
`;

/** Allows only this style: no script, no image, no frame, no form. */
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;

/** What the reader must act on comes first; what only some readers want comes last, collapsed. */
const first: ReadonlySet<string> = new Set(['Needs you', 'Open questions']);
const log = 'Alerts';

type List = ReturnType<typeof listsOf>[number];

const listItem = ({ text, command }: ReportItem): Html =>
  html`<li>${text}${command === undefined ? nothing : html`<code>${command}</code>`}</li>`;

const listSection = ({ title, items }: List): Html =>
  html`<section><h2>${title}</h2><ul class="list">${items.map(listItem)}</ul></section>`;

const logSection = ({ title, items }: List): Html =>
  html`<details><summary>${title}: ${counted(items.length, 'line')} in <code>.liza/alerts.log</code></summary><ul class="small">${items.map(listItem)}</ul></details>`;

export function reportPage(report: TeamReport): string {
  const lists = listsOf(report);
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${oneLine(`${report.sprint.id}: ${report.goal.text}`, 120)}</title>
<style>${{ html: style }}</style>
</head>
<body>
${head(report)}
<main>
${lists.filter(({ title }) => first.has(title)).map(listSection)}
${checksSection(report)}
${tasksSection(report)}
${lists.filter(({ title }) => !first.has(title) && title !== log).map(listSection)}
${lists.filter(({ title }) => title === log).map(logSection)}
${metricsSection(report)}
</main>
<footer>${report.sprint.id}, recorded by artoo in <code>.liza/journal.jsonl</code>. This page was made at ${report.made.slice(0, 16).replace('T', ' ')} UTC.</footer>
</body>
</html>
`.html
  }`;
}

const tones: Readonly<Record<string, string>> = {
  COMPLETED: 'good',
  MERGED: 'good',
  ABORTED: 'bad',
  BLOCKED: 'bad',
  INTEGRATION_FAILED: 'bad',
  CHECKPOINT: 'fair',
  REJECTED: 'fair',
  ABANDONED: 'fair',
};

const badge = (status: string): Html => html`<span class="badge ${tones[status] ?? 'open'}">${statusWords(status)}</span>`;

function head({ goal, sprint, integrationBranch, testCommand, workedMs, cost, tasks }: TeamReport): Html {
  const facts: readonly (readonly [string, string])[] = [
    ['sprint', sprint.id],
    ['started', sprint.started === undefined ? '' : `${sprint.started.slice(0, 16).replace('T', ' ')} UTC`],
    ...(sprint.lastedMs === undefined ? [] : [['lasted', lasting(sprint.lastedMs)] as const]),
    ...(sprint.deadline === undefined ? [] : [['deadline', sprint.deadline] as const]),
    ['agents worked', `${lasting(workedMs)} in ${counted(cost.turns, 'turn')}`],
    ['tasks', countsText(tasks)],
    ['tokens', tokensText(cost)],
    ['cost', costText(cost)],
    ['branch', integrationBranch],
    ['tests', testCommand ?? 'no command'],
    ...(goal.spec === undefined ? [] : [['spec', goal.spec] as const]),
  ];
  const remark = costRemark(cost);
  return html`<header>${badge(sprint.status)}
<h1>${goal.text}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${remark === '' ? nothing : html`<p class="small soft">The cost is not complete: ${remark}.</p>`}</header>`;
}

function tasksSection({ tasks }: TeamReport): Html {
  if (tasks.length === 0) return html`<section><h2>Tasks</h2><p>Nothing is planned yet.</p></section>`;
  return html`<section><h2>Tasks</h2><p class="small soft">${explained(tasks)}</p>${tasks.map((task) => taskCard(task, clockOf(tasks)))}</section>`;
}

function taskCard(task: TaskReport, clock: (at: string) => string): Html {
  const { id, status, description, steps, cycles, why } = task;
  return html`<article class="card task">${badge(status)}<h3>${id}</h3>
<p>${description}</p>
<p class="small soft">${taskFacts(task)}</p>
${cycles.length === 0 ? nothing : html`<p>${measureChart(cycles)}<span class="small">${measuresText(cycles)}</span></p>`}
${why === undefined ? nothing : html`<p class="fair">${why}</p>`}
<ol class="steps">${steps.map(({ at, who, text, event }) => html`<li${event === 'steered' ? { html: ' class="steered"' } : nothing}><time datetime="${at}">${clock(at)}</time><span>${`${who} ${text}`.trim()}</span></li>`)}</ol>
</article>`;
}

const checksSection = ({ checklist }: TeamReport): Html =>
  html`<section><h2>Before you merge</h2><ul class="checks">${checklist.map(
    ({ text, more, command }) =>
      html`<li>${text}${command === undefined ? nothing : html`<code>${command}</code>`}${more.length === 0 ? nothing : html`<ul>${more.map((each) => html`<li>${each}</li>`)}</ul>`}</li>`,
  )}</ul></section>`;

const metricsSection = ({ metrics }: TeamReport): Html =>
  html`<details><summary>Sprint metrics</summary><table class="counts"><tbody>${Object.entries(metrics).map(([name, value]) => html`<tr><td>${statusWords(name)}</td><td>${value}</td></tr>`)}</tbody></table></details>`;
