/** One attempt at a sub-task as it is told: the calls, the questions about them, what the executor says came of it, and what was wrong with it. */
import type { CorrectionSignal, ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { MessageOf, PayloadOf } from '../../contracts/messages.ts';
import type { Intent, Outcome } from '../../journal/entry.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { targetIn } from './call-target.ts';
import { beginning, textOf, words } from './kept.ts';
import type { Room } from './limits.ts';
import type { Mutable } from './mutable.ts';

export type CallStory = {
  /** The intent; of a call that was refused before it was made, what reported it. */
  readonly seq: number;
  readonly key: string;
  readonly tool: string;
  readonly target: string;
  readonly state: 'ok' | 'failed' | 'needs a yes' | 'not made' | 'unknown';
  /** The class of the error, or the code of the failure. */
  readonly error: string | null;
  readonly exit_code: number | null;
  /** How what came back begins. */
  readonly output: string;
  readonly ms: number | null;
};

export type QuestionStory = {
  readonly seq: number;
  /** A harm that needs a yes, something that memory has a mixed record of, or a call that artoo was stopped in. */
  readonly about: 'harm' | 'doubt' | 'interrupted';
  readonly tool: string;
  readonly action: string;
  readonly reason: string;
  readonly network: boolean;
  /** How many effects of each kind it would have had, and how many that nobody listed. */
  readonly effects: { readonly created: number; readonly changed: number; readonly deleted: number; readonly metadata: number };
  readonly more: number;
  readonly answer: {
    readonly seq: number;
    readonly says: 'yes' | 'no' | 'another' | PayloadOf<'InterruptedReply'>['answer'];
    /** The command to try in its place. */
    readonly edited: string | null;
    /** The rule that came with the yes. */
    readonly rule: string | null;
  } | null;
};

export type AttemptStory = {
  /** Its first entry. */
  readonly seq: number;
  readonly attempt: number;
  /** Of the executor and of whoever judged it. */
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

export const newAttempt = (attempt: number, seq: number): Mutable<AttemptStory> => ({
  seq,
  attempt,
  model_calls: 0,
  calls: [],
  questions: [],
  claim: null,
  correction: null,
});

/** A call that is about to be made. */
export function callOf({ seq, key, input }: Intent): Mutable<CallStory> {
  const request = ToolRequest.safeParse(input).data;
  const [tool, target] = request ? [request.tool, targetIn(request.input)] : ['(unreadable)', ''];
  return {
    seq,
    key,
    tool: words(tool, 80),
    target: beginning(target, maxOutputLength),
    state: 'unknown',
    error: null,
    exit_code: null,
    output: '',
    ms: null,
  };
}

/** What came of it. */
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

export const questionOf = ({ seq, payload }: MessageOf<'ConfirmRequest'>): Mutable<QuestionStory> => {
  const { tool, action, reason, network, effects, more, caution } = payload;
  const count = (change: string) => effects.filter((effect) => effect.change === change).length;
  return {
    seq,
    about: caution ? 'doubt' : 'harm',
    tool: words(tool, 80),
    action: beginning(action, maxOutputLength),
    reason: words(reason),
    network,
    effects: { created: count('created'), changed: count('changed'), deleted: count('deleted'), metadata: count('metadata') },
    more,
    answer: null,
  };
};

export const answerOf = ({ seq, payload: { allowed, edited, rule } }: MessageOf<'ConfirmReply'>): QuestionStory['answer'] => ({
  seq,
  says: edited !== undefined ? 'another' : allowed ? 'yes' : 'no',
  edited: edited === undefined ? null : beginning(edited, maxOutputLength),
  rule: rule === undefined ? null : words(rule),
});

export const interruptionOf = ({ seq, payload: { tool, action } }: MessageOf<'InterruptedCall'>): Mutable<QuestionStory> => ({
  seq,
  about: 'interrupted',
  tool: words(tool, 80),
  action: beginning(action, maxOutputLength),
  reason: 'artoo was stopped while it ran, and nobody knows whether it took effect',
  network: false,
  effects: { created: 0, changed: 0, deleted: 0, metadata: 0 },
  more: 0,
  answer: null,
});

/** The report names what each call was about, and calls that were refused before they were made. */
export function addClaim(attempt: Mutable<AttemptStory>, { seq, payload }: MessageOf<'ExecutionResult'>, room: Room): void {
  const { status, output, reason, refused, tool_calls } = payload;
  const told = new Map(attempt.calls.map((call) => [call.key, call]));
  for (const reported of tool_calls) {
    const call = told.get(reported.call_id);
    if (call) call.target = beginning(reported.target, maxOutputLength);
    else if (reported.error_class === 'refused' && room.take('calls')) attempt.calls.push(notMade(seq, reported));
  }
  const why = reason === null ? null : beginning(reason, maxWordsLength);
  attempt.claim = { seq, status, says: textOf(output, maxWordsLength), reason: why, refused };
}

const notMade = (seq: number, { call_id, tool, target, output_head_tail }: ToolCall): Mutable<CallStory> => ({
  seq,
  key: words(call_id, 100),
  tool: words(tool, 80),
  target: beginning(target, maxOutputLength),
  state: 'not made',
  error: 'refused',
  exit_code: null,
  output: beginning(output_head_tail, maxOutputLength),
  ms: null,
});

export const correctionOf = ({ seq, payload }: MessageOf<'CorrectionSignal'>): AttemptStory['correction'] => ({
  seq,
  criterion: words(payload.failed_criterion),
  failure_class: payload.failure_class,
  wrong: beginning(payload.what_was_wrong, maxWordsLength),
  to_do: beginning(payload.what_to_do, maxWordsLength),
});
