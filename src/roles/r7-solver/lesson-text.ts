/** Lessons in words: what was tried on what and what came of it, on one line, for a planner that has seen nothing else. Pure. */
import type { FinalResult } from '../../contracts/control.ts';
import type { SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';
import type { Megram } from '../../contracts/memory.ts';
import { oneLine } from '../../contracts/shorten.ts';
import { toolsOf } from '../../control/calls.ts';

const most = { lesson: 400, plan: 160, goal: 120, call: 120, part: 80, why: 120 } as const;

/** A tool with a call that used it, and the sub-task that this was for. */
export type Use = { readonly tool: string; readonly call: ToolCall; readonly outcome: SubTaskOutcome };

type Made = Pick<ToolCall, 'tool' | 'target'> & Partial<Pick<ToolCall, 'output_head_tail' | 'error_class' | 'exit_code'>>;

/** A call that failed. */
export const failure = (call: Made): string => told(`${named(call)} failed: ${whyFailed(call)}`);

/** A tool that a sub-task used and did not get there with. */
export function wrongApproach({ tool, call, outcome }: Use, failedCriterion: string | null): string {
  const missed = outcome.criteria_verdicts.find(({ verdict }) => verdict !== 'pass');
  const why = missed
    ? `missed ${quoted(missed.criterion)}${because(missed.evidence)}`
    : (outcome.failure_reason ?? (failedCriterion === null ? 'the goal was missed' : `missed ${quoted(failedCriterion)}`));
  return told(`${tool} was the wrong approach to ${quoted(outcome.intent)}, tried as ${named(call)}: ${why}`);
}

export const breakthrough = ({ call, outcome }: Use, { from, to }: { readonly from: number; readonly to: number }): string =>
  told(
    `When nothing else got further, ${named(call)} worked for ${quoted(outcome.intent)}: the distance to the goal fell from ${hundredths(from)} to ${hundredths(to)}`,
  );

export function worked({ call, outcome }: Use, end: 'accept' | 'success', goal: string): string {
  const { status, intent, criteria_verdicts: all } = outcome;
  if (end === 'accept') return told(`${named(call)} worked for ${quoted(intent)}: every criterion passed`);
  const whole = `a part of ${quoted(goal)}, which was delivered with gaps`;
  if (status === 'matched') return told(`${named(call)} worked for ${quoted(intent)}, ${whole}`);
  const passed = all.filter(({ verdict }) => verdict === 'pass').length;
  return told(`${named(call)} met ${passed} of ${all.length} criteria of ${quoted(intent)}, ${whole}`);
}

type Ending = {
  readonly end: Pick<FinalResult, 'directive' | 'unmet'>;
  readonly intent: string;
  readonly rounds: number;
  /** Of the last round. */
  readonly outcomes: readonly SubTaskOutcome[];
};

export function ending({ end: { directive, unmet }, intent, rounds, outcomes }: Ending): string {
  const goal = quoted(intent, most.goal);
  const after = rounds === 1 ? '1 round' : `${rounds} rounds`;
  const plan = oneLine(outcomes.map(planned).join('; '), most.plan);
  const [first, ...others] = unmet;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const missed = first ? `; missed: ${quoted(first.criterion)}${because(first.why)}${more}` : '';
  switch (directive) {
    case 'accept':
      return told(`${goal} was done in ${after}, and every criterion passed. The plan that worked: ${plan}`);
    case 'success':
      return told(`${goal} was delivered with gaps after ${after}; last plan: ${plan}${missed}`);
    case 'abandon':
      return told(`Given up on ${goal} after ${after}; last plan: ${plan}${missed}`);
  }
}

/** A rule that newer evidence speaks against. */
export const contradicted = (rule: Pick<Megram, 'content'>, evidence: Pick<Megram, 'content'> | undefined): string =>
  told(
    `Newer experience speaks against the rule ${quoted(rule.content, most.plan)}${evidence ? `: ${oneLine(evidence.content, most.plan)}` : ''}`,
  );

/** A sub-task with the tools that it used. */
function planned({ intent, tool_calls }: SubTaskOutcome): string {
  const tools = toolsOf(tool_calls).slice(0, 5).join(', ');
  return `${oneLine(intent, most.part)}${tools === '' ? '' : ` (${tools})`}`;
}

/** A call as a person would name it: a shell line is its own name. */
const named = ({ tool, target }: Made): string => oneLine(tool === 'shell' && target !== '' ? target : `${tool} ${target}`, most.call);

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

/** One sentence that ends once. */
function told(text: string): string {
  const line = oneLine(text, most.lesson);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
