/**
 * What an editor is sent for each entry of a task. The only place that maps the journal to the protocol. Pure, except for what it remembers about
 * earlier entries.
 */
import type { PlanEntry, SessionUpdate, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Live } from '../app/drive/drive.ts';
import type { FileEffect } from '../contracts/control.ts';
import type { PayloadOf } from '../contracts/messages.ts';
import { oneLine } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import type { Entry, Intent, MessageEntry, Outcome } from '../journal/entry.ts';
import { ModelAnswer } from '../models/model.ts';
import { ToolRequest, ToolResult } from '../tools/tool.ts';
import { planLines } from '../view/asking/plan-lines.ts';
import { replanSentence } from '../view/words/replan-sentence.ts';
import { effectDiffs, writtenDiffs } from './call-diffs.ts';
import { callFacts } from './call-facts.ts';
import { endingText } from './ending-text.ts';
import { asContent, fenced, fromAgent, fromPerson, text, thought } from './protocol-text.ts';

export type TaskUpdates = {
  /** `isPast`: the editor gets nothing about this entry, and nothing about its calls until they change. */
  see(entry: Entry, isPast?: boolean): readonly SessionUpdate[];
  /** Live output of models and commands. The entry that follows adds only what is still missing. */
  hear(piece: Live): readonly SessionUpdate[];
  /** The call that a question with this hash is about; the editor gets the call together with the question. */
  callAskedAbout(hash: string): string | undefined;
};

/** One call as it is shown to the editor, from its first try until its end: after an approval it runs again under the same id. */
type Call = { readonly id: string; readonly request: ToolRequest; effects: readonly FileEffect[] };

type Options = {
  /** Whether the editor also gets the person's own messages, which it does not have yet. */
  readonly isReplay?: boolean;
};

export function createTaskUpdates({ isReplay = false }: Options = {}): TaskUpdates {
  const underWay = new Map<string, Call>();
  /** Calls that wait for approval, by the hash of their effects. */
  const asked = new Map<string, Call>();
  /** Model steps of the executor that are under way, and those that are over. */
  const [speaking, over] = [new Set<string>(), new Set<string>()];
  /** What the editor has been sent of the step that is being streamed. Steps that run alongside it are sent whole, so that no two are mixed. */
  let heard: { readonly key: string; text: string } | undefined;
  /** Calls that the editor has been told about. */
  const told = new Set<string>();
  let task = '';
  let plan: readonly (PlanEntry & { readonly id: string })[] = [];

  function begin({ key, input }: Intent): readonly SessionUpdate[] {
    const request = ToolRequest.safeParse(input).data;
    if (!request) return [];
    const again = request.approved === undefined ? undefined : asked.get(request.approved);
    const call = { id: again?.id ?? `${task}/${key}`, request, effects: again?.effects ?? [] };
    underWay.set(key, call);
    return [callUpdate(call, { status: 'in_progress' })];
  }

  /** The first update of a call contains everything known about it. */
  function callUpdate({ id, request }: Call, more: Omit<ToolCallUpdate, 'toolCallId'>): SessionUpdate {
    if (told.has(id)) return { sessionUpdate: 'tool_call_update', toolCallId: id, ...more };
    told.add(id);
    return { sessionUpdate: 'tool_call', toolCallId: id, ...callFacts(request), rawInput: request.input, ...more } as SessionUpdate; // no field is null
  }

  function end({ key, result }: Outcome): readonly SessionUpdate[] {
    const call = underWay.get(key);
    if (!call) return [];
    underWay.delete(key);
    const ended = (status: 'completed' | 'failed', content: ToolCallContent[], paths: readonly string[] = []): readonly SessionUpdate[] => [
      callUpdate(call, { status, content, ...(paths.length > 0 && { locations: paths.map((path) => ({ path })) }) }),
    ];
    if (!result.ok) return ended('failed', [text(visible(result.detail))]);
    const called = ToolResult.safeParse(result.value).data;
    if (!called) return ended('failed', []);
    if (called.harm) {
      asked.set(called.harm.hash, { ...call, effects: called.harm.effects });
      const content = effectDiffs(called.harm.effects).map(asContent);
      return [callUpdate(call, { status: 'pending', content })];
    }
    const { ok, output, error, changed = [] } = called;
    const known = effectDiffs(changed.map((effect) => call.effects.find(isSame(effect)) ?? effect));
    const diffs = known.length > 0 ? known : writtenDiffs(call.request, changed);
    const said = [...(ok ? [] : [error?.message ?? 'it failed']), output]
      .filter((part) => part.trim() !== '')
      .map((part) => text(fenced(part)));
    return ended(
      ok ? 'completed' : 'failed',
      [...diffs.map(asContent), ...said],
      changed.map(({ path }) => path),
    );
  }

  function planned(id: string, status: PlanEntry['status'], note = ''): readonly SessionUpdate[] {
    plan = plan.map((entry) => (entry.id === id ? { ...entry, status, content: `${entry.content}${note}` } : entry));
    return [planUpdate(plan)];
  }

  function tell(message: MessageEntry): readonly SessionUpdate[] {
    switch (message.type) {
      case 'UserInput':
        return isReplay ? [fromPerson(message.payload.text)] : [];
      case 'ClarifyAnswer':
        return isReplay ? [fromPerson(message.payload.answer)] : [];
      case 'PlanReply':
        return isReplay ? [fromPerson(message.payload.approved ? 'approve' : (message.payload.instead ?? 'no'))] : [];
      case 'Steer':
        return isReplay && message.to === 'R2' ? [fromPerson(message.payload.text)] : [];
      case 'ClarifyQuestion':
        return [fromAgent(message.payload.question)];
      case 'PlanReview':
        return [fromAgent(reviewText(message.payload))];
      case 'DispatchManifest':
        if (message.to !== 'R4b') return []; // the other role gets the same message
        plan = message.payload.subtasks.map(({ subtask_id, intent }) => ({
          id: subtask_id,
          content: visible(intent),
          priority: 'medium',
          status: 'pending',
        }));
        return [planUpdate(plan)];
      case 'SubTask':
        return message.to === 'R3' ? planned(message.payload.subtask_id, 'in_progress') : [];
      case 'SubTaskOutcome': {
        const { subtask_id, status, failure_reason } = message.payload;
        if (message.to !== 'R4b') return [];
        return status === 'matched'
          ? planned(subtask_id, 'completed')
          : planned(subtask_id, 'pending', ` (not achieved: ${oneLine(failure_reason ?? 'it failed', 200)})`);
      }
      case 'PlanDirective':
        return [thought(replanSentence(message.payload))];
      case 'ConfirmReply':
        return message.payload.allowed ? [] : refused(message.payload);
      case 'FinalResult':
        return [fromAgent(endingText(message.payload))];
      default:
        return [];
    }
  }

  function refused({ hash, unanswered }: PayloadOf<'ConfirmReply'>): readonly SessionUpdate[] {
    const call = asked.get(hash);
    if (!call) return [];
    const why = unanswered ? 'Not done: it needs your yes, and this editor could not ask for it.' : 'Not done: you said no.';
    return [callUpdate(call, { status: 'failed', content: [...effectDiffs(call.effects).map(asContent), text(why)] })];
  }

  function updatesOf(entry: Entry): readonly SessionUpdate[] {
    if (entry.kind === 'open') task = entry.task_id;
    if (entry.kind === 'message') return tell(entry);
    if (entry.kind === 'intent' && entry.effect === 'tool') return begin(entry);
    if (entry.kind === 'intent' && entry.effect === 'model' && entry.role === 'R3') speaking.add(entry.key);
    if (entry.kind !== 'outcome') return [];
    if (!speaking.delete(entry.key)) return end(entry);
    over.add(entry.key);
    const told = heard?.key === entry.key ? heard.text : '';
    if (heard?.key === entry.key) heard = undefined;
    return narration(entry, told);
  }

  return {
    hear(piece) {
      if ('text' in piece && piece.role === 'R3' && !over.has(piece.key)) {
        heard ??= { key: piece.key, text: '' };
        if (heard.key !== piece.key) return [];
        heard.text += piece.text;
        return [thought(piece.text)];
      }
      const call = 'output' in piece ? underWay.get(piece.key) : undefined;
      return call && 'output' in piece ? [callUpdate(call, { status: 'in_progress', content: [text(fenced(piece.output))] })] : [];
    },
    callAskedAbout(hash) {
      const id = asked.get(hash)?.id;
      if (id !== undefined) told.add(id);
      return id;
    },
    see(entry, isPast = false) {
      const updates = updatesOf(entry);
      if (!isPast) return updates;
      told.clear();
      return [];
    },
  };
}

/** The text of the executor with its calls, without what the editor already has. The last answer comes with the end of the task. */
function narration({ result }: Outcome, told: string): readonly SessionUpdate[] {
  const answer = result.ok ? ModelAnswer.safeParse(result.value).data : undefined;
  const said = answer && (answer.calls.length > 0 || told !== '') ? answer.text.trim() : '';
  if (said === '') return told === '' ? [] : [thought('\n\n')];
  const known = told.trimStart();
  const rest = said.startsWith(known) ? said.slice(known.length) : known.trimEnd() === said ? '' : `\n\n${said}`; // a slow editor has missed some of it
  return [thought(`${rest}\n\n`)];
}

const isSame =
  ({ path, change }: FileEffect) =>
  (effect: FileEffect): boolean =>
    effect.path === path && effect.change === change;

const reviewText = (plan: PayloadOf<'PlanReview'>): string =>
  `${fenced(planLines(plan).join('\n'))}\n\nReply \`approve\` to have it carried out, or say what to do instead.`;

const planUpdate = (entries: readonly (PlanEntry & { readonly id: string })[]): SessionUpdate => ({
  sessionUpdate: 'plan',
  entries: entries.map(({ content, priority, status }) => ({ content, priority, status })),
});
