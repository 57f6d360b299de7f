/** The results of a run as one self-contained HTML file: no script, no font, no network. Everything from the suite is escaped. Pure. */
import { hash } from 'node:crypto';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { ArmReport, EvalReport } from '../../eval/figures/eval-report.ts';
import { type Html, html, nothing } from '../html.ts';
import { counted } from '../pages.ts';
import { dollars, lasting, short } from '../spans.ts';
import { style as pageStyle } from '../task/task-page-style.ts';
import {
  differenceText,
  figures,
  figuresRemark,
  isClear,
  openText,
  rangeText,
  rateText,
  shareText,
  tasksText,
  verdicts,
  worstText,
} from './eval-words.ts';
import { differenceAxis, intervalPlot, shareAxis } from './interval-plot.ts';
import { taskGrid } from './task-grid.ts';

/** Style that the results need in addition to that of a task's page. */
const style = `${pageStyle}
.plot { display: block; max-width: none; } .plot text { fill: var(--ink); font-size: 13.5px; } .plot .tick { fill: var(--faint); font-size: 12px; }
.plot line { stroke: var(--line); } .plot .zero { stroke: var(--faint); } .plot .interval { stroke: currentColor; stroke-width: 3; stroke-linecap: round; opacity: .55; } .plot circle { fill: currentColor; }
.plot g { color: var(--accent); } .plot g.good { color: var(--good); } .plot g.bad { color: var(--bad); } .plot g.fair { color: var(--fair); }
.scroll { overflow-x: auto; } .counts { border-collapse: collapse; font-size: .92rem; } .counts td, .counts th { padding: .25rem .8rem .25rem 0; text-align: right; font-weight: 400; white-space: nowrap; vertical-align: top; }
.counts thead th { color: var(--faint); font-size: .8rem; border-bottom: 1px solid var(--line); } .counts th:first-child { text-align: left; } .grid td, .grid th { text-align: left; } .counts td { font-variant-numeric: tabular-nums; }
.grid svg { vertical-align: -2px; } .grid .frame { fill: none; stroke: currentColor; opacity: .5; } .grid .full { fill: currentColor; }
.counts tbody tr:last-child > * { border-bottom: 0; }
main > details { margin: 1.2rem 0; } main > details > summary { color: var(--soft); }
`;

/** Allows only this style: no script, no image, no frame, no form. */
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;

export function evalPage(report: EvalReport): string {
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${oneLine(`${report.suite}: results`, 120)}</title>
<style>${{ html: style }}</style>
</head>
<body>
${head(report)}
<main>
${ratesSection(report)}
${differencesSection(report)}
${verdictsSection(report)}
${kindsSection(report)}
<section><h2>Worst trials</h2><ul class="list">${report.arms.map((arm) => html`<li><strong>${arm.arm}</strong>: ${worstText(arm)}</li>`)}</ul></section>
${tasksSection(report)}
${notRun('Refused: these tasks measure nothing until they are fixed', report.refused)}
${notRun('Skipped: these could not run on that machine', report.skipped)}
</main>
<footer>${report.suite}, recorded by artoo ${report.version}. Intervals are at 95 %; <code>docs/eval.md</code> says how they are calculated.</footer>
</body>
</html>
`.html
  }`;
}

function head(report: EvalReport): Html {
  const { suite, tasks_in_suite, arms, started_at, refused, skipped } = report;
  const open = openText(report);
  const tokens = arms.reduce((sum, { spent }) => sum + spent.input_tokens + spent.output_tokens, 0);
  const facts: readonly (readonly [string, string])[] = [
    ['tasks', String(tasks_in_suite)],
    ['trials', String(arms.reduce((sum, { trials }) => sum + trials, 0))],
    ['arms', String(arms.length)],
    ['started', `${started_at.slice(0, 16).replace('T', ' ')} UTC`],
    ['tokens', short(tokens)],
    [
      'cost',
      dollars(
        arms.reduce((sum, { spent }) => sum + spent.usd, 0),
        [...new Set(arms.flatMap(({ spent }) => spent.unpriced))],
      ),
    ],
    ['work', lasting(arms.reduce((sum, { spent }) => sum + spent.active_ms, 0))],
    ...(refused.length > 0 ? [['refused', counted(refused.length, 'task')] as const] : []),
    ...(skipped.length > 0 ? [['skipped', counted(skipped.length, 'task')] as const] : []),
  ];
  return html`<header><h1>${suite}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${open === '' ? nothing : html`<p class="fair">${open}</p>`}</header>`;
}

function ratesSection({ arms }: EvalReport): Html {
  const rows = arms.map(({ arm, pass_rate, trials }) => ({
    ...{ label: arm, share: pass_rate, tone: '' },
    value: trials === 0 ? 'no trial' : shareText(pass_rate),
  }));
  return html`<section><h2>Passed</h2>${intervalPlot(rows, shareAxis, 'Pass rates with their intervals')}
${table(arms, figures)}<p class="small soft">${figuresRemark}</p></section>`;
}

type Column = { readonly head: string; readonly cell: (arm: ArmReport) => string };

const table = (arms: readonly ArmReport[], columns: readonly Column[]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="Figures"><table class="counts"><thead><tr><th scope="col">arm</th>${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${arms.map((arm) => html`<tr><th scope="row">${arm.arm}</th>${columns.map(({ cell }) => html`<td>${cell(arm)}</td>`)}</tr>`)}</tbody></table></div>`;

function differencesSection({ differences }: EvalReport): Html {
  const [first] = differences;
  if (first === undefined) return nothing;
  const rows = differences.map((each) => ({
    ...{ label: each.arm, share: each.difference, value: differenceText(each).replace(/ points.*/, ' points') },
    tone: !isClear(each) ? '' : each.difference.value > 0 ? 'good' : 'bad',
  }));
  const axis = differenceAxis(differences.map(({ difference }) => difference));
  return html`<section><h2>Against ${first.against}</h2>${intervalPlot(rows, axis, 'Differences between pass rates, in percentage points')}
<ul class="list">${differences.map((each) => html`<li><strong>${each.arm}</strong>: ${differenceText(each)} ${tasksText(each)}${isClear(each) ? '' : '; this may be chance'}.</li>`)}</ul></section>`;
}

function verdictsSection({ arms }: EvalReport): Html {
  const rows = arms.flatMap(({ arm, false_done, false_failed }) => [
    ...(false_done.of === 0 ? [] : [{ label: `${arm}: done`, share: false_done.share, value: shareText(false_done.share), tone: 'bad' }]),
    ...(false_failed.of === 0
      ? []
      : [{ label: `${arm}: failed`, share: false_failed.share, value: shareText(false_failed.share), tone: 'fair' }]),
  ]);
  return html`<section><h2>False verdicts</h2>
<p class="small soft">False “done”: artoo ended the task as done, but its checks fail. False “failed”: artoo gave up, but its checks pass.</p>
${rows.length === 0 ? nothing : intervalPlot(rows, shareAxis, 'Shares of false verdicts')}
${table(arms, verdicts)}
<p class="small soft">${arms.map(({ arm, false_done }) => `${arm}: ${rateText(false_done)}${false_done.of === 0 ? '' : `, ${rangeText(false_done.share)}`}`).join('; ')}</p></section>`;
}

function kindsSection({ arms }: EvalReport): Html {
  const kinds = [...new Set(arms.flatMap((arm) => arm.kinds.map(({ kind }) => kind)))].toSorted();
  if (kinds.length < 2) return nothing;
  const cell = (kind: string) => (arm: ArmReport) => {
    const found = arm.kinds.find((each) => each.kind === kind);
    return found ? `${found.passed}/${found.trials}` : '–';
  };
  return html`<section><h2>By kind</h2>${table(
    arms,
    kinds.map((kind) => ({ head: kind, cell: cell(kind) })),
  )}</section>`;
}

const tasksSection = ({ tasks, arms }: EvalReport): Html =>
  html`<details open><summary>Every task (${counted(tasks.length, 'task')})</summary>${taskGrid(
    tasks,
    arms.map(({ arm }) => arm),
  )}</details>`;

const notRun = (title: string, tasks: EvalReport['refused']): Html =>
  tasks.length === 0
    ? nothing
    : html`<section><h2>${title}</h2><ul class="list">${tasks.slice(0, 400).map(({ task, why }) => html`<li><strong>${task}</strong>: ${why}</li>`)}</ul>${tasks.length > 400 ? html`<p class="small soft">${counted(tasks.length - 400, 'more task')}.</p>` : nothing}</section>`;
