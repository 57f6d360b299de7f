/**
 * The spans of a task, made from its journal afterwards: task, round, plan, sub-task, attempt and, within these, every model step, tool, check and recall. Pure.
 */
import type { Cost } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import { isMeasured } from '../../contracts/decisions.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Entry, Intent, MessageEntry, Open, Outcome } from '../../journal/entry.ts';
import { aboutIntent, aboutOutcome } from './effect-attributes.ts';
import { attribute, evaluation, event, operation, operations, own } from './names.ts';
import { attemptPlace, placeAround, planPlace, roundPlace, subtaskIn, subtaskPlace, wholeTask } from './places.ts';
import type { Attributes, Span, SpanEvent } from './span.ts';
import { spanIdOf, type TraceParent, traceIdOf } from './trace-ids.ts';

type OpenSpan = { -readonly [K in keyof Span]: Span[K] } & {
  readonly around: string | undefined;
  readonly events: SpanEvent[];
};

export type SpanOptions = {
  readonly parent?: TraceParent | undefined;
  /** Whether prompts, answers, arguments, results and criteria are sent, too. */
  readonly withContent: boolean;
};

export type SpanMaker = {
  add(entry: Entry): void;
  /** Whether the task has ended: by a result, or because the host gave up. */
  readonly hasEnded: boolean;
  /** All spans, parents before their children. */
  spans(): readonly Span[];
};

export function createSpans(task_id: TaskId, { parent, withContent }: SpanOptions): SpanMaker {
  const trace = traceIdOf(task_id, parent);
  const made = new Map<string, OpenSpan>();
  const underWay = new Map<string, Intent>();
  /** In a fork: the effects under way at its beginning. */
  const inherited = new Map<string, Intent>();
  /** Rounds with a dispatched plan. */
  const planned = new Set<number>();
  let round = 1;
  let origin: Open['origin'];
  let last = 0;
  let hasEnded = false;

  /** The span of a place; it and all spans around it are extended to include this time. */
  function spanAt(place: string, ms: number, around = made.get(place)?.around ?? placeAround(place)): OpenSpan {
    const outer = around === undefined ? undefined : spanAt(around, ms);
    const known = made.get(place);
    if (known) {
      known.from = Math.min(known.from, ms);
      known.to = Math.max(known.to, ms);
      return known;
    }
    const ids = { trace, id: spanIdOf(task_id, place), parent: outer?.id ?? parent?.span, around };
    const span: OpenSpan = { ...ids, kind: 'internal', from: ms, to: ms, events: [], failed: undefined, ...aboutPart(place) };
    made.set(place, span);
    return span;
  }

  const describe = (span: OpenSpan, attributes: Attributes): void => {
    span.attributes = { ...span.attributes, ...attributes };
  };

  function begin(intent: Intent, ms: number): void {
    underWay.set(intent.key, intent);
    Object.assign(spanAt(intent.key, ms, placeOf(intent)), aboutIntent(intent, withContent));
  }

  /** What R2 does before a plan is dispatched is part of planning; handing out sub-tasks later is not. */
  function placeOf({ key, role }: Intent): string | undefined {
    const around = placeAround(key);
    return role === 'R2' && around && !planned.has(Number(around)) ? planPlace(Number(around)) : around;
  }

  function end(outcome: Outcome, ms: number): void {
    const intent = underWay.get(outcome.key);
    if (!intent) return;
    underWay.delete(outcome.key);
    const span = spanAt(outcome.key, ms);
    const { name = span.name, failed, attributes } = aboutOutcome(intent, outcome.result, withContent);
    Object.assign(span, { name, failed });
    describe(span, attributes);
  }

  function hear(message: MessageEntry, ms: number): void {
    switch (message.type) {
      case 'DispatchManifest':
        round = message.payload.round;
        planned.add(round);
        spanAt(roundPlace(round), ms);
        return;
      case 'PlanDirective':
        round += 1;
        return;
      case 'MemoryQuery': {
        const span = spanAt(recallPlace(message.id), ms, planPlace(round));
        span.name = `${operations.recall} memory`;
        describe(span, { [operation]: operations.recall, [own.role]: 'R5' });
        return;
      }
      case 'MemoryRecall':
        if (message.reply_to && made.has(recallPlace(message.reply_to))) spanAt(recallPlace(message.reply_to), ms);
        return;
      case 'CorrectionSignal': {
        const { subtask_id, attempt_number, failure_class, what_was_wrong } = message.payload;
        const { round: of, index } = subtaskIn(subtask_id);
        const attributes = {
          [own.failureClass]: failure_class ?? undefined,
          [evaluation.explanation]: withContent ? what_was_wrong : undefined,
        };
        spanAt(attemptPlace(of, index, attempt_number), ms).events.push({ name: event.corrected, ms, attributes });
        return;
      }
      case 'SubTaskOutcome': {
        if (message.to !== 'R4b') return; // R7 gets the same message as well
        const { subtask_id, status, criteria_verdicts } = message.payload;
        const { round: of, index } = subtaskIn(subtask_id);
        const span = spanAt(subtaskPlace(of, index), ms);
        describe(span, { [own.status]: status, [attribute.errorType]: status === 'failed' ? status : undefined });
        span.failed = status === 'failed' ? status : undefined;
        span.events.push(...verdicts(criteria_verdicts, ms));
        return;
      }
      case 'OutcomeSummary':
      case 'ReplanRequest':
        spanAt(roundPlace(round), ms).events.push(...verdicts(message.payload.task_verdicts ?? [], ms));
        return;
      case 'FinalResult': {
        const { directive, reason, cost, audited, failure } = message.payload;
        const task = spanAt(wholeTask, ms);
        task.failed = failure ?? (directive === 'abandon' ? reason : undefined);
        describe(task, {
          [own.directive]: directive,
          [own.reason]: reason,
          [own.audited]: audited,
          ...spent(cost, origin?.cost),
          [attribute.errorType]: task.failed,
        });
        hasEnded = true;
      }
    }
  }

  const verdicts = (list: readonly CriterionVerdict[], ms: number): readonly SpanEvent[] =>
    list.map(({ criterion, verdict, by, evidence, failure_class }, at) => ({
      name: evaluation.name,
      ms,
      attributes: {
        [evaluation.criterion]: withContent ? criterion : `criterion ${at + 1}`,
        [evaluation.verdict]: verdict,
        [evaluation.score]: { decimal: verdict === 'pass' ? 1 : 0 },
        [evaluation.explanation]: withContent ? evidence : undefined,
        [own.by]: by,
        [own.failureClass]: failure_class ?? undefined,
      },
    }));

  /**
   * Takes in an entry that a fork shares with its origin: only the state of the task and what was under way, because the rest is in the origin's
   * trace.
   */
  function share(entry: Entry): void {
    if (entry.kind === 'intent') inherited.set(entry.key, entry);
    if (entry.kind === 'outcome') inherited.delete(entry.key);
    if (entry.kind !== 'message') return;
    if (entry.type === 'TaskSpec') slugged(entry);
    if (entry.type === 'PlanDirective') round += 1;
    if (entry.type !== 'DispatchManifest') return;
    round = entry.payload.round;
    planned.add(round);
  }

  const slugged = (entry: MessageEntry & { readonly type: 'TaskSpec' }): void => {
    const task = made.get(wholeTask);
    if (task) describe(task, { [own.slug]: entry.payload.slug });
  };

  function opened(entry: Open): void {
    origin = entry.origin;
    const task = spanAt(wholeTask, Date.parse(origin?.at ?? entry.ts));
    describe(task, {
      [attribute.agentId]: task_id,
      [attribute.agentVersion]: entry.artoo,
      [attribute.conversation]: task_id,
      [own.origin]: origin?.task_id,
    });
  }

  return {
    add(entry) {
      if (entry.kind === 'open') return opened(entry);
      if (origin && entry.seq < origin.seq) return share(entry);
      const ms = Date.parse(entry.ts);
      last = Math.max(last, ms);
      const task = spanAt(wholeTask, ms);
      for (const intent of inherited.values()) begin(intent, ms);
      inherited.clear();
      if (entry.kind === 'intent') begin(entry, ms);
      if (entry.kind === 'outcome') end(entry, ms);
      if (entry.kind === 'message' && entry.type === 'TaskSpec') slugged(entry);
      if (entry.kind === 'message') hear(entry, ms);
      if (entry.kind === 'pause' && entry.resumed) task.events.push({ name: event.resumed, ms, attributes: {} });
      if (entry.kind === 'halt') {
        task.failed = entry.code;
        describe(task, { [attribute.errorType]: entry.code });
        hasEnded = true;
      }
      if (entry.kind !== 'decision' || !isMeasured(entry) || !('macro_state' in entry.result)) return;
      const { loss, grad_l, macro_state } = entry.result;
      describe(spanAt(roundPlace(round), ms), {
        [own.distance]: { decimal: loss.D },
        [own.implausibility]: { decimal: loss.P },
        [own.resources]: { decimal: loss.Omega },
        [own.loss]: { decimal: loss.L },
        [own.gradient]: { decimal: grad_l },
        [own.directive]: macro_state,
      });
    },
    get hasEnded() {
      return hasEnded;
    },
    spans() {
      for (const { key } of underWay.values()) {
        const span = spanAt(key, last);
        span.failed = 'interrupted';
        describe(span, { [attribute.errorType]: span.failed });
      }
      return [...made.values()];
    },
  };
}

const recallPlace = (message_id: string): string => `recall ${message_id}`;

/** What was spent, without the shared part of a fork, which is in the origin's trace. */
const spent = (cost: Cost, shared?: Cost): Attributes => ({
  [own.usd]: { decimal: cost.usd - (shared?.usd ?? 0) },
  [attribute.inputTokens]: cost.input_tokens - (shared?.input_tokens ?? 0),
  [attribute.outputTokens]: cost.output_tokens - (shared?.output_tokens ?? 0),
});

/** The name of a task, a round, a plan, a sub-task or an attempt. */
function aboutPart(place: string): Pick<Span, 'name' | 'attributes'> {
  if (place === wholeTask) return agent('artoo');
  const [numbers = '', part] = place.split('/');
  const [round, index, attempt] = numbers.split('.').map(Number);
  if (part === 'plan')
    return {
      name: `${operations.plan} R2`,
      attributes: { [operation]: operations.plan, [attribute.agentName]: 'R2', [own.role]: 'R2', [own.round]: round },
    };
  const where = { [own.round]: round, [own.subtask]: index, [own.attempt]: attempt };
  if (attempt !== undefined) return agent('R3', where);
  return index === undefined ? { name: `round ${round}`, attributes: where } : { name: `sub-task ${index}`, attributes: where };
}

const agent = (name: string, more: Attributes = {}): Pick<Span, 'name' | 'attributes'> => ({
  name: `${operations.agent} ${name}`,
  attributes: { [operation]: operations.agent, [attribute.agentName]: name, ...more },
});
