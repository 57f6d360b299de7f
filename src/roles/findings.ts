/** What was tried and found in all rounds of a task, in words made by code for the next plan and for the handoff. Pure, and bounded in size. */
import { type SubTaskOutcome, type ToolCall, wasMade } from '../contracts/execution.ts';
import { clip, oneLine } from '../contracts/text/shorten.ts';
import { refusedPartOf } from './declined.ts';
import { missedText } from './missed.ts';
import { outputText } from './output-text.ts';

/** In characters, not counting the line that says how much is left out. */
const maxFindingsLength = 8_192 - 60;

/** Every sub-task in the order reported: the newest in full, older ones in a line, the oldest only counted. Empty if nothing was reported. */
export function findingsIn(outcomes: readonly SubTaskOutcome[]): string {
  const partOf = refusedPartOf(outcomes);
  const headOf = (outcome: SubTaskOutcome, hasReason: boolean): string => headWith(outcome, hasReason, partOf(outcome) !== 'none');
  let room = maxFindingsLength;
  const kept: string[] = [];
  for (const outcome of outcomes.toReversed()) {
    const text = [[headOf(outcome, !isOfCriteria(outcome)), ...detailsOf(outcome)].join('\n'), headOf(outcome, true)].find(
      (each) => each.length + 1 <= room,
    );
    if (text === undefined) break;
    room -= text.length + 1;
    kept.unshift(text);
  }
  const left = outcomes.length - kept.length;
  return [...(left > 0 ? [`(${left} earlier left out)`] : []), ...kept].join('\n');
}

/** Whether a sub-task failed only because of its criteria, which its details list. */
const isOfCriteria = ({ failure_reason, criteria_verdicts }: SubTaskOutcome): boolean =>
  failure_reason !== null && failure_reason === missedText(criteria_verdicts);

function headWith({ subtask_id, intent, status, failure_reason }: SubTaskOutcome, hasReason: boolean, isRefused: boolean): string {
  const [, round = '?', index = '?'] = /-(\d+)-(\d+)$/.exec(subtask_id) ?? [];
  const failed = hasReason ? `failed: ${oneLine(failure_reason ?? 'no reason was given', 300)}` : 'failed';
  const done = isRefused ? 'done, except for what the person refused' : 'done and checked';
  const end = status === 'matched' ? done : failed;
  return `Round ${round}, sub-task ${index}, ${oneLine(intent, 200)}: ${end}`;
}

const maxCalls = 8;
const maxShown = 3;

function detailsOf({ output, tool_calls, criteria_verdicts, status, failure_reason }: SubTaskOutcome): readonly string[] {
  const made = tool_calls.filter(wasMade);
  const last = made.slice(-maxCalls);
  const before = made.length - last.length;
  const tried = [...(before > 0 ? [`${before} more`] : []), ...last.map(named)].join('; ');
  const said = oneLine(outputText(output), 600);
  const missed = criteria_verdicts.filter(({ verdict }) => verdict !== 'pass').slice(0, maxShown);
  return [
    `  tried: ${tried || 'no call'}`,
    ...made.slice(-maxShown).map((call) => `  found by ${named(call)}: ${shown(call)}`),
    ...(said === '' ? [] : [`  answered${status === 'matched' ? '' : ', unproved'}: ${said}`]),
    ...missed.map(({ criterion, evidence }) => {
      const why = evidence === failure_reason ? '' : ` (${oneLine(evidence, 200)})`; // the line above already gives the failure reason
      return `  missed: ${oneLine(criterion, 200)}${why}`;
    }),
  ];
}

const named = ({ tool, target, ok, exit_code }: ToolCall): string =>
  `${tool} ${oneLine(target, 120)}${ok ? '' : exit_code === undefined ? ' [failed]' : ` [exit ${exit_code}]`}`;

const shown = ({ output_head_tail }: ToolCall): string => oneLine(clip(output_head_tail, 2_000), 300) || 'nothing';
