/** The report as Markdown, `.liza/sprint_summary.md`. Text by agents is escaped, so that it makes no headings, links or tables. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { TaskReport, TeamReport } from './report.ts';
import { costRemark, costText, explained, listsOf, measuresText } from './report-words.ts';

export function summaryText(report: TeamReport): string {
  const { goal, sprint, tasks, checklist, metrics } = report;
  return [
    `# ${plain(sprint.id)}: ${plain(goal.text)}`,
    '',
    ...factsOf(report).map(([name, value]) => `- ${name}: ${plain(value)}`),
    '',
    '## Tasks',
    '',
    ...tasks.flatMap(taskLines),
    ...(tasks.length > 0 ? [explained(tasks), ''] : []),
    ...listsOf(report).flatMap(({ title, items }) => [
      `## ${title}`,
      '',
      ...items.map(({ text, command }) => `- ${plain(text)}${command === undefined ? '' : ` ${plain(command)}`}`),
      '',
    ]),
    '## Before you merge',
    '',
    ...checklist.flatMap(({ text, more, command }) => [
      `- [ ] ${plain(text)}${command === undefined ? '' : ` ${plain(command)}`}`,
      ...more.map((each) => `  - ${plain(each)}`),
    ]),
    '',
    '## Metrics',
    '',
    ...Object.entries(metrics).map(([name, value]) => `- ${name}: ${value}`),
    '',
  ].join('\n');
}

function factsOf({ goal, sprint, integrationBranch, workedMs, cost, made }: TeamReport): readonly (readonly [string, string])[] {
  const remark = costRemark(cost);
  return [
    ['goal', goal.status.toLowerCase().replaceAll('_', ' ')],
    [
      'sprint',
      `${sprint.status.toLowerCase().replaceAll('_', ' ')}, ${sprint.started ?? '?'} to ${sprint.ended ?? `${made.slice(0, 19)}Z`}`,
    ],
    ['branch', integrationBranch],
    ['worked', `${minutes(workedMs)} by agents`],
    ['cost', `${costText(cost)} in ${cost.turns} turns${remark === '' ? '' : `; ${remark}`}`],
  ];
}

function taskLines({ id, status, description, steps, cycles, workedMs, driftCommits, cost }: TaskReport): readonly string[] {
  const facts = [
    `worked ${minutes(workedMs)}`,
    ...(driftCommits === undefined ? [] : [`drift ${driftCommits} ${driftCommits === 1 ? 'commit' : 'commits'}`]),
    `cost ${costText(cost)}`,
  ];
  return [
    `### ${plain(id)}: ${status.toLowerCase().replaceAll('_', ' ')}`,
    '',
    plain(description),
    '',
    `${facts.join(' · ')}${cycles.length === 0 ? '' : ` · ${measuresText(cycles)}`}`,
    '',
    ...steps.map(({ at, who, text }) => `- ${at} ${plain(`${who} ${text}`)}`),
    '',
  ];
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;

/** One line without markup. */
const plain = (text: string): string => visible(oneLine(text, 1_000)).replaceAll(/[\\`*_[\]<>#|~]/g, (sign) => `\\${sign}`);
