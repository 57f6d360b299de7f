/** Entries and results as plain lines for a person. Pure, so that a terminal, a file and a test see the same. */

import type { Cost, FinalResult, PlanDirective } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { Calibration } from '../../contracts/decisions.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Json } from '../../contracts/json.ts';
import type { Message, MessageOf } from '../../contracts/messages.ts';
import { clip } from '../../contracts/shorten.ts';
import { visible, visibleLines } from '../../contracts/visible.ts';
import { targetIn } from '../../history/story/call-target.ts';
import type { DecisionEntry, Entry, Intent } from '../../journal/entry.ts';
import { ToolRequest } from '../../tools/tool.ts';
import { measure } from '../measure.ts';
import { nearPaths } from '../near-paths.ts';
import { counted } from '../pages.ts';
import { wrap } from '../wrap.ts';

/** Who did what, and what about. */
type Row = readonly [who: string, what: string, about: string];

export type TellingOptions = {
  /** Paths below it are shown from there. */
  readonly home?: string | undefined;
  /** How many columns there are; without it lines are as long as they are. */
  readonly width?: number | undefined;
  /** The task's own ε, once it is known. */
  readonly epsilon?: number | undefined;
};

/** What one entry tells, if anything, in a line or a few. */
export function telling(entry: Entry, { home, width, epsilon }: TellingOptions = {}): readonly string[] {
  return rowsOf(entry, epsilon).flatMap(([who, what, about]) => {
    const near = home === undefined ? about : nearPaths(about, home);
    const line = `${who.padEnd(5)} ${clean(what).padEnd(12)} ${clean(near)}`.trimEnd();
    return width === undefined ? [line] : wrap(line, width, 19);
  });
}

/** The end of a task: the result, what is missing, what changed, what it cost. */
export function story(result: FinalResult, width?: number): readonly string[] {
  return ['', ...fit([headline(result)], width), ...block(outputOf(result)), ...fit(remarks(result), width)];
}

/** How it ended, in a line. */
export const headline = ({ directive, reason, summary }: Pick<FinalResult, 'directive' | 'reason' | 'summary'>): string =>
  `${heading[directive]} (${reason}): ${clean(summary)}`;

/** What is missing, what changed and what it cost: everything but the result itself. */
export function remarks(result: FinalResult, epsilon?: number): readonly string[] {
  const { directive, unmet, ungrounded, next_moves, changed, cost } = result;
  return [
    ...list(
      'not met',
      unmet.map(({ criterion, why }) => `${criterion}: ${why}`),
    ),
    ...list('not seen in any tool output', ungrounded),
    ...list('you could', next_moves),
    ...list(
      'changed on disk',
      changed.map(({ path, change }) => `${change} ${path}`),
    ),
    '',
    `loss     ${measure(result, epsilon)}  ${result.prev_directive}→${directive}`,
    `cost     ${spent(cost)}`,
  ];
}

/** Time, calls, tokens and money; money only where there is any, and what it does not cover. */
function spent({ model_calls, tool_calls, active_ms, input_tokens, output_tokens, usd, unpriced }: Cost): string {
  const money = usd > 0 ? [`$${usd.toFixed(usd < 0.01 ? 4 : 2)}`] : [];
  const unknown = unpriced.length > 0 ? [`no price is known for ${unpriced.map(clean).join(', ')}`] : [];
  return [
    counted(model_calls, 'model call'),
    counted(tool_calls, 'tool call'),
    `${(active_ms / 1000).toFixed(1)} s`,
    counted(input_tokens + output_tokens, 'token'),
    ...money,
    ...unknown,
  ].join(', ');
}

/** The result itself, as text. */
export const outputOf = ({ output }: Pick<FinalResult, 'output'>): string => textOf(output);

const textOf = (output: Json): string => (typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output));

/** Lines about a result, broken under where their text begins. */
export const fit = (lines: readonly string[], width: number | undefined): readonly string[] =>
  width === undefined ? lines : lines.flatMap((line) => wrap(line, width, line.startsWith('  ') ? 4 : 9));

/** How a task ended, in a word or three. */
export const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

function rowsOf(entry: Entry, epsilon: number | undefined): readonly Row[] {
  switch (entry.kind) {
    case 'message':
      return ofMessage(entry, epsilon);
    case 'intent':
      return ofIntent(entry);
    case 'refusal':
      return [[entry.from, 'refused', `${entry.type} to ${entry.to}: ${entry.detail}`]];
    case 'decision':
      return ofDecision(entry);
    case 'halt':
      return [['Host', 'halted', entry.detail]];
    default:
      return [];
  }
}

/** A no may be a person's or come of nobody being there, and to harm or to what memory doubts: in each case nobody said yes. */
function ofReply({ from, to, payload: { allowed, edited } }: MessageOf<'ConfirmReply'>): Row {
  if (edited !== undefined) return [from, 'says', `rather ${edited}`];
  return allowed ? [from, 'says yes', ''] : [to, 'leaves it', 'nobody said yes to it'];
}

function ofMessage(message: Message, epsilon: number | undefined): readonly Row[] {
  const { from, to } = message;
  switch (message.type) {
    case 'ClarifyQuestion':
      return [[from, 'asks', message.payload.question]];
    case 'ClarifyAnswer':
      return [[from, 'answers', message.payload.answer]];
    case 'TaskSpec':
      return to === 'R2' ? [[from, 'understood', message.payload.intent]] : [];
    case 'DispatchManifest': {
      const { round, subtasks } = message.payload;
      return to === 'R4b' ? [[from, 'plans', `round ${round}: ${counted(subtasks.length, 'sub-task')}`]] : [];
    }
    case 'SubTask': {
      const { index, intent, tools } = message.payload;
      return to === 'R3' ? [[from, 'hands out', `${index}. ${intent} (${tools.join(', ') || 'no tools'})`]] : [];
    }
    case 'ConfirmRequest':
      return [[from, 'asks', `${message.payload.tool}: ${message.payload.action} (${message.payload.reason})`]];
    case 'ConfirmReply':
      return [ofReply(message)];
    case 'InterruptedCall':
      return [[from, 'asks', `${message.payload.tool}: ${message.payload.action} (artoo was stopped while it ran: did it take effect?)`]];
    case 'InterruptedReply':
      return [[from, 'says', message.payload.answer]];
    case 'ExecutionResult': {
      const { tool_calls, status, reason, refused, output } = message.payload;
      return [...(refused ? [] : tool_calls.flatMap((call) => ofFailedCall(from, call))), [from, status, reason ?? textOf(output)]];
    }
    case 'CorrectionSignal':
      return [[from, 'corrects', `attempt ${message.payload.attempt_number}: ${message.payload.what_was_wrong}`]];
    case 'SubTaskOutcome':
      if (message.payload.refused) return []; // told when it happened
      return to === 'R4b' ? message.payload.criteria_verdicts.map((verdict) => ofVerdict(from, verdict)) : [];
    case 'GroupMatched':
      return [[from, 'hands on', `what group ${message.payload.sequence} found`]];
    case 'OutcomeSummary':
      return message.payload.task_verdicts.map((verdict) => ofVerdict(from, verdict));
    case 'ReplanRequest':
      return [[from, 'missed', message.payload.gap_summary]];
    case 'PlanDirective':
      return ofDirective(from, message.payload, epsilon);
    case 'Answer':
      return [[from, 'answers', message.payload.answer]];
    case 'PlanFailed':
      return [[from, 'no plan', message.payload.reasons.join('; ')]];
    case 'Failure':
      return [[from, 'failure', `${message.payload.code}: ${message.payload.detail}`]];
    case 'Cancel':
      return [[from, 'cancels', message.payload.why]];
    case 'Megram':
      return [[from, 'teaches', message.payload.content]];
    default:
      return [];
  }
}

/** What was measured, which kind of plan comes next, and what it must do without. */
function ofDirective(from: string, directive: PlanDirective, epsilon: number | undefined): readonly Row[] {
  const { prev_directive, failed_criterion, blocked_tools, blocked_targets } = directive;
  const blocked = [...blocked_tools, ...blocked_targets.map(({ tool, target }) => `${tool} ${target}`)];
  const aim = failed_criterion === null ? '' : `, to meet "${failed_criterion}"`;
  return [
    [from, 'measures', measure(directive, epsilon)],
    [from, 'directs', `${prev_directive}→${directive.directive}${aim}`],
    ...(blocked.length === 0 ? [] : [[from, 'blocks', blocked.join(', ')] as const]),
  ];
}

/** Rejected plans are told with the reasons, ends of tasks with the rationale; the rest is told by the message that follows. */
function ofDecision(decision: DecisionEntry): readonly Row[] {
  const { role } = decision;
  switch (decision.name) {
    case 'calibration':
      return ofCalibration(decision);
    case 'plan_rejected':
      return decision.result.reasons.map((reason) => [role, 'rejects', `the plan: ${reason}`]);
    case 'accept':
    case 'success':
    case 'abandon':
      return [[role, 'decides', decision.result.rationale]];
    case 'unknown':
      return [[role, 'decides', decision.called]];
    default:
      return [];
  }
}

/** What memory says, the most important first; and why it says nothing, where it could not be asked. */
function ofCalibration({ role, result: { entries, missing } }: Calibration): readonly Row[] {
  const more = entries.length - maxRemembered;
  const texts = [
    ...(missing === null ? [] : [`nothing: ${missing}`]),
    ...entries.slice(0, maxRemembered).map(({ kind, text }) => `${kind}: ${text}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return texts.map((text) => [role, 'remembers', text]);
}

const maxRemembered = 3;

/** A tool is named when it is called: what comes of it may take a while. */
function ofIntent({ effect, role, input }: Intent): readonly Row[] {
  const request = effect === 'tool' ? ToolRequest.safeParse(input) : undefined;
  if (!request?.success) return [];
  const { tool, input: asked } = request.data;
  return [[role, tool, targetIn(asked)]];
}

const ofFailedCall = (from: string, { ok, tool, output_head_tail }: ToolCall): readonly Row[] =>
  ok ? [] : [[from, 'failed call', `${tool}: ${output_head_tail}`]];

const ofVerdict = (from: string, { verdict, criterion, evidence }: CriterionVerdict): Row => [from, verdict, `${criterion} (${evidence})`];

const list = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${clean(item)}`)];

const block = (text: string): readonly string[] => (text === '' ? [] : ['', ...visibleLines(text).map((row) => `  ${row}`)]);

const widest = 220;

/** One short row of text. */
const clean = (text: string): string => clip(visible(text.replaceAll(/\s+/g, ' ').trim()), widest);
