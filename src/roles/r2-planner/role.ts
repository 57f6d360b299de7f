/** R2, the Planner: criteria first, then the fewest sub-tasks that meet them, group by group; and an honest handoff when they cannot be met. */
import type { HandoffRequest, PlanDirective } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { Blocked } from '../../contracts/plan.ts';
import { type CalibrationEntry, uncalibrated } from '../../memory/calibrate.ts';
import type { OfferedTool } from '../../tools/toolbox.ts';
import { askModel } from '../ask-model.ts';
import { handoffFrom } from '../handoff.ts';
import { offer } from '../offer.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { reasonsAgainst, type Terms } from './admissible.ts';
import { answerIn, answerPrompt } from './answer-prompt.ts';
import { askMemory } from './ask-memory.ts';
import { type Dispatched, group, manifestOf, type Outputs } from './dispatch.ts';
import { handoffPrompt, WrittenHandoff } from './handoff-prompt.ts';
import type { Heeded } from './heed.ts';
import { isNamed } from './named.ts';
import { Plan } from './plan.ts';
import { type Planning, planPrompt, type Rejected } from './plan-prompt.ts';

export type PlannerOptions = { readonly tools: readonly OfferedTool[] };

/** How often a plan is sent back to the model in one round (SPEC §4). */
const mostRejections = 3;
/** Where in a round the handoff stands: behind every plan. */
const handoffStep = mostRejections + 2;

/** Where the model cannot write the handoff, code does. */
const cannotWrite: ReadonlySet<string> = new Set([
  'model_unset',
  'model_unreachable',
  'model_denied',
  'model_missing',
  'model_rejected',
  'model_timed_out',
  'answer_unreadable',
  'timed_out',
  'budget_spent',
]);

export function createPlanner({ tools }: PlannerOptions): RoleFactory {
  return (settings) => {
    let spec: TaskSpec | undefined;
    let round = 0;
    let current: Dispatched | undefined;
    const failed: Plan[] = [];
    const handed: Outputs[number][] = [];

    async function* converse(talk: TaskSpec, now: string, { effects }: Context): AsyncGenerator<Draft> {
      const { text } = await effects.model({ round: 0, step: 1 }, answerPrompt(talk, now));
      const answer = answerIn(text);
      if (answer === '') throw new ArtooError('answer_unreadable', 'the model said nothing');
      yield { to: 'R7', type: 'Answer', payload: { answer } };
    }

    /** Makes the plan of the next round and starts its first group, or says why there is none. */
    async function* plan(goal: TaskSpec, directive: PlanDirective | null, now: string, context: Context): AsyncGenerator<Draft> {
      round += 1;
      const { calibration, blocked } = yield* calibrated(goal, directive, context);
      const { entries, mustNots, cautions } = calibration;
      const offered = offer(tools, blocked.tools);
      const names = offered.map(({ name }) => name);
      const planning: Planning = { spec: goal, tools: offered, notes: entries.map(noteOf), blocked, directive, failed: [...failed], now };
      const terms: Terms = { spec: goal, tools: names, blocked, mustNots, failed: [...failed], directive: directive?.directive ?? null };
      let rejected: Rejected | undefined;
      for (let step = 1; step <= 1 + mostRejections; step += 1) {
        const proposed = await askModel(context.effects, { round, step }, planPrompt(planning, rejected), Plan);
        const reasons = reasonsAgainst(proposed, terms);
        yield { decision: reasons.length === 0 ? 'plan' : 'plan_rejected', inputs: { round, plan: proposed, terms }, result: { reasons } };
        if (reasons.length === 0)
          return yield* carryOut({ plan: proposed, round, spec: goal, blocked, cautions, notes: entries }, terms, now, context);
        rejected = { plan: proposed, reasons };
      }
      yield { to: 'R7', type: 'PlanFailed', payload: { round, reasons: rejected?.reasons ?? [] } };
    }

    /** What the directive blocks and what memory says, which may block more. */
    async function* calibrated(goal: TaskSpec, directive: PlanDirective | null, context: Context): AsyncGenerator<Draft, Heeded> {
      const blocked = blockedFor(tools, directive, goal);
      if (!settings.memory) return { calibration: uncalibrated, blocked };
      const offered = offer(tools, blocked.tools).map(({ name }) => name);
      return yield* askMemory({ spec: goal, round, offered, blocked }, context);
    }

    /** Dispatches an admissible plan, or what the person makes of it when they want to see it first. */
    async function* carryOut(admissible: Dispatched, terms: Terms, now: string, context: Context): AsyncGenerator<Draft> {
      const agreed = settings.review ? yield* review(admissible.plan, terms, context) : admissible.plan;
      if (agreed) yield* dispatch({ ...admissible, plan: agreed }, now);
      else yield { to: 'R7', type: 'PlanFailed', payload: { round, reasons: ['nobody approved the plan'] } };
    }

    /** The plan as the person wants it. What they edited is held against the same rules, and comes back to them with the reasons. */
    async function* review(proposed: Plan, terms: Terms, { ask }: Context): AsyncGenerator<Draft, Plan | undefined> {
      let shown = proposed;
      let reasons: readonly string[] = [];
      for (let times = 0; times <= mostRejections; times += 1) {
        const { approved, task_criteria, subtasks } = await ask({ to: 'User', type: 'PlanReview', payload: { round, ...shown, reasons } });
        if (!approved) return undefined;
        if (!task_criteria && !subtasks) return reasons.length === 0 ? shown : undefined;
        shown = { task_criteria: task_criteria ?? shown.task_criteria, subtasks: subtasks ?? shown.subtasks };
        reasons = reasonsAgainst(shown, terms);
        yield { decision: reasons.length === 0 ? 'plan' : 'plan_rejected', inputs: { round, plan: shown, terms }, result: { reasons } };
        if (reasons.length === 0) return shown;
      }
      return undefined;
    }

    /** The manifest goes first, so that whoever waits for outcomes knows how many there will be. */
    function* dispatch(dispatched: Dispatched, now: string): Generator<Draft> {
      current = dispatched;
      handed.length = 0;
      const payload = manifestOf(dispatched, now);
      yield { to: 'R4b', type: 'DispatchManifest', payload };
      yield { to: 'R7', type: 'DispatchManifest', payload };
      yield* hand(dispatched, 1, []);
    }

    async function writeHandoff(request: HandoffRequest, now: string, { effects, signal }: Context): Promise<PayloadOf<'Handoff'>> {
      if (!spec || signal.aborted) return handoffFrom(request);
      try {
        return await askModel(effects, { round, step: handoffStep }, handoffPrompt(request, spec, now), WrittenHandoff);
      } catch (error) {
        if (error instanceof ArtooError && cannotWrite.has(error.code)) return handoffFrom(request);
        throw error;
      }
    }

    return {
      id: 'R2',
      on: {
        async *TaskSpec({ ts, payload }, context) {
          spec = payload;
          yield* payload.kind === 'conversation' ? converse(payload, ts, context) : plan(payload, null, ts, context);
        },
        async *PlanDirective({ ts, payload }, context) {
          if (!spec) throw new Error('a directive came before its task');
          if (current) failed.push(current.plan);
          yield* plan(spec, payload, ts, context);
        },
        async *GroupMatched({ payload: { round: of, sequence, outputs } }) {
          if (current?.round !== of) return;
          handed.push(...outputs);
          yield* hand(current, sequence + 1, [...handed]);
        },
        async *HandoffRequest({ id, ts, payload }, context) {
          yield { to: 'R7', type: 'Handoff', payload: await writeHandoff(payload, ts, context), reply_to: id };
        },
      },
    };
  };
}

/** R4a gets the rubric before R3 gets the work. */
function* hand(dispatched: Dispatched, sequence: number, outputs: Outputs): Generator<Draft> {
  for (const payload of group(dispatched, sequence, outputs)) {
    yield { to: 'R4a', type: 'SubTask', payload };
    yield { to: 'R3', type: 'SubTask', payload };
  }
}

/** What the directive blocks, less the last tool, which nobody can do without, and less what the person named, which cannot be avoided. */
function blockedFor(tools: readonly OfferedTool[], directive: PlanDirective | null, goal: TaskSpec): Blocked {
  if (!directive) return { tools: [], targets: [] };
  const kept = new Set(offer(tools, directive.blocked_tools).map(({ name }) => name));
  return {
    tools: directive.blocked_tools.filter((name) => !kept.has(name)),
    targets: directive.blocked_targets.filter(({ target }) => !isNamed(target, goal)),
  };
}

const noteOf = ({ kind, enforced, text }: CalibrationEntry): string => `${kind}${enforced ? ' (enforced)' : ''}: ${text}`;
