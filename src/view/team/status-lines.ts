/** The state of a team on one screen: the goal, what needs the person, tasks and agents. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { measuresText } from '../../team/report/report-words.ts';
import type { AgentState, Alert, TaskState, TeamStatus } from '../../team/status.ts';
import type { TeamAlert } from '../../team/watch/alerts.ts';
import { counted } from '../pages.ts';
import { cutLine } from '../style/cut-line.ts';
import { type Line, line, type Style, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { widthOf } from '../wrap.ts';
import { statusWords } from './status-words.ts';

/** How many open tasks are listed; further ones are only counted. */
const maxTasks = 12;

export function statusLines(status: TeamStatus, columns = 80): readonly Line[] {
  return [
    ...wrapLine([span(visible(status.goal), 'strong')], columns),
    ...headOf(status, columns).map((text) => cutLine(line(text, 'muted'), columns)),
    ...section(
      'Needs you',
      status.alerts.flatMap((alert) => alertLines(alert, columns)),
    ),
    ...section(
      'Alerts',
      status.watched.flatMap((alert) => watchedLines(alert, columns)),
    ),
    ...section('Tasks', taskLines(status.tasks, columns)),
    ...section('Agents', agentLines(status.agents, columns)),
  ];
}

/** The progress of the team, and where it works: on one line if possible. */
function headOf(
  { sprint, sprintStatus, spec, integrationBranch, testCommand, done, tasks }: TeamStatus,
  columns: number,
): readonly string[] {
  const joined = (parts: readonly string[]): string => parts.map(visible).join(' · ');
  const stands = joined([
    `${sprint} ${statusWords(sprintStatus)}`,
    ...(tasks.length > 0 ? [`${done} of ${counted(tasks.length, 'task')} done`] : []),
  ]);
  const works = joined([...(spec === undefined ? [] : [spec]), `branch ${integrationBranch}`, testCommand ?? 'no test command']);
  const both = joined([stands, works]);
  return widthOf(both) <= columns ? [both] : [stands, works];
}

const section = (name: string, lines: readonly Line[]): readonly Line[] => (lines.length === 0 ? [] : [[], line(name, 'strong'), ...lines]);

const indent = (by: number): Line => [span(' '.repeat(by))];

const alertLines = ({ isUrgent, text, more, command }: Alert, columns: number): readonly Line[] => [
  ...wrapLine([span('  '), span(visible(text), isUrgent ? 'fair' : 'plain')], columns, indent(4)),
  ...more.flatMap((each) => wrapLine([span('    ? '), span(visible(each))], columns, indent(6))),
  ...(command === undefined ? [] : [[span('    '), span(visible(command), 'code')]]),
];

const watchedLines = ({ level, title, about, text }: TeamAlert, columns: number): readonly Line[] =>
  wrapLine(
    [
      span('  '),
      span(title, level === 'CRITICAL' ? 'bad' : 'fair'),
      span(visible(`  ${about === '' ? '' : `${about}: `}${text}`.replaceAll('\n', ' '))),
    ],
    columns,
    indent(4),
  );

const styles: Readonly<Partial<Record<TaskState['status'], Style>>> = {
  CLAIMED: 'accent',
  READY_FOR_REVIEW: 'accent',
  REJECTED: 'fair',
  BLOCKED: 'bad',
  INTEGRATION_FAILED: 'bad',
  APPROVED: 'good',
  MERGED: 'good',
};
const finals: ReadonlySet<TaskState['status']> = new Set(['MERGED', 'SUPERSEDED', 'ABANDONED']);

/** Open tasks have a line each; final ones share a line per status. */
function taskLines(tasks: readonly TaskState[], columns: number): readonly Line[] {
  const open = tasks.filter(({ status }) => !finals.has(status));
  const shown = open.slice(0, maxTasks);
  const ended = [...finals].flatMap((status) => {
    const ids = tasks.filter((task) => task.status === status).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ status, ids }];
  });
  const wide = Math.max(0, ...[...shown, ...ended].map(({ status }) => status.length));
  const names = Math.max(0, ...shown.map(({ id }) => id.length));
  const headed = (status: TaskState['status']): Line => [span('  '), span(statusWords(status).padEnd(wide + 2), styles[status] ?? 'muted')];
  return [
    ...shown.flatMap((task) => [
      cutLine([...headed(task.status), span(visible(task.id).padEnd(Math.min(names, 24) + 2)), span(detailOf(task), 'muted')], columns),
      ...whyLines(task, wide + 4, columns),
    ]),
    ...(open.length > shown.length ? [line(`  and ${open.length - shown.length} more: artoo team status --json`, 'muted')] : []),
    ...ended.map(({ status, ids }) => cutLine([...headed(status), span(visible(ids.join(', ')), 'muted')], columns)),
  ];
}

/** What steering decided after the last rejection, unless the alerts already contain it. */
function whyLines({ steered, reason }: TaskState, indentBy: number, columns: number): readonly Line[] {
  if (!steered || (reason !== steered.why && reason?.includes(steered.why))) return [];
  return [cutLine([...indent(indentBy), span(visible(steered.why), 'accent')], columns)];
}

function detailOf({ description, who, iteration, cycle, leaseLeft, waitsFor, reason, steered }: TaskState): string {
  const parts = [
    ...(who === undefined ? [] : [who]),
    ...(iteration === undefined ? [] : [`iteration ${iteration.join('/')}`]),
    ...(cycle === undefined ? [] : [`rejected ${cycle.join('/')}`]),
    ...(steered ? [measuresText([steered])] : []),
    ...(leaseLeft === undefined ? [] : [leaseText(leaseLeft)]),
    ...(waitsFor.length === 0 ? [] : [`after ${waitsFor.join(', ')}`]),
    ...(reason === undefined || reason === steered?.why ? [] : [reason]),
  ];
  return visible((parts.length === 0 ? description : parts.join(' · ')).replaceAll(/\s+/g, ' '));
}

function leaseText(seconds: number): string {
  if (seconds < 0) return 'lease over';
  if (seconds < 60) return `lease ${seconds} s`;
  return seconds < 36 * 3_600 ? `lease ${Math.round(seconds / 60)} min` : `lease ${Math.round(seconds / 86_400)} days: another clock?`;
}

function agentLines(agents: readonly AgentState[], columns: number): readonly Line[] {
  const wide = Math.max(0, ...agents.map(({ id }) => id.length));
  return agents.map(({ id, status, task, runner, isAlive, leaseLeft }) => {
    const doing = isAlive ? [statusWords(status), ...(task === undefined ? [] : [task])].join(' ') : 'gone';
    const more = [...(runner === undefined ? [] : [runner]), ...(isAlive && leaseLeft !== undefined ? [leaseText(leaseLeft)] : [])];
    return cutLine(
      [
        span(`  ${visible(id).padEnd(wide + 2)}`),
        span(visible(doing), isAlive ? 'plain' : 'fair'),
        span(more.map((each) => ` · ${visible(each)}`).join(''), 'muted'),
      ],
      columns,
    );
  });
}
