/** The results of a run in the terminal: a table of the arms, how reliable their verdicts were, how they differ, and what was not run. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { ArmReport, EvalReport } from '../../eval/figures/eval-report.ts';
import { counted, listable } from '../pages.ts';
import { type Line, line, type Style, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { widthOf } from '../wrap.ts';
import { differenceText, figures, figuresRemark, isClear, openText, tasksText, verdicts, worstText } from './eval-words.ts';

const minName = 16;
const maxName = 40;

export function evalLines(report: EvalReport, columns = 100): readonly Line[] {
  const { suite, tasks_in_suite, arms, differences, kinds } = { ...report, kinds: report.arms[0]?.kinds ?? [] };
  const wrapped = (spans: Line, indent = 2): readonly Line[] => wrapLine(spans, columns, [span(' '.repeat(indent))]);
  const open = openText(report);
  return [
    ...wrapped([span(visible(suite), 'strong'), span(` · ${counted(tasks_in_suite, 'task')}, ${counted(arms.length, 'arm')}`, 'muted')]),
    [],
    ...table(arms, figures, columns, rateStyle),
    ...wrapped(line(figuresRemark, 'muted'), 0),
    [],
    ...table(
      arms,
      verdicts.map((each, at) => ({ ...each, weight: verdicts.length - at })),
      columns,
      falseStyle,
    ),
    ...(kinds.length > 1 ? [[], ...kindTable(report, columns)] : []),
    ...(differences.length > 0 ? [[]] : []),
    ...differences.flatMap((each) =>
      wrapped([
        span(visible(each.arm), 'strong'),
        span(` against ${visible(each.against)}: `),
        span(differenceText(each), isClear(each) ? (each.difference.value > 0 ? 'good' : 'bad') : 'plain'),
        span(` ${tasksText(each)}${isClear(each) ? '' : '; this may be chance'}`),
      ]),
    ),
    [],
    line('Worst trial', 'strong'),
    ...arms.flatMap((arm) =>
      wrapped([...(arms.length > 1 ? [span(`${visible(arm.arm)}: `, 'muted')] : []), span(visible(worstText(arm)))]),
    ),
    ...listed('Refused: these tasks measure nothing until they are fixed', report.refused, columns),
    ...listed('Skipped: these cannot run here', report.skipped, columns),
    ...(open === '' ? [] : [[], ...wrapped(line(visible(open), 'fair'), 0)]),
  ];
}

const maxListed = 20;

function listed(title: string, tasks: EvalReport['refused'], columns: number): readonly Line[] {
  if (tasks.length === 0) return [];
  const shown = listable(tasks.length, maxListed);
  const rest = tasks.length - shown;
  return [
    [],
    ...wrapLine(line(`${title} (${tasks.length})`, 'strong'), columns, [span('  ')]),
    ...tasks
      .slice(0, shown)
      .flatMap(({ task, why }) => wrapLine([span(`${visible(task)}: `), span(visible(why), 'muted')], columns, [span('  ')])),
    ...(rest > 0 ? [line(`  and ${rest} more, which --json lists`, 'muted')] : []),
  ];
}

type Column<T> = { readonly head: string; readonly weight: number; readonly cell: (row: T) => string };

/** As many columns as fit the width. */
function table(
  arms: readonly ArmReport[],
  all: readonly Column<ArmReport>[],
  columns: number,
  styleOf: (head: string, arm: ArmReport) => Style,
): readonly Line[] {
  const names = arms.map(({ arm }) => visible(arm));
  const longest = Math.min(maxName, Math.max(...names.map(widthOf), 3));
  const widthIn = ({ head, cell }: Column<ArmReport>) => Math.max(widthOf(head), ...arms.map((arm) => widthOf(cell(arm))));
  const room = columns - Math.min(longest, minName);
  const byWeight = all.toSorted((a, b) => b.weight - a.weight);
  const kept = byWeight.filter((_, at) => byWeight.slice(0, at + 1).reduce((sum, each) => sum + widthIn(each) + 2, 0) <= room);
  const shown = all.filter((each) => kept.includes(each));
  const name = Math.min(longest, columns - shown.reduce((sum, each) => sum + widthIn(each) + 2, 0));
  return [
    [span(' '.repeat(name)), ...shown.map((each) => span(`  ${each.head.padStart(widthIn(each))}`, 'muted'))],
    ...arms.map((arm, at) => [
      span(fitted(names[at] ?? '', name)),
      ...shown.map((each) => span(`  ${each.cell(arm).padStart(widthIn(each))}`, styleOf(each.head, arm))),
    ]),
  ];
}

/** Cuts names in the middle: arms often differ at their ends. */
function fitted(name: string, width: number): string {
  if (widthOf(name) <= width) return name.padEnd(width);
  const head = Math.floor((width - 1) / 2);
  return `${name.slice(0, head)}…${name.slice(name.length - (width - 1 - head))}`.padEnd(width);
}

const rateStyle = (head: string): Style => (head === 'rate' ? 'strong' : 'plain');
const falseStyle = (head: string, { false_done, false_failed }: ArmReport): Style =>
  (head === 'false "done"' && false_done.count > 0) || (head === 'false "failed"' && false_failed.count > 0) ? 'bad' : 'plain';

function kindTable({ arms }: EvalReport, columns: number): readonly Line[] {
  const kinds = [...new Set(arms.flatMap((arm) => arm.kinds.map(({ kind }) => kind)))].toSorted();
  const countOf = (arm: ArmReport, wanted: string): string => {
    const found = arm.kinds.find(({ kind }) => kind === wanted);
    return found ? `${found.passed}/${found.trials}` : '–';
  };
  return table(
    arms,
    kinds.map((kind, at) => ({ head: kind, weight: kinds.length - at, cell: (arm: ArmReport) => countOf(arm, kind) })),
    columns,
    () => 'plain',
  );
}
