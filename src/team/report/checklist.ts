/** What a person should look at before merging the integration branch further. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { type AnomalyType, type Board, finalStatuses, type Task } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { metricsOf } from '../sprint/metrics.ts';

export type Check = {
  readonly text: string;
  readonly more: readonly string[];
  readonly command?: string;
};

/** The general points first, then those suggested by what happened in this sprint. */
export const checklistOf = (board: Board): readonly Check[] => [...general(board), ...reasons(board)];

function general(board: Board): readonly Check[] {
  const { integrationBranch: branch, testCommand } = settingsOf(board.config);
  return [
    { text: 'Read the whole change, as it would be merged.', more: [], command: `git diff HEAD...${branch}` },
    testCommand === undefined
      ? { text: 'There is no test command: apart from the reviews, nothing has tested the change.', more: [] }
      : { text: 'Run the tests on the branch in your own environment.', more: [], command: testCommand },
  ];
}

/** The types of anomalies that leave traces in the code. */
const lasting: ReadonlySet<AnomalyType> = new Set(['trade_off', 'workaround', 'debt_created', 'assumption_violated', 'scope_deviation']);

function reasons(board: Board): readonly Check[] {
  const { tasks } = board;
  const merged = tasks.filter(({ status }) => status === 'MERGED');
  const open = tasks.filter(({ status }) => !finalStatuses.has(status));
  const debts = (board.anomalies ?? []).filter(({ type }) => lasting.has(type));
  const found = (board.discovered ?? []).filter(({ converted_to_task }) => !converted_to_task);
  const { review_verdict_count: verdicts, review_verdict_approval_rate_percent: rate } = metricsOf(board);
  return [
    about('These are not done. The branch does not contain them.', open, ({ status }) => status.toLowerCase().replaceAll('_', ' ')),
    about(
      'These were abandoned: has the goal been reached without them?',
      tasks.filter(({ status }) => status === 'ABANDONED'),
      whyAbandoned,
    ),
    about(
      'These were rejected more than once before they were approved: look at what was disputed.',
      merged.filter(({ review_cycles_total }) => (review_cycles_total ?? 0) > 1),
      ({ review_cycles_total }) => `${review_cycles_total} rejections`,
    ),
    about(
      'These conflicted with other work, or failed after the merge, and were fixed: look at both sides together.',
      merged.filter(({ history }) => history?.some(({ event }) => event === 'integration_failed')),
      lastConflict,
    ),
    about(
      'These were planned before their spec changed: do they still match it?',
      merged.filter(({ id }) => (board.spec_changes ?? []).some(({ triggered_by }) => triggered_by === id)),
      ({ spec_ref }) => spec_ref ?? '',
    ),
    listed(
      'Agents reported these, and they are still in the code.',
      debts.map(
        ({ type, task, task_id, details }) => `${type.replaceAll('_', ' ')} in ${task ?? task_id ?? 'no task'}: ${detailText(details)}`,
      ),
    ),
    listed(
      'Agents noticed these while doing their tasks, and nothing has been done about them.',
      found.map(({ severity, description }) => `${severity ?? 'low'}: ${description ?? ''}`),
    ),
    listed('Reviewers approved almost everything: read closely.', verdicts >= 5 && rate > 95 ? [`${rate} % of ${verdicts} reviews`] : []),
  ].filter(({ more }) => more.length > 0);
}

const maxLength = 200;

const listed = (text: string, more: readonly string[]): Check => ({ text, more: more.map((each) => oneLine(each, maxLength)) });

const about = (text: string, tasks: readonly Task[], why: (task: Task) => string): Check =>
  listed(
    text,
    tasks.map((task) => (why(task) === '' ? task.id : `${task.id}: ${why(task)}`)),
  );

const reasonIn = ({ history }: Task, wanted: string): string => {
  const reason = history?.findLast(({ event }) => event === wanted)?.reason;
  return typeof reason === 'string' ? reason : '';
};
const whyAbandoned = (task: Task): string => reasonIn(task, 'abandoned');
const lastConflict = (task: Task): string => reasonIn(task, 'integration_failed');

/** The details of an anomaly, in the order in which they were given. */
export const detailText = (details: Readonly<Record<string, unknown>> | null | undefined): string =>
  Object.entries(details ?? {})
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
