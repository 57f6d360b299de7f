/** R7, the Goal Gradient Solver: measures every round, directs the next one, and ends every task. */
import { type Loss, type ReplanRequest, youCancelled } from '../../contracts/control.ts';
import { hintFor } from '../../contracts/errors.ts';
import { type SubTaskOutcome, wasMade } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Message, PayloadOf } from '../../contracts/messages.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { accept, type ControllerState, type Decision, decide, initialState } from '../../control/decide.ts';
import { droppedCriteria } from '../../control/dropped-criteria.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import { withTimeFor } from '../../control/time-budget.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { findingsIn } from '../findings.ts';
import { achievedIn, handoffFrom } from '../handoff.ts';
import { plainReasons } from '../plain-reasons.ts';
import { withSteered } from '../prompting/clarified.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { abandoned, accepted, type Cut, closeEnough, cutShort, type Final, type Known, whyGivenUp } from './final-result.ts';
import { type Experience, lessons, type Round } from './lessons.ts';
import { nothingAsked, unmetIn } from './unmet.ts';

/** `declared`: what each tool's results show. */
export const createSolver =
  (declared: DeclaredEvidence): RoleFactory =>
  ({ control, grows = [], memory: remembers, learns_from = 0 }) => {
    const outcomes: SubTaskOutcome[] = [];
    const rounds: Round[] = [];
    const recalls: Experience['recalls'][number][] = [];
    const said: string[] = [];
    const dropped: string[] = [];
    /** How many of the person's remarks the plan under way takes into account. */
    let planned = 0;
    let spec: TaskSpec | undefined;
    let state: ControllerState = initialState;
    let last: ReplanRequest | undefined;
    let loss: Loss | undefined;
    let manifest: DispatchManifest | undefined;

    const known = (task_id: TaskId): Known => ({
      task_id,
      spec: spec && withSteered(spec, said),
      state,
      outcomes,
      manifest,
      dropped,
      last,
      loss,
      declared,
    });
    /** The current parameters: a time budget that the person did not set grows to leave room for slow models. */
    const parameters = ({ callMs }: Context): Hyperparameters => (grows.includes('time_budget') ? withTimeFor(control, callMs()) : control);
    const final = (payload: Final): Draft => ({ to: 'User', type: 'FinalResult', payload });
    /** A decision as it is journaled, with all its inputs: the id of the message that it answers, and the controller's state. */
    const journaled = (message: string, before: ControllerState, decision: Decision, p: Hyperparameters): Draft => ({
      decision: decision.macro_state,
      inputs: { message, state: before, parameters: p },
      result: decision,
    });

    /** What the task has taught, then its result. */
    function* conclude(created_at: string, payload: Final): Generator<Draft> {
      if (remembers && spec) {
        const learnt = lessons({ task_id: payload.task_id, created_at, spec, manifest, rounds, recalls, end: payload });
        for (const megram of learnt) yield { to: 'R5', type: 'Megram', payload: megram };
      }
      yield final(payload);
    }

    /** An end without a measured round, which is a journaled decision as well. */
    function* cut({ id: message, task_id }: Pick<Message, 'id' | 'task_id'>, end: Cut, context: Context): Generator<Draft, Final> {
      const p = parameters(context);
      const payload = cutShort(known(task_id), end, p);
      const { reason, loss: measured, grad_l } = payload;
      const result = { reason, loss: measured, grad_l, rationale: end.summary };
      yield { decision: 'abandon', inputs: { message, state, parameters: p }, result };
      return payload;
    }

    /** The outcomes that matched in earlier rounds, which are kept when a later round is given up. */
    const earlierMatches = (request: ReplanRequest): readonly SubTaskOutcome[] =>
      outcomes.filter(
        ({ status, subtask_id }) => status === 'matched' && !request.outcomes.some((outcome) => outcome.subtask_id === subtask_id),
      );

    return {
      id: 'R7',
      on: {
        async *TaskSpec({ payload }) {
          spec = payload;
        },
        async *Steer({ payload: { text } }) {
          said.push(text);
        },
        async *DispatchManifest({ payload }) {
          dropped.push(...droppedCriteria(manifest, payload).flatMap(({ criterion, isWished }) => (isWished ? [criterion] : [])));
          manifest = payload;
          planned = payload.heard ?? 0;
        },
        async *SubTaskOutcome({ payload }) {
          outcomes.push(payload);
        },
        async *MemoryRecall({ seq, payload }) {
          recalls.push({ recall: payload, isOwn: seq >= learns_from });
        },
        async *Answer({ id, task_id, payload: { answer } }, context) {
          const p = parameters(context);
          const decision = accept(state, context.activeMs(), p);
          yield journaled(id, state, decision, p);
          yield final(accepted(known(task_id), decision, { summary: spec?.intent ?? 'answered', output: answer, verdicts: [] }));
        },
        async *OutcomeSummary(
          { id, seq, ts, task_id, payload: { summary, merged_output, elapsed_ms, outcomes: ofRound, task_verdicts } },
          context,
        ) {
          const p = parameters(context);
          const decision = accept(state, elapsed_ms, p);
          rounds.push({ outcomes: ofRound, decision, isOwn: seq >= learns_from });
          yield journaled(id, state, decision, p);
          yield* conclude(ts, accepted(known(task_id), decision, { summary, output: merged_output, verdicts: task_verdicts }));
        },
        async *ReplanRequest({ id, seq, ts, task_id, payload: request }, context) {
          const isSteered = said.length > planned;
          const p = isSteered ? { ...parameters(context), delta: 0 } : parameters(context); // nothing counts as close enough, because closeness was measured by what the person wanted before
          const before = state;
          const decided = decide(before, request, p);
          const { decision } = decided;
          ({ state } = decided);
          ({ loss } = decision);
          last = request;
          rounds.push({ outcomes: request.outcomes, decision, isOwn: seq >= learns_from });
          yield journaled(id, before, decision, p);
          switch (decision.macro_state) {
            case 'accept': {
              const met = { summary: spec?.intent ?? 'done', output: request.merged_output, verdicts: request.task_verdicts ?? [] };
              return yield* conclude(ts, accepted(known(task_id), decision, met));
            }
            case 'success':
              return yield* conclude(ts, closeEnough(known(task_id), decision, request));
            case 'abandon': {
              const handed = {
                round: request.round,
                why: whyGivenUp(known(task_id), decision, p),
                outcomes: [...earlierMatches(request), ...request.outcomes],
                unmet: unmetIn(request, manifest ?? nothingAsked),
                findings: findingsIn(outcomes),
              };
              const made = handoffFrom(handed);
              const written =
                decision.reason === 'refused' ? made : await context.ask({ to: 'R2', type: 'HandoffRequest', payload: handed });
              const isByCode = written.partial_result === made.partial_result; // R2 returns the handoff unchanged if no model can write one
              const isBare = isByCode && achievedIn(handed.outcomes) === '';
              const handoff = isByCode ? handoffFrom(handed, outcomes) : written; // only R7 has the earlier rounds
              return yield* conclude(ts, abandoned(known(task_id), decision, request, { ...handoff, why: handed.why, isByCode, isBare }));
            }
            default: {
              const { macro_state: directive, reason: _, ...measured } = decision;
              const { round, gap_summary } = request;
              const sofar = { findings: findingsIn(outcomes), ran: outcomes.some(({ tool_calls }) => tool_calls.some(wasMade)) };
              const payload = { task_id, round, directive, budget_pressure: measured.loss.Omega, gap_summary, ...sofar, ...measured };
              yield { to: 'R2', type: 'PlanDirective', payload: isSteered ? { ...payload, ...steered } : payload };
            }
          }
        },
        async *PlanFailed({ ts, payload: { reasons, told, declined, impossible }, ...message }, context) {
          const elapsedMs = context.activeMs();
          if (impossible) {
            const { why, ...handoff } = impossible;
            const end = {
              summary: `it cannot be done, as far as could be found out: ${why}`,
              reason: 'impossible',
              handoff,
              elapsedMs,
            } as const;
            return yield* conclude(ts, yield* cut(message, end, context));
          }
          const end = declined ? declinedPlan : noPlan({ reasons, told });
          yield final(yield* cut(message, { ...end, reason: 'no_plan', elapsedMs }, context));
        },
        async *Failure({ payload: { code, detail }, ...message }, context) {
          const reason = code === 'budget_spent' ? 'budget' : 'infrastructure';
          const end = {
            summary: detail,
            reason,
            moves: [hintFor(code), 'Look at its log, which shows what has been done.'],
            failure: code,
            elapsedMs: context.activeMs(),
          } as const;
          yield final(yield* cut(message, end, context));
        },
        async *Cancel({ payload: { why }, ...message }, context) {
          const summary = why.trim() || youCancelled;
          yield final(yield* cut(message, { summary, reason: 'cancelled', moves: cancelledMoves, elapsedMs: context.activeMs() }, context));
        },
      },
    };
  };

/** What applies after the person has said something new, whatever was measured. */
const steered = { steered: true, blocked_tools: [], blocked_targets: [] } as const;

const cancelledMoves = ['Resume it: it continues where it stopped.', 'Run it again with another goal.'];

const declinedPlan = {
  summary: 'you said no to the plan',
  moves: ['Run it again, and edit the plan when it asks you.', 'Say in the goal what the plan should do, or should leave alone.'],
} as const;

const noPlan = (against: Pick<PayloadOf<'PlanFailed'>, 'reasons' | 'told'>): Pick<Cut, 'summary' | 'moves'> => ({
  summary: `no workable plan was found; the last one was rejected: ${plainReasons(against)}`,
  moves: ['Put the goal in other words, or split it into smaller parts.', 'Try a more capable model: --model <name>.'],
});
