/** Words shared by the report in the terminal, on the page and in the summary. Pure. */
import type { TeamReport } from './report.ts';
import type { Cycle } from './task-path.ts';
import type { CostSum } from './turn-list.ts';

/** A number with its sign: `−0.10`, `+0.05`, `0.00`. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}

/** What was measured after each rejection: `D 0.40 → 0.20 · ∇L +0.24 → −0.12`. */
export const measuresText = (cycles: readonly Cycle[]): string =>
  cycles.length === 0
    ? ''
    : `D ${cycles.map(({ D }) => D.toFixed(2)).join(' → ')} · ∇L ${cycles.map(({ gradL }) => signed(gradL)).join(' → ')}`;

const measuresExplained =
  'After each rejection, D is the share of the criteria that failed, and ∇L is the change in the loss since the previous rejection: below 0 is better.';

/** What the reader needs to know about the times and figures of these tasks. */
export const explained = (tasks: TeamReport['tasks']): string =>
  ['Times are UTC.', ...(tasks.some(({ cycles }) => cycles.length > 0) ? [measuresExplained] : [])].join(' ');

/** A cost in words: `$1.20`, `$1.20 or more`, `not known`. An unknown cost is never shown as zero. */
export function costText({ usd, unpriced, unknownTurns, turns }: CostSum): string {
  const isOpen = unpriced.length > 0 || unknownTurns > 0;
  if (usd === 0 && isOpen && turns > 0) return 'not known';
  return `$${usd.toFixed(2)}${isOpen ? ' or more' : ''}`;
}

/** What is missing from a cost; empty if it is complete. */
export function costRemark({ unpriced, unknownTurns, turns }: CostSum): string {
  const parts = [
    ...(unpriced.length > 0 ? [`no price is known for ${unpriced.join(', ')}`] : []),
    ...(unknownTurns > 0 ? [`${unknownTurns} of ${turns} turns did not report their usage`] : []),
  ];
  return parts.join('; ');
}

/** An entry of a section, and the command that deals with it. */
export type ReportItem = { readonly text: string; readonly command?: string | undefined };

/** The sections that have entries of one line each. */
export function listsOf(report: TeamReport): readonly { readonly title: string; readonly items: readonly ReportItem[] }[] {
  const { alerts, watched, alertLog, questions, anomalies, discoveries, sprint } = report;
  const lists = [
    {
      title: 'Needs you',
      items: [...alerts.map(({ text, command }) => ({ text, command })), ...textsOf(watched.map(({ title, text }) => `${title}: ${text}`))],
    },
    { title: 'Open questions', items: textsOf(questions.map(({ task, question, reason }) => `${task}: ${question} (${reason})`)) },
    {
      title: 'Decided at checkpoints',
      items: textsOf(sprint.decisions.map(({ at, decision, because }) => `${at} ${decision}: ${because}`)),
    },
    {
      title: 'Anomalies',
      items: textsOf(
        anomalies.map(({ type, task, by, text }) => `${type.replaceAll('_', ' ')}${task ? ` in ${task}` : ''}, from ${by}: ${text}`),
      ),
    },
    {
      title: 'Noticed along the way',
      items: textsOf(discoveries.map(({ by, severity, text, task }) => `${severity}, from ${by}: ${text}${task ? ` (now ${task})` : ''}`)),
    },
    { title: 'Alerts', items: textsOf(alertLog) },
  ];
  return lists.filter(({ items }) => items.length > 0);
}

const textsOf = (texts: readonly string[]): readonly ReportItem[] => texts.map((text) => ({ text }));
