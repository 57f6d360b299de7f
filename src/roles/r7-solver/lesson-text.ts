/** Lessons in words: what was tried on what and what came of it, on one line, for a planner that has seen nothing else. Pure. */
import type { FinalResult, Unmet } from '../../contracts/control.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import { type SubTaskOutcome, type ToolCall, wasMade } from '../../contracts/execution.ts';
import type { Megram } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/shorten.ts';
import { commandRunning } from '../../laws/commands/shell-line.ts';
import { outputText } from '../output-text.ts';

const most = { lesson: 1_200, plan: 800, meaning: 220, missed: 400, goal: 120, call: 200, part: 80, why: 120, found: 500 } as const;
/** How many calls of one sub-task a plan names. */
const maxCalls = 5;

/** A tool with a call that used it, and the sub-task that this was for. */
export type Use = { readonly tool: string; readonly call: ToolCall; readonly outcome: SubTaskOutcome };

type Made = Pick<ToolCall, 'tool' | 'target'> & Partial<Pick<ToolCall, 'programs' | 'output_head_tail' | 'error_class' | 'exit_code'>>;

/** A call that failed. */
export const failure = (call: Made): string => told(`${named(call)} failed: ${whyFailed(call)}`);

/** A tool that a sub-task used and did not get there with. */
export function wrongApproach(use: Use, failedCriterion: string | null): string {
  const { tool, outcome } = use;
  const missed = outcome.criteria_verdicts.find(({ verdict }) => verdict !== 'pass');
  const why = missed
    ? `missed ${quoted(missed.criterion)}${because(missed.evidence)}`
    : (outcome.failure_reason ?? (failedCriterion === null ? 'the goal was missed' : `missed ${quoted(failedCriterion)}`));
  return told(`${tool} was the wrong approach to ${quoted(outcome.intent)}, tried as ${usedAs(use)}: ${why}`);
}

export const breakthrough = (use: Use, { from, to }: { readonly from: number; readonly to: number }): string =>
  told(
    `When nothing else got further, ${usedAs(use)} worked for ${quoted(use.outcome.intent)}: the distance to the goal fell from ${hundredths(from)} to ${hundredths(to)}`,
  );

/** A tool that did its part. What the whole came to is told once, by `ending`. */
export function worked(use: Use, end: 'accept' | 'success'): string {
  const { status, intent, criteria_verdicts: all } = use.outcome;
  const gaps = end === 'accept' ? '' : '; the task was delivered with gaps';
  if (status === 'matched') return told(`${usedAs(use)} worked for ${quoted(intent)}${gaps}`);
  const passed = all.filter(({ verdict }) => verdict === 'pass').length;
  return told(`${usedAs(use)} met ${passed} of ${all.length} criteria of ${quoted(intent)}${gaps}`);
}

type Ending = {
  readonly end: Pick<FinalResult, 'directive' | 'reason' | 'unmet'> & Partial<Pick<FinalResult, 'summary'>>;
  readonly intent: string;
  readonly rounds: number;
  /** The criteria of the task: how its words were read. */
  readonly criteria: readonly Criterion[];
  /** Of the last round. */
  readonly outcomes: readonly SubTaskOutcome[];
};

/** What became of a task, how its goal was read, and what it was done with. */
export function ending({ end: { directive, reason, unmet, summary = '' }, intent, rounds, criteria, outcomes }: Ending): string {
  const goal = quoted(intent, most.goal);
  const after = rounds === 1 ? '1 round' : `${rounds} rounds`;
  const plan = planned(outcomes);
  const parts = { read: readAs(criteria), missed: missedIn(unmet) };
  switch (directive) {
    case 'accept':
      return together([`${goal} was done in ${after}`, parts.read, plan && `The plan that worked: ${plan}`]);
    case 'success':
      return together([`${goal} was delivered with gaps after ${after}`, parts.missed, parts.read, plan && `The last plan: ${plan}`]);
    case 'abandon': {
      const given =
        reason === 'impossible' ? `${goal} was found impossible after ${after}${because(summary)}` : `Given up on ${goal} after ${after}`;
      return together([given, parts.missed, parts.read, plan && `The last plan: ${plan}`]);
    }
  }
}

/** What a sub-task found, in the words of its answer; undefined where it answered nothing. */
export function found({ intent, output }: Pick<SubTaskOutcome, 'intent' | 'output'>): string | undefined {
  const answer = oneLine(outputText(output), most.found);
  return output === null || answer === '' ? undefined : told(`${quoted(intent, most.goal)}: ${answer}`);
}

/** A rule that newer evidence speaks against. */
export const contradicted = (rule: Pick<Megram, 'content'>, evidence: Pick<Megram, 'content'> | undefined): string =>
  told(
    `Newer experience speaks against the rule ${quoted(rule.content, most.missed)}${evidence ? `: ${oneLine(evidence.content, most.missed)}` : ''}`,
  );

function readAs(criteria: readonly Criterion[]): string {
  const own = criteria.filter(({ builtin }) => !builtin).map(({ criterion }) => criterion);
  return own.length === 0 ? '' : oneLine(`It was taken to mean: ${own.join('; ')}`, most.meaning);
}

function missedIn(unmet: readonly Unmet[]): string {
  if (unmet.length === 0) return '';
  const each = unmet.map(({ criterion, why }) => `${quoted(criterion)}${because(why)}`);
  return oneLine(`Missed: ${each.join('; ')}`, most.missed);
}

/** Each sub-task with the calls that made it; all of them get the same room. */
function planned(outcomes: readonly SubTaskOutcome[]): string {
  const room = Math.max(most.part, Math.floor(most.plan / Math.max(1, outcomes.length)) - 2);
  const steps = outcomes.map((outcome) => {
    const calls = callsOf(outcome).map(named);
    const intent = oneLine(outcome.intent, calls.length === 0 ? room : Math.max(most.part, Math.floor(room / 3)));
    return oneLine(calls.length === 0 ? intent : `${intent} (${calls.join('; ')})`, room);
  });
  return oneLine(steps.join('; '), most.plan);
}

/** The calls that a sub-task was done with: those that worked, where it matched; commands and changes before what only looked, in the order they were made. */
function callsOf({ status, tool_calls }: SubTaskOutcome): readonly ToolCall[] {
  const counting = tool_calls.filter((call) => wasMade(call) && (status === 'failed' || call.ok));
  const unlike = [...new Map(counting.map((call) => [named(call), call])).values()];
  const telling = unlike.filter(({ programs, changed }) => programs !== undefined || changed !== undefined);
  const chosen = new Set([...telling, ...unlike].slice(0, maxCalls));
  return unlike.filter((call) => chosen.has(call));
}

/** A call as a person would name it: a shell line is its own name. */
const named = ({ tool, target, programs }: Made): string =>
  oneLine(programs !== undefined && target !== '' ? target : `${tool} ${target}`, most.call);

/** What a tool had to do with a call: of a line of several programs only the part that runs it. */
function usedAs({ tool, call }: Use): string {
  const program = call.programs === undefined ? undefined : tool.slice(call.tool.length + 1);
  const part = program === undefined ? undefined : commandRunning(program, call.target);
  return part === undefined ? named(call) : oneLine(part, most.call);
}

/** What went wrong stands in the first line, or at the end of what a command printed. */
function whyFailed({ output_head_tail = '', error_class, exit_code }: Made): string {
  const lines = output_head_tail.split('\n').filter((line) => line.trim() !== '');
  const said = lines.length > 2 ? [...lines.slice(0, 1), ...lines.slice(-1)] : lines;
  if (said.length > 0) return said.map((line) => oneLine(line, most.why)).join(' … ');
  return error_class?.replaceAll('_', ' ') ?? (exit_code === undefined ? 'it gave no reason' : `exit code ${exit_code}`);
}

const quoted = (text: string, length: number = most.part): string => `"${oneLine(text, length)}"`;

const because = (why: string): string => (why.trim() === '' ? '' : ` (${oneLine(why, most.why)})`);

const hundredths = (value: number): string => String(Math.round(value * 100) / 100);

/** One sentence after the other, without those that say nothing. */
const together = (sentences: readonly string[]): string =>
  told(
    sentences
      .filter((each) => each !== '')
      .map(ended)
      .join(' '),
  );

/** One line that ends once. */
const told = (text: string): string => ended(oneLine(text, most.lesson));

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
