/** Lessons in words: what was tried and how it ended, on one line, for a planner that gets no other information about the task. Pure. */
import type { FinalResult, Unmet } from '../../contracts/control.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import { type Declined, type SubTaskOutcome, type ToolCall, wasMade } from '../../contracts/execution.ts';
import type { Megram } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { outputText } from '../output-text.ts';
import { named, namedAgain, usedAgain, usedAs } from './call-names.ts';

const max = {
  lesson: 1_200,
  plan: 800,
  meaning: 220,
  missed: 400,
  goal: 120,
  call: 200,
  part: 80,
  why: 120,
  found: 500,
  wish: 300,
} as const;
/** The limit on calls that a plan names for one sub-task. */
const maxCalls = 5;

/** A tool, the call that used it, and the sub-task it was for. */
export type Use = { readonly tool: string; readonly call: ToolCall; readonly outcome: SubTaskOutcome };

type Made = Pick<ToolCall, 'tool' | 'target'> & Partial<Pick<ToolCall, 'programs' | 'output_head_tail' | 'error_class' | 'exit_code'>>;

/** The lesson from a call that failed. */
export const failure = (call: Made): string => sentence(`${named(call)} failed: ${whyFailed(call)}`);

/** The lesson about a tool used in a sub-task that failed. */
export function wrongApproach(use: Use, failedCriterion: string | null): string {
  const { tool, outcome } = use;
  const missed = outcome.criteria_verdicts.find(({ verdict }) => verdict !== 'pass');
  const why = missed
    ? `missed ${quoted(missed.criterion)}${because(missed.evidence)}`
    : (outcome.failure_reason ?? (failedCriterion === null ? 'the goal was missed' : `missed ${quoted(failedCriterion)}`));
  return sentence(`${tool} was the wrong approach to ${quoted(outcome.intent)}, tried as ${usedAs(tool, use.call)}: ${why}`);
}

export const breakthrough = (use: Use): string =>
  sentence(`When nothing else got further, ${usedAgain(use.tool, use.call)} worked for ${quoted(use.outcome.intent)}`);

/** The lesson about a tool that did its part. `end`: how the whole task ended. */
export function worked(use: Use, end: 'accept' | 'success'): string {
  const { status, intent, criteria_verdicts: all } = use.outcome;
  const done = usedAgain(use.tool, use.call);
  const gaps = end === 'accept' ? '' : '; the task was delivered with gaps';
  if (status === 'matched') return sentence(`${done} worked for ${quoted(intent)}${gaps}`);
  const passed = all.filter(({ verdict }) => verdict === 'pass').length;
  return sentence(`${done} met ${passed} of ${all.length} criteria of ${quoted(intent)}${gaps}`);
}

type Ending = {
  readonly end: Pick<FinalResult, 'directive' | 'reason' | 'unmet'> & Partial<Pick<FinalResult, 'summary'>>;
  readonly intent: string;
  readonly rounds: number;
  /** The task criteria: how the goal was read. */
  readonly criteria: readonly Criterion[];
  /** The outcomes of the last round. */
  readonly outcomes: readonly SubTaskOutcome[];
  /** What the person declined in all rounds. */
  readonly declined: readonly Declined[];
};

/** The lesson from a whole task: how it ended, how its goal was read, and how it was done. */
export function ending({ end: { directive, reason, unmet, summary = '' }, intent, rounds, criteria, outcomes, declined }: Ending): string {
  const goal = quoted(intent, max.goal);
  const after = rounds === 1 ? '1 round' : `${rounds} rounds`;
  const ended = {
    accept: `${goal} was done in ${after}`,
    success: `${goal} was delivered with gaps after ${after}`,
    abandon:
      reason === 'impossible' ? `${goal} was found impossible after ${after}${because(summary)}` : `Given up on ${goal} after ${after}`,
  }[directive];
  const plan = planned(outcomes);
  const isDone = directive === 'accept';
  const planText = plan && `${isDone ? 'The plan that worked' : 'The last plan'}: ${plan}`;
  const sentences = [ended, isDone ? '' : missedIn(unmet), readAs(criteria), leftUndone(declined), planText].filter((each) => each !== '');
  return sentence(sentences.map(withStop).join(' '));
}

/** What a sub-task found, in the words of its answer; undefined if there was no answer. */
export function found({ intent, output }: Pick<SubTaskOutcome, 'intent' | 'output'>): string | undefined {
  const answer = oneLine(withoutMarks(withoutTables(outputText(output))), max.found);
  return answer === '' ? undefined : sentence(`${quoted(intent, max.goal)}: ${answer}`);
}

/** What the person said to do instead of what they refused; undefined if they said nothing. */
export const wished = ({ action, instead }: Pick<Declined, 'action' | 'instead'>): string | undefined =>
  instead === undefined
    ? undefined
    : sentence(`The person said no to ${quoted(action, max.call)}, and asked: ${quoted(instead, max.wish)}`);

/** Rows of Markdown tables as plain lines: in a lesson of one line, only the bars would be left. */
const withoutTables = (text: string): string =>
  text.replaceAll(/^[ \t]*\|[ \t:|-]+\|[ \t]*$\n?/gm, '').replaceAll(
    /^[ \t]*\|(.*)\|[ \t]*$/gm,
    (_, cells: string) =>
      `${cells
        .split('|')
        .map((cell) => cell.trim())
        .join(', ')};`,
  );

/**
 * A text without the marks of headings, quotations, code blocks and bold words, which make no sense on one line. `src/**` and `2**3` are not bold.
 */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replaceAll(/^[ \t]*#{1,6}[ \t]+(.*)$/gm, (_, heading: string) =>
      /[\p{L}\p{N}]$/u.test(heading.trimEnd()) ? `${heading.trimEnd()}:` : heading,
    )
    .replaceAll(/(?<![\w/*])\*\*(?=[^\s*/])([^*\n]+)(?<=\S)\*\*(?![\w/*])/g, '$1');

/** The lesson about a rule that newer evidence contradicts. */
export function contradicted(rule: Pick<Megram, 'content'>, evidence: Pick<Megram, 'content'> | undefined): string {
  const how = evidence ? `: ${oneLine(evidence.content, max.missed)}` : '';
  return sentence(`Newer experience contradicts the rule ${quoted(rule.content, max.missed)}${how}`);
}

function readAs(criteria: readonly Criterion[]): string {
  const own = criteria.filter(({ builtin }) => !builtin).map(({ criterion }) => criterion);
  return own.length === 0 ? '' : oneLine(`It was taken to mean: ${own.join('; ')}`, max.meaning);
}

function missedIn(unmet: readonly Unmet[]): string {
  const each = unmet.map(({ criterion, why }) => `${quoted(criterion)}${because(why)}`);
  return each.length === 0 ? '' : oneLine(`Missed: ${each.join('; ')}`, max.missed);
}

/** What the person did not want, so that it is not taken for done. */
function leftUndone(declined: readonly Declined[]): string {
  const each = declined.map(({ action, edited }) => quoted(action) + (edited === undefined ? '' : ` (made ${quoted(edited)} instead)`));
  return each.length === 0 ? '' : oneLine(`The person said no to ${each.join(', ')}`, max.missed);
}

/** Each sub-task with its calls; each gets the same space. */
function planned(outcomes: readonly SubTaskOutcome[]): string {
  const room = Math.max(max.part, Math.floor(max.plan / Math.max(1, outcomes.length)) - 2);
  const steps = outcomes.map((outcome) => {
    const calls = [...new Set(callsOf(outcome).map(namedAgain))];
    const intent = oneLine(outcome.intent, calls.length === 0 ? room : Math.max(max.part, Math.floor(room / 3)));
    return oneLine(calls.length === 0 ? intent : `${intent} (${calls.join('; ')})`, room);
  });
  return oneLine(steps.join('; '), max.plan);
}

/** The calls of a sub-task, only the successful ones if it matched; commands and changes are preferred to reads, and the order stays the same. */
function callsOf({ status, tool_calls }: SubTaskOutcome): readonly ToolCall[] {
  const counting = tool_calls.filter((call) => wasMade(call) && (status === 'failed' || call.ok));
  const unlike = [...new Map(counting.map((call) => [named(call), call])).values()];
  const telling = unlike.filter(({ programs, changed }) => programs !== undefined || changed !== undefined);
  const chosen = new Set([...telling, ...unlike].slice(0, maxCalls));
  return unlike.filter((call) => chosen.has(call));
}

/** Why a call failed: the first line of its output, or the end of a command's output. */
function whyFailed({ output_head_tail = '', error_class, exit_code }: Made): string {
  const lines = output_head_tail.split('\n').filter((line) => line.trim() !== '');
  const said = lines.length > 2 ? [...lines.slice(0, 1), ...lines.slice(-1)] : lines;
  if (said.length > 0) return said.map((line) => oneLine(line, max.why)).join(' … ');
  return error_class?.replaceAll('_', ' ') ?? (exit_code === undefined ? 'it gave no reason' : `exit code ${exit_code}`);
}

const quoted = (text: string, length: number = max.part): string => `"${oneLine(text, length)}"`;

const because = (why: string): string => (why.trim() === '' ? '' : ` (${oneLine(why, max.why)})`);

const sentence = (text: string): string => withStop(oneLine(text, max.lesson));

const withStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
