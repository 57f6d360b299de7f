/** Entries and results as plain lines for a person. Pure, so that a terminal, a file and a test see the same. */
import type { FinalResult, PlanDirective } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Json } from '../../contracts/json.ts';
import type { Message } from '../../contracts/messages.ts';
import { clip } from '../../contracts/shorten.ts';
import { defaults } from '../../control/hyperparameters.ts';
import type { Entry, Intent } from '../../journal/entry.ts';
import { ToolRequest } from '../../tools/tool.ts';

/** Who did what, and what about. */
type Row = readonly [who: string, what: string, about: string];

/** What one entry tells, if anything, in a line or a few. Paths below `home` are shown from there. */
export function telling(entry: Entry, home?: string): readonly string[] {
  return rowsOf(entry).map(([who, what, about]) => {
    const near = home === undefined ? about : about.replaceAll(`${home}/`, '');
    return `${who.padEnd(5)} ${clean(what).padEnd(12)} ${clean(near)}`.trimEnd();
  });
}

/** The end of a task: the result, what is missing, what changed, what it cost. */
export function story(result: FinalResult): readonly string[] {
  const { directive, reason, summary, output, unmet, ungrounded, next_moves, changed, cost } = result;
  return [
    '',
    `${heading[directive]} (${reason}): ${clean(summary)}`,
    ...block(textOf(output)),
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
    `loss     ${measure(result)}  ${result.prev_directive}→${directive}`,
    `cost     ${counted(cost.model_calls, 'model call')}, ${counted(cost.tool_calls, 'tool call')}, ${(cost.active_ms / 1000).toFixed(1)} s`,
  ];
}

const textOf = (output: Json): string => (typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output));

const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

function rowsOf(entry: Entry): readonly Row[] {
  switch (entry.kind) {
    case 'message':
      return ofMessage(entry);
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

function ofMessage(message: Message): readonly Row[] {
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
      return [message.payload.allowed ? [from, 'says yes', ''] : ['Law 1', 'refuses', 'nobody said yes to it']];
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
      return ofDirective(from, message.payload);
    case 'Answer':
      return [[from, 'answers', message.payload.answer]];
    case 'PlanFailed':
      return [[from, 'no plan', message.payload.reasons.join('; ')]];
    case 'Failure':
      return [[from, 'failure', `${message.payload.code}: ${message.payload.detail}`]];
    case 'Cancel':
      return [[from, 'cancels', message.payload.why]];
    default:
      return [];
  }
}

/** What was measured, which kind of plan comes next, and what it must do without. */
function ofDirective(from: string, directive: PlanDirective): readonly Row[] {
  const { prev_directive, failed_criterion, blocked_tools, blocked_targets } = directive;
  const blocked = [...blocked_tools, ...blocked_targets.map(({ tool, target }) => `${tool} ${target}`)];
  const aim = failed_criterion === null ? '' : `, to meet "${failed_criterion}"`;
  return [
    [from, 'measures', measure(directive)],
    [from, 'directs', `${prev_directive}→${directive.directive}${aim}`],
    ...(blocked.length === 0 ? [] : [[from, 'blocks', blocked.join(', ')] as const]),
  ];
}

/** What the message that follows tells better. */
const quiet: ReadonlySet<string> = new Set(['plan', 'break_symmetry', 'change_approach', 'change_path', 'refine']);

/** Rejected plans are told with the reasons, ends of tasks with the rationale; the rest is told by the message that follows. */
function ofDecision({ role, name, result }: Extract<Entry, { kind: 'decision' }>): readonly Row[] {
  if (quiet.has(name)) return [];
  if (name === 'plan_rejected') return textsIn(result, 'reasons').map((reason) => [role, 'rejects', `the plan: ${reason}`]);
  if (Object.hasOwn(heading, name)) return [[role, 'decides', textsIn(result, 'rationale')[0] ?? name]];
  return [[role, 'decides', name]];
}

/** The texts under a key, whether there are many, one or none. */
function textsIn(value: Json, key: string): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const found: Json | undefined = Object.hasOwn(value, key) ? (value as Readonly<Record<string, Json>>)[key] : undefined; // an object, as seen above
  return [found ?? []].flat().filter((item) => typeof item === 'string');
}

/** What a call is about, by the names that tools give it. */
const mainFields = ['path', 'pattern', 'command', 'query', 'url'];

/** A tool is named when it is called: what comes of it may take a while. */
function ofIntent({ effect, role, input }: Intent): readonly Row[] {
  const request = effect === 'tool' ? ToolRequest.safeParse(input) : undefined;
  if (!request?.success) return [];
  const { tool, input: asked } = request.data;
  const fields = new Map(typeof asked === 'object' && asked !== null ? Object.entries(asked) : []);
  const main = mainFields.map((name) => fields.get(name)).find((value) => value !== undefined) ?? [...fields.values()][0] ?? '';
  return [[role, tool, typeof main === 'string' ? main : JSON.stringify(main)]];
}

const ofFailedCall = (from: string, { ok, tool, output_head_tail }: ToolCall): readonly Row[] =>
  ok ? [] : [[from, 'failed call', `${tool}: ${output_head_tail}`]];

const ofVerdict = (from: string, { verdict, criterion, evidence }: CriterionVerdict): Row => [from, verdict, `${criterion} (${evidence})`];

/** D, P, Ω, L and where the loss is going. */
function measure({ loss: { D, P, Omega, L }, grad_l, prev_directive }: Pick<FinalResult, 'loss' | 'grad_l' | 'prev_directive'>): string {
  const trend = prev_directive === 'init' ? '⊥' : `${arrow(grad_l)} ${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;
  return `D ${D.toFixed(2)}  P ${P.toFixed(2)}  Ω ${Omega.toFixed(2)}  L ${L.toFixed(2)}  ∇L ${trend}`;
}

/** Down is better. */
function arrow(gradient: number): string {
  if (Math.abs(gradient) < defaults.epsilon) return '→';
  return gradient > 0 ? '↑' : '↓';
}

const list = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${clean(item)}`)];

const block = (text: string): readonly string[] =>
  text === '' ? [] : ['', ...text.split(/\r?\n/).map((row) => `  ${visible(row.replaceAll('\t', '    '))}`)];

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const widest = 220;

/** One short row of text. */
const clean = (text: string): string => clip(visible(text.replaceAll(/\s+/g, ' ').trim()), widest);

/** Control, format and bidi characters cannot draw on the terminal: they are shown as a mark. */
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
