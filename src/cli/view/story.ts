/** Entries and results as plain lines for a person. Pure, so that a terminal, a file and a test see the same. */
import type { FinalResult } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Message } from '../../contracts/messages.ts';
import type { Entry, Intent } from '../../journal/entry.ts';
import { ToolRequest } from '../../tools/tool.ts';

/** What one entry tells, if anything: who did what, in a line or a few. */
export function telling(entry: Entry): readonly string[] {
  if (entry.kind === 'message') return ofMessage(entry);
  if (entry.kind === 'intent') return ofIntent(entry);
  if (entry.kind === 'refusal') return [line(entry.from, 'refused', `${entry.type} to ${entry.to}: ${entry.detail}`)];
  if (entry.kind === 'decision') return [line(entry.role, entry.name, '')];
  if (entry.kind === 'halt') return [line('Host', 'halted', entry.detail)];
  return [];
}

/** The end of a task: the result, what is missing, what changed, what it cost. */
export function story(result: FinalResult): readonly string[] {
  const { directive, reason, summary, output, unmet, ungrounded, next_moves, changed, loss, cost } = result;
  return [
    '',
    `${heading[directive]} (${reason}): ${clean(summary)}`,
    ...block(typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output)),
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
    `loss     D ${fixed(loss.D)}  P ${fixed(loss.P)}  Ω ${fixed(loss.Omega)}  L ${fixed(loss.L)}`,
    `cost     ${counted(cost.model_calls, 'model call')}, ${counted(cost.tool_calls, 'tool call')}, ${(cost.active_ms / 1000).toFixed(1)} s`,
  ];
}

const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

function ofMessage(message: Message): readonly string[] {
  const { from, to } = message;
  switch (message.type) {
    case 'TaskSpec':
      return to === 'R2' ? [line(from, 'understood', message.payload.intent)] : [];
    case 'DispatchManifest':
      return to === 'R4b' ? [line(from, 'planned', counted(message.payload.subtasks.length, 'sub-task'))] : [];
    case 'SubTask':
      return to === 'R3' ? [line(from, 'hands out', `${message.payload.index}. ${message.payload.intent}`)] : [];
    case 'ExecutionResult':
      return [
        ...message.payload.tool_calls.flatMap((call) => ofFailedCall(from, call)),
        line(from, message.payload.status, message.payload.reason ?? ''),
      ];
    case 'SubTaskOutcome':
      return to === 'R4b' ? message.payload.criteria_verdicts.map((verdict) => ofVerdict(from, verdict)) : [];
    case 'OutcomeSummary':
      return message.payload.task_verdicts.map((verdict) => ofVerdict(from, verdict));
    case 'ReplanRequest':
      return [line(from, 'gap', message.payload.gap_summary)];
    case 'PlanFailed':
      return [line(from, 'no plan', message.payload.reasons.join('; '))];
    case 'Failure':
      return [line(from, 'failure', `${message.payload.code}: ${message.payload.detail}`)];
    case 'Cancel':
      return [line(from, 'cancels', message.payload.why)];
    default:
      return [];
  }
}

/** A tool is named when it is called: what comes of it may take a while. */
function ofIntent({ effect, role, input }: Intent): readonly string[] {
  const request = effect === 'tool' ? ToolRequest.safeParse(input) : undefined;
  if (!request?.success) return [];
  const { tool, input: asked } = request.data;
  const [first = ''] = typeof asked === 'object' && asked !== null ? Object.values(asked) : [];
  return [line(role, tool, typeof first === 'string' ? first : JSON.stringify(first))];
}

const ofFailedCall = (from: string, { ok, tool, target, output_head_tail }: ToolCall): readonly string[] =>
  ok ? [] : [line(from, 'failed call', `${tool} ${target}: ${output_head_tail}`)];

const ofVerdict = (from: string, { verdict, criterion, evidence }: CriterionVerdict): string =>
  line(from, verdict, `${criterion}  (${evidence})`);

const line = (who: string, what: string, about: string): string => `${who.padEnd(5)} ${clean(what).padEnd(12)} ${clean(about)}`.trimEnd();

const list = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${clean(item)}`)];

const block = (text: string): readonly string[] =>
  text === '' ? [] : ['', ...text.split(/\r?\n/).map((row) => `  ${visible(row.replaceAll('\t', '    '))}`)];

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const fixed = (value: number): string => value.toFixed(2);

/** One short row of text. */
const clean = (text: string): string => {
  const row = visible(text.replaceAll(/\s+/g, ' ').trim());
  return row.length > 160 ? `${row.slice(0, 159).replace(/[\ud800-\udbff]$/, '')}…` : row; // half a character goes with the rest
};

/** Control, format and bidi characters cannot draw on the terminal: they are shown as a mark. */
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
