/** The report of a team in the terminal: how it went, each task's course, and what to look at before it is merged. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { TaskReport, TeamReport } from '../../team/report/report.ts';
import { costRemark, explained, listsOf, measuresText } from '../../team/report/report-words.ts';
import { counted } from '../pages.ts';
import { lasting } from '../spans.ts';
import { type Line, line, type Style, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { statusWords } from './status-words.ts';
import { spentText } from './team-cost.ts';

export function reportLines(report: TeamReport, columns = 80): readonly Line[] {
  const { goal, tasks, checklist } = report;
  const wrapped = (spans: Line, indent: number): readonly Line[] => wrapLine(spans, columns, [span(' '.repeat(indent))]);
  return [
    ...wrapped([span(visible(goal.text), 'strong')], 0),
    ...wrapped(line(headOf(report), 'muted'), 2),
    ...wrapped(line(workText(report), 'muted'), 2),
    ...tasks.flatMap((task) => [[], ...taskLines(task, columns, clockOf(tasks))]),
    ...(tasks.length > 0 ? [[], ...wrapped(line(explained(tasks), 'muted'), 0)] : []),
    ...listsOf(report).flatMap(({ title, items }) => [
      [],
      line(title, 'strong'),
      ...items.flatMap(({ text, command }) => [
        ...wrapped([span('  '), span(visible(text))], 4),
        ...(command === undefined ? [] : [[span('    '), span(visible(command), 'code')]]),
      ]),
    ]),
    [],
    line('Before you merge', 'strong'),
    ...checklist.flatMap(({ text, more, command }) => [
      ...wrapped([span('  [ ] ', 'muted'), span(visible(text))], 6),
      ...more.flatMap((each) => wrapped([span('      - ', 'muted'), span(visible(each))], 8)),
      ...(command === undefined ? [] : [[span('      '), span(visible(command), 'code')]]),
    ]),
  ];
}

/** `sprint-1 completed after 3.5 min · 2 merged, 1 superseded · branch integration`. */
function headOf({ sprint, tasks, integrationBranch }: TeamReport): string {
  const counts = countsText(tasks);
  const time = sprint.lastedMs === undefined ? '' : ` ${sprint.ended === undefined ? 'for' : 'after'} ${lasting(sprint.lastedMs)}`;
  return visible([`${sprint.id} ${statusWords(sprint.status)}${time}`, counts, `branch ${integrationBranch}`].join(' · '));
}

/** `2 merged, 1 superseded`. */
export function countsText(tasks: readonly TaskReport[]): string {
  const counts = [...Map.groupBy(tasks, ({ status }) => status)].map(([status, all]) => `${all.length} ${statusWords(status)}`);
  return counts.length === 0 ? 'nothing planned' : counts.join(', ');
}

function workText({ cost, workedMs, metrics }: TeamReport): string {
  const { review_verdict_approvals: approvals, review_verdict_rejections: rejections } = metrics;
  const remark = costRemark(cost);
  const parts = [
    `agents worked ${lasting(workedMs)} in ${counted(cost.turns, 'turn')}`,
    spentText(cost),
    `${counted(approvals, 'approval')}, ${counted(rejections, 'rejection')}`,
    ...(remark === '' ? [] : [remark]),
  ];
  return visible(parts.join(' · '));
}

const styles: Readonly<Partial<Record<TaskReport['status'], Style>>> = { MERGED: 'good', BLOCKED: 'bad', REJECTED: 'fair' };

/** Times on one day are shown without the date. */
export function clockOf(tasks: readonly TaskReport[]): (at: string) => string {
  const days = new Set(tasks.flatMap(({ steps }) => steps.map(({ at }) => at.slice(0, 10))));
  const from = days.size > 1 ? 5 : 11;
  return (at) =>
    at
      .slice(from, 16)
      .replace('T', ' ')
      .padEnd(16 - from);
}

function taskLines(task: TaskReport, columns: number, clock: (at: string) => string): readonly Line[] {
  const { id, status, description, steps, cycles } = task;
  return [
    ...wrapLine([span(visible(id), 'strong'), span(`  ${statusWords(status)}`, styles[status] ?? 'muted')], columns),
    ...wrapLine([span('  '), span(visible(description.replaceAll(/\s+/g, ' ')))], columns, [span('  ')]),
    ...wrapLine([span('  '), span(taskFacts(task), 'muted')], columns, [span('  ')]),
    ...(cycles.length === 0 ? [] : wrapLine([span('  '), span(measuresText(cycles), 'accent')], columns, [span('  ')])),
    ...steps.flatMap(({ at, who, text, event }) =>
      wrapLine(
        [span(`  ${clock(at)}  `, 'muted'), span(visible(`${who} ${text}`.trim()), event === 'steered' ? 'accent' : 'plain')],
        columns,
        [span(' '.repeat(clock('').length + 4))],
      ),
    ),
  ];
}

/** `2 claims by coder-1 · rejected once · worked 3.5 min of 8.0 min · drift 1 commit · $0.02`. */
export function taskFacts({ claims, coders, rejections, lastedMs, workedMs, driftCommits, cost }: TaskReport): string {
  if (claims === 0) return 'never claimed';
  const parts = [
    `${counted(claims, 'claim')} by ${coders.join(', ')}`,
    ...(rejections === 0 ? [] : [rejections === 1 ? 'rejected once' : `rejected ${rejections} times`]),
    ...(workedMs === 0 ? [] : [`worked ${lasting(workedMs)}${lastedMs === undefined ? '' : ` of ${lasting(lastedMs)}`}`]),
    ...(driftCommits ? [`drift ${counted(driftCommits, 'commit')}`] : []),
    spentText(cost),
  ];
  return visible(parts.join(' · '));
}
