/** One attempt at a sub-task: its calls, the questions about them, what the executor reported, and what the judge found wrong. */
import type { CorrectionSignal, ExecutionResult } from '../../contracts/execution.ts';
import type { MessageOf, PayloadOf } from '../../contracts/messages.ts';
import type { Intent, Outcome } from '../../journal/entry.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { targetIn } from './call-target.ts';
import type { Room } from './limits.ts';
import type { Mutable } from './mutable.ts';
import { beginning, textOf, words } from './short-copies.ts';

export type CallStory = {
  /** The entry of the intent, or of the report for a call that was refused before it was made. */
  readonly seq: number;
  readonly key: string;
  readonly tool: string;
  readonly target: string;
  readonly state: 'ok' | 'failed' | 'needs a yes' | 'not made' | 'unknown';
  /** The class of the error, or the code of the failure. */
  readonly error: string | null;
  readonly exit_code: number | null;
  /** The beginning of its output. */
  readonly output: string;
  readonly ms: number | null;
};

export type QuestionStory = {
  readonly seq: number;
  /** Known harm, a mixed record in memory, or a call that was interrupted when artoo stopped. */
  readonly about: 'harm' | 'doubt' | 'interrupted';
  readonly tool: string;
  readonly action: string;
  readonly reason: string;
  readonly network: boolean;
  /** How many effects of each kind the call would have had, and how many were not listed. */
  readonly effects: { readonly created: number; readonly changed: number; readonly deleted: number; readonly metadata: number };
  readonly more: number;
  readonly answer: {
    readonly seq: number;
    readonly says: 'yes' | 'no' | 'another' | PayloadOf<'InterruptedReply'>['answer'];
    /** The command that the person wants tried instead. */
    readonly edited: string | null;
    /** The rule that was added with the approval. */
    readonly rule: string | null;
  } | null;
};

export type AttemptStory = {
  /** The first entry of the attempt. */
  readonly seq: number;
  readonly attempt: number;
  /** Calls by the executor and by its judge. */
  readonly model_calls: number;
  readonly calls: readonly CallStory[];
  readonly questions: readonly QuestionStory[];
  readonly claim: {
    readonly seq: number;
    readonly status: ExecutionResult['status'];
    readonly says: string;
    readonly reason: string | null;
    readonly refused: boolean;
  } | null;
  readonly correction: {
    readonly seq: number;
    readonly criterion: string;
    readonly failure_class: CorrectionSignal['failure_class'];
    readonly wrong: string;
    readonly to_do: string;
  } | null;
};

const maxOutputLength = 600;
const maxWordsLength = 2_000;

export function newAttempt(attempt: number, seq: number): Mutable<AttemptStory> {
  return { seq, attempt, model_calls: 0, calls: [], questions: [], claim: null, correction: null };
}

const newCall = (seq: number, key: string, tool: string, target: string): Mutable<CallStory> => ({
  seq,
  key: words(key, 100),
  tool: words(tool, 80),
  target: beginning(target, maxOutputLength),
  state: 'unknown',
  error: null,
  exit_code: null,
  output: '',
  ms: null,
});

/** A call that is about to be made. */
export function callOf({ seq, key, input }: Intent): Mutable<CallStory> {
  const request = ToolRequest.safeParse(input).data;
  return newCall(seq, key, request?.tool ?? '(unreadable)', request ? targetIn(request.input) : '');
}

/** Closes a call with its outcome. */
export function addOutcome(call: Mutable<CallStory>, { ms, result }: Outcome): void {
  call.ms = ms;
  if (!result.ok) {
    Object.assign(call, { state: 'failed', error: result.code, output: beginning(result.detail, maxOutputLength) });
    return;
  }
  const { ok, harm, error, exit_code, output } = ToolResult.safeParse(result.value).data ?? { ok: false, output: '' };
  call.state = harm ? 'needs a yes' : ok ? 'ok' : 'failed';
  call.error = error?.class ?? null;
  call.exit_code = exit_code ?? null;
  call.output = beginning(harm ? harm.reason : joined(error?.message, output), maxOutputLength);
}

const joined = (message: string | undefined, output: string): string =>
  message === undefined ? output : `${message}\n${output}`.trimEnd();

const interruption = {
  reason: 'artoo was stopped while this was running, and it is not known whether it took effect',
  network: false,
  effects: [],
  more: 0,
} as const;

export function questionOf({ seq, type, payload }: MessageOf<'ConfirmRequest' | 'InterruptedCall'>): Mutable<QuestionStory> {
  const { reason, network, effects, more } = type === 'ConfirmRequest' ? payload : interruption;
  const count = (change: string) => effects.filter((effect) => effect.change === change).length;
  return {
    seq,
    about: type === 'InterruptedCall' ? 'interrupted' : payload.caution ? 'doubt' : 'harm',
    tool: words(payload.tool, 80),
    action: beginning(payload.action, maxOutputLength),
    reason: words(reason),
    network,
    effects: { created: count('created'), changed: count('changed'), deleted: count('deleted'), metadata: count('metadata') },
    more,
    answer: null,
  };
}

export function answerOf({ seq, type, payload }: MessageOf<'ConfirmReply' | 'InterruptedReply'>): QuestionStory['answer'] {
  if (type === 'InterruptedReply') return { seq, says: payload.answer, edited: null, rule: null };
  const { allowed, edited, rule } = payload;
  return {
    seq,
    says: edited !== undefined ? 'another' : allowed ? 'yes' : 'no',
    edited: edited === undefined ? null : beginning(edited, maxOutputLength),
    rule: rule === undefined ? null : words(rule),
  };
}

/** Adds what the report contains: the target of each call, and the calls that were refused before they were made. */
export function addClaim(attempt: Mutable<AttemptStory>, { seq, payload }: MessageOf<'ExecutionResult'>, room: Room): void {
  const { status, output, reason, refused, tool_calls } = payload;
  const made = new Map(attempt.calls.map((call) => [call.key, call]));
  for (const { call_id, tool, target, error_class, output_head_tail } of tool_calls) {
    const call = made.get(call_id);
    const about = newCall(seq, call_id, tool, target);
    if (call) call.target = about.target;
    else if (error_class === 'refused' && room.take('calls'))
      attempt.calls.push({ ...about, state: 'not made', error: 'refused', output: beginning(output_head_tail, maxOutputLength) });
  }
  const why = reason === null ? null : beginning(reason, maxWordsLength);
  attempt.claim = { seq, status, says: textOf(output, maxWordsLength), reason: why, refused };
}

export const correctionOf = ({ seq, payload }: MessageOf<'CorrectionSignal'>): AttemptStory['correction'] => ({
  seq,
  criterion: words(payload.failed_criterion),
  failure_class: payload.failure_class,
  wrong: beginning(payload.what_was_wrong, maxWordsLength),
  to_do: beginning(payload.what_to_do, maxWordsLength),
});
