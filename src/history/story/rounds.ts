/**
 * The rounds of a task, folded from its entries one by one. Texts are cut, and open calls are found by their keys, so that a long journal needs
 * little memory.
 */
import { isMeasured } from '../../contracts/decisions.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import { defaults } from '../../control/hyperparameters.ts';
import type { DecisionEntry, Entry, Intent, MessageEntry, Outcome } from '../../journal/entry.ts';
import {
  type AttemptStory,
  addClaim,
  addOutcome,
  answerOf,
  type CallStory,
  callOf,
  correctionOf,
  type QuestionStory,
  questionOf,
} from './attempt.ts';
import { criterionOf } from './criteria.ts';
import type { Room } from './limits.ts';
import type { Mutable } from './mutable.ts';
import { placeOf } from './place.ts';
import { type Decided, gateOf, newRound, type RoundStory, reasonsIn, replyOf, reviewOf, turnOf } from './round.ts';
import { words } from './short-copies.ts';
import { addEnd, attemptOf, newSubTask, type SubTaskStory } from './subtask.ts';

export type Rounds = {
  add(entry: Entry): void;
  /** The round that the task is in; 0 before the first round. */
  readonly current: number;
  readonly decided: Decided;
  readonly all: readonly RoundStory[];
};

export function createRounds(room: Room): Rounds {
  const rounds = new Map<number, Mutable<RoundStory>>();
  const leftOut = new Set<number>();
  const subtasks = new Map<SubTaskId, Mutable<SubTaskStory>>();
  const byPlace = new Map<string, Mutable<SubTaskStory>>();
  const underWay = new Map<string, Mutable<CallStory>>();
  const questions = new Map<string, Mutable<QuestionStory>>();
  const reviews = new Map<string, Mutable<RoundStory['reviews'][number]>>();
  let current = 0;
  let decided: Decided = { seq: 0, rationale: '', epsilon: defaults.epsilon };

  /** The round by its number; it begins with the first entry that names it. */
  function roundOf(round: number, seq: number): Mutable<RoundStory> | undefined {
    const found = rounds.get(round);
    current = Math.max(current, round);
    if (found || round === 0 || leftOut.has(round)) return found;
    if (!room.take('rounds')) {
      leftOut.add(round);
      return undefined;
    }
    const added = newRound(round, seq);
    rounds.set(round, added);
    return added;
  }

  const here = (): Mutable<RoundStory> | undefined => rounds.get(current);
  const lastAttempt = (id: SubTaskId): Mutable<AttemptStory> | undefined => subtasks.get(id)?.attempts.at(-1);

  function addSubTask(round: Mutable<RoundStory> | undefined, subtask: Parameters<typeof newSubTask>[0], index: number, seq: number): void {
    if (!round || subtasks.has(subtask.subtask_id) || !room.take('subtasks')) return;
    const added = newSubTask(subtask, index, seq, room);
    round.subtasks.push(added);
    subtasks.set(subtask.subtask_id, added);
    byPlace.set(`${round.round}.${index}`, added);
  }

  function addManifest({ seq, to, payload }: MessageOf<'DispatchManifest'>): void {
    const round = roundOf(payload.round, seq);
    if (to !== 'R4b' || !round || round.plan) return;
    round.plan = { seq, subtasks: payload.subtasks.length, criteria: room.fit('criteria', payload.task_criteria).map(criterionOf) };
    for (const [at, subtask] of payload.subtasks.entries()) addSubTask(round, subtask, at + 1, seq);
  }

  function handOut({ seq, to, payload }: MessageOf<'SubTask'>): void {
    if (to !== 'R3') return;
    addSubTask(roundOf(payload.round, seq), payload, payload.index, seq);
    change(subtasks.get(payload.subtask_id), { seq, started: true, tools: payload.tools.slice(0, 50).map((tool) => words(tool, 80)) });
  }

  function addIntent(intent: Intent): void {
    const { round, subtask, attempt: number } = placeOf(intent.key);
    roundOf(round, intent.seq);
    if (subtask === 0) return;
    const attempt = attemptOf(byPlace.get(`${round}.${subtask}`), number, intent.seq);
    if (attempt && intent.effect === 'model') attempt.model_calls += 1;
    if (intent.effect !== 'tool' || !room.take('calls') || !attempt) return;
    const call = callOf(intent);
    attempt.calls.push(call);
    underWay.set(intent.key, call);
  }

  function closeCall(outcome: Outcome): void {
    const call = underWay.get(outcome.key);
    if (call) addOutcome(call, outcome);
    underWay.delete(outcome.key);
  }

  function ask(message: MessageOf<'ConfirmRequest' | 'InterruptedCall'>): void {
    const attempt = lastAttempt(message.payload.subtask_id);
    if (!attempt || !room.take('questions')) return;
    const question = questionOf(message);
    attempt.questions.push(question);
    questions.set(message.id, question);
  }

  function showPlan(message: MessageOf<'PlanReview'>): void {
    const round = roundOf(message.payload.round, message.seq);
    if (!round || !room.take('questions')) return;
    const review = reviewOf(message, room);
    round.reviews.push(review);
    reviews.set(message.id, review);
  }

  /** Ends a round, including its sub-tasks that were never started. */
  function closeRound(message: MessageOf<'ReplanRequest' | 'OutcomeSummary'>): void {
    change(here(), { gate: gateOf(message, room) });
    for (const outcome of message.payload.outcomes) addEnd(subtasks.get(outcome.subtask_id), outcome, message.seq, room);
  }

  function report(message: MessageOf<'ExecutionResult'>): void {
    const { subtask_id, attempt: number } = message.payload;
    const attempt = attemptOf(subtasks.get(subtask_id), number, message.seq);
    if (attempt) addClaim(attempt, message, room);
  }

  function addMessage(message: MessageEntry): void {
    switch (message.type) {
      case 'DispatchManifest':
        return addManifest(message);
      case 'SubTask':
        return handOut(message);
      case 'ConfirmRequest':
      case 'InterruptedCall':
        return ask(message);
      case 'ConfirmReply':
      case 'InterruptedReply':
        return change(questions.get(message.reply_to ?? ''), { answer: answerOf(message) });
      case 'PlanReview':
        return showPlan(message);
      case 'PlanReply':
        return change(reviews.get(message.reply_to ?? ''), { reply: replyOf(message) });
      case 'ExecutionResult':
        return report(message);
      case 'CorrectionSignal':
        return change(lastAttempt(message.payload.subtask_id), { correction: correctionOf(message) });
      case 'SubTaskOutcome':
        return addEnd(subtasks.get(message.payload.subtask_id), message.payload, message.seq, room);
      case 'ReplanRequest':
      case 'OutcomeSummary':
        return closeRound(message);
      case 'PlanDirective':
        return change(here(), { turn: turnOf(message, decided) });
      case 'PlanFailed': {
        const { seq, payload } = message;
        return change(roundOf(payload.round, seq), { no_plan: { seq, reasons: reasonsIn(payload.reasons, room) } });
      }
      case 'FinalResult':
        if (here()?.gate && !here()?.turn) change(here(), { turn: turnOf(message, decided) });
        return;
      default:
        return;
    }
  }

  function addDecision(decision: DecisionEntry): void {
    const { seq } = decision;
    if (decision.name === 'plan_rejected' && room.take('rejections'))
      here()?.rejected.push({ seq, reasons: reasonsIn(decision.result.reasons, room) });
    if (isMeasured(decision))
      decided = { seq, rationale: words(decision.result.rationale, 2_000), epsilon: decision.inputs.parameters.epsilon };
  }

  return {
    add(entry) {
      if (entry.kind === 'intent') addIntent(entry);
      else if (entry.kind === 'outcome') closeCall(entry);
      else if (entry.kind === 'decision') addDecision(entry);
      else if (entry.kind === 'message') addMessage(entry);
    },
    get current() {
      return current;
    },
    get decided() {
      return decided;
    },
    get all() {
      return [...rounds.values()];
    },
  };
}

/** Changes a part of the story, unless the part was left out. */
function change<T extends object>(part: T | undefined, to: Partial<T>): void {
  if (part) Object.assign(part, to);
}
