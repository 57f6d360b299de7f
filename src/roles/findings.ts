/** What was tried and found in all rounds of a task, told by code for the next plan and for the handoff. Pure, and bounded in size. */
import { type SubTaskOutcome, type ToolCall, wasMade } from '../contracts/execution.ts';
import { clip, oneLine } from '../contracts/shorten.ts';
import { outputText } from './output-text.ts';

/** How many characters are told in all: the newest sub-tasks whole, older ones in a line, the oldest only counted. */
const maxFindingsLength = 8_192;
/** The line that counts what is left out. */
const roomForCount = 60;

/** Every sub-task in the order of its report: what was tried, what was found, why it failed. Empty where nothing was reported. */
export function findingsIn(outcomes: readonly SubTaskOutcome[], most: number = maxFindingsLength): string {
  let room = most - roomForCount;
  const told: string[] = [];
  for (const outcome of outcomes.toReversed()) {
    const head = headOf(outcome);
    const text = [[head, ...detailsOf(outcome)].join('\n'), head].find((each) => each.length + 1 <= room);
    if (text === undefined) break;
    room -= text.length + 1;
    told.unshift(text);
  }
  const left = outcomes.length - told.length;
  return [...(left > 0 ? [`(${left} earlier left out)`] : []), ...told].join('\n');
}

/** Which sub-task of which round it was. */
function placeOf({ subtask_id }: SubTaskOutcome): string {
  const [, round = '?', index = '?'] = /-(\d+)-(\d+)$/.exec(subtask_id) ?? [];
  return `Round ${round}, sub-task ${index}`;
}

/** Where it was, what for, and what came of it. */
function headOf(outcome: SubTaskOutcome): string {
  const { intent, status, failure_reason } = outcome;
  const end = status === 'matched' ? 'done and checked' : `failed: ${oneLine(failure_reason ?? 'no reason was given', 300)}`;
  return `${placeOf(outcome)}, ${oneLine(intent, 200)}: ${end}`;
}

const maxCalls = 8;
const maxShown = 3;

function detailsOf({ output, tool_calls, criteria_verdicts, status }: SubTaskOutcome): readonly string[] {
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
    ...missed.map(({ criterion, evidence }) => `  missed: ${oneLine(criterion, 200)} (${oneLine(evidence, 200)})`),
  ];
}

const named = ({ tool, target, ok, exit_code }: ToolCall): string =>
  `${tool} ${oneLine(target, 120)}${ok ? '' : exit_code === undefined ? ' [failed]' : ` [exit ${exit_code}]`}`;

/** The head of what a call gave. */
function shown({ output_head_tail }: ToolCall): string {
  const text = oneLine(clip(output_head_tail, 2_000), 300);
  return text === '' ? 'nothing' : text;
}
