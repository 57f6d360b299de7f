/** R2, the Planner: criteria first, then the fewest sub-tasks that meet them, group by group; and the handoff if they cannot be met. */
import type { HandoffRequest, PlanDirective } from '../../contracts/control.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { GivenPlan } from '../../contracts/given-plan.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { OfferedTool } from '../../contracts/offered-tool.ts';
import type { Blocked } from '../../contracts/plan.ts';
import { skillNamedIn } from '../../contracts/skills.ts';
import type { LookRequest } from '../../contracts/surroundings.ts';
import { type CalibrationEntry, uncalibrated } from '../../memory/recall/calibrate.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { handoffFrom } from '../handoff.ts';
import { conformingTo } from '../judging/conforming.ts';
import { offer } from '../offer.ts';
import { askModel } from '../prompting/ask-model.ts';
import { withSteered } from '../prompting/clarified.ts';
import { type Around, aroundOf, nothingSeen, notSeenYet } from '../prompting/surroundings-text.ts';
import type { Context, Draft, RoleFactory } from '../role.ts';
import { objectionsTo } from './admissible.ts';
import { answerIn, answerPrompt } from './answer-prompt.ts';
import type { AppliedCalibration } from './apply-calibration.ts';
import { askMemory } from './ask-memory.ts';
import { type Dispatched, group, manifestOf, type Outputs } from './dispatch.ts';
import { type Frozen, freeze, withAmended } from './frozen.ts';
import { handoffPrompt, WrittenHandoff } from './handoff-prompt.ts';
import { type Objection, reasonsOf } from './objection.ts';
import { type Impossible, type Plan, Proposal } from './plan.ts';
import { type Planning, planPrompt, type Rejected } from './plan-prompt.ts';
import { type Admissible, type Declined, maxRejections, reviewPlan, type ShownPlan, type TermsOfTask, validation } from './plan-review.ts';

/** The step of the handoff: it comes after every plan of a round, unless the person asked for more plans. */
const handoffStep = maxRejections + 2;

/** Errors after which code writes the handoff, besides all `model_…` ones. */
const cannotWrite: ReadonlySet<string> = new Set(['answer_unreadable', 'timed_out', 'budget_spent']);

type PlannersTools = {
  readonly tools: readonly OfferedTool[];
  /** What the results of each tool show. */
  readonly evidence?: DeclaredEvidence;
};

export function createPlanner({ tools: all, evidence }: PlannersTools): RoleFactory {
  return (settings) => {
    let tools = all;
    const said: string[] = [];
    let spec: TaskSpec | undefined;
    let around = nothingSeen;
    let round = 0;
    let lastStep = 0;
    let current: Dispatched | undefined;
    let frozen: Frozen | null = null;
    const { output_schema } = settings;
    const demanded = output_schema === undefined ? [] : [conformingTo(output_schema)];
    const failed: Plan[] = [];
    const handed: Outputs[number][] = [];

    /** The last tool stays last: it stays on offer when all are blocked. */
    const onOffer = () => [...tools.slice(0, -1), ...(around.tools ?? []), ...tools.slice(-1)];

    const offeredWith = ({ skills }: Around) => all.filter(({ needs }) => needs !== 'skills' || skills !== '');

    /** Looks around once per task, and again before the next plan if the first look came too late. */
    async function look({ cwd, raw_input }: TaskSpec, before: number, context: Context): Promise<void> {
      const skill = skillNamedIn(raw_input);
      const request = { cwd, workspace: settings.workspace, ...(skill === undefined ? {} : { skill }) };
      around = await lookAround(request, before, context);
      tools = offeredWith(around);
    }

    async function* converse(talk: TaskSpec, now: string, { effects }: Context): AsyncGenerator<Draft> {
      const { text } = await effects.model({ round: 0, step: 1 }, answerPrompt(withSteered(talk, said), now));
      const answer = answerIn(text);
      if (answer === '') throw new ArtooError('answer_unreadable', 'the model gave no answer');
      yield { to: 'R7', type: 'Answer', payload: { answer } };
    }

    /** Makes the plan of the next round and starts its first group, or reports why there is none. */
    async function* plan(goal: TaskSpec, directive: PlanDirective | null, now: string, context: Context): AsyncGenerator<Draft> {
      round += 1;
      if (around.isLate && round > 1) await look(goal, round, context);
      const { calibration, blocked } = yield* calibrated(goal, directive, context);
      const { entries, mustNots, cautions } = calibration;
      const offered = offer(onOffer(), blocked.tools, evidence);
      const names = offered.map(({ name }) => name);
      const soFar = { blocked, failed: [...failed], frozen };
      const skills = offered.some(({ needs }) => needs === 'skills') ? around.skills : ''; // without that tool, skills cannot be read
      const { surroundings, instructions, chosenSkill } = around;
      const seen = { surroundings, instructions, skills, chosenSkill };
      const given = { tools: offered, notes: entries.map(noteOf), directive, now, demanded, ...seen, ...soFar };
      let rejected: Rejected | undefined;
      let declined: ShownPlan | undefined;
      let maxSteps = 1 + maxRejections;
      for (let step = 1; step <= maxSteps; step += 1) {
        lastStep = step;
        const heard = said.length;
        const steered = withSteered(goal, said);
        const planning: Planning = { spec: steered, ...given };
        const proposed = await askModel(context.effects, { round, step }, planPrompt(planning, rejected), Proposal);
        const isOutdated = said.length > heard && step < maxSteps;
        if ('impossible' in proposed) {
          if (directive?.ran && !isOutdated) return yield givenUp(proposed);
          const result = reasonsOf([isOutdated ? saidMore : tooEarly]);
          rejected = { answer: proposed, ...result };
          yield { decision: 'plan_rejected', inputs: { round, answer: proposed }, result };
          continue;
        }
        const termsOf = (made: Plan): TermsOfTask => ({
          spec: steered,
          tools: [...names, ...deferredIn(made, around, blocked)],
          mustNots,
          directive: directive && !directive.steered ? directive.directive : null,
          ...soFar,
        });
        const terms = termsOf(proposed);
        const objections = isOutdated ? [saidMore] : objectionsTo(proposed, terms);
        yield validation({ round, plan: proposed, terms }, objections);
        if (objections.length === 0) {
          const admitted = { plan: proposed, round, spec: goal, blocked, cautions, around, notes: entries, heard };
          const no = yield* start({ admitted, termsOf, declined }, now, context);
          if (!no?.wantsAnother) return;
          declined = no.declined;
          maxSteps += 1; // so that the planner keeps its remaining attempts
        }
        rejected = { answer: proposed, ...reasonsOf(objections.length === 0 ? [declinedPlan] : objections) };
      }
      yield { to: 'R7', type: 'PlanFailed', payload: { round, ...rejectionOf(rejected) } };
    }

    /** Carries out a plan that came with the goal, once. The rules for plans apply to it, too. */
    async function* startGivenPlan(goal: TaskSpec, { slug: _, intent: __, ...given }: GivenPlan, now: string): AsyncGenerator<Draft> {
      round += 1;
      const proposed: Plan = { ...given, amended: [] };
      const blocked = blockedFor(tools, null, evidence);
      const terms = { spec: goal, tools: tools.map(({ name }) => name), mustNots: [], directive: null, blocked, failed: [], frozen: null };
      const objections = round > 1 ? [onlyGiven] : objectionsTo(proposed, terms);
      if (objections.length > 0) return yield { to: 'R7', type: 'PlanFailed', payload: { round, ...reasonsOf(objections) } };
      yield validation({ round, plan: proposed, terms }, []);
      frozen = freeze(proposed.task_criteria);
      yield* dispatch({ plan: proposed, round, spec: goal, blocked, cautions: [], frozen, demanded }, now);
    }

    /** The goal cannot be met: this ends the task, and the answer is its handoff. */
    const givenUp = ({ impossible: why, partial_result, next_moves }: Impossible): Draft => ({
      to: 'R7',
      type: 'PlanFailed',
      payload: { round, reasons: [why], impossible: { why, partial_result, next_moves } },
    });

    /** Memory's advice, and what memory and the directive block. */
    async function* calibrated(
      goal: TaskSpec,
      directive: PlanDirective | null,
      context: Context,
    ): AsyncGenerator<Draft, AppliedCalibration> {
      const blocked = blockedFor(onOffer(), directive, evidence);
      if (!settings.memory) return { calibration: uncalibrated, blocked };
      const offered = offer(onOffer(), blocked.tools, evidence).map(({ name }) => name);
      return yield* askMemory(
        { ...{ spec: goal, round, offered, blocked, identity: around.identity }, ...(evidence && { evidence }) },
        context,
      );
    }

    /** Dispatches an admissible plan, after the person's review if they want to see plans first. */
    async function* start(admissible: Admissible, now: string, context: Context): AsyncGenerator<Draft, Declined | undefined> {
      const { admitted } = admissible;
      const reviewed = settings.review ? yield* reviewPlan(admissible, { round, frozen, said }, context) : { plan: admitted.plan, frozen };
      if ('wantsAnother' in reviewed) {
        if (!reviewed.wantsAnother)
          yield { to: 'R7', type: 'PlanFailed', payload: { round, reasons: ['you said no to the plan'], declined: true } };
        return reviewed;
      }
      const { plan: agreed } = reviewed;
      frozen = reviewed.frozen ? withAmended(reviewed.frozen, agreed, said) : freeze(agreed.task_criteria);
      yield* dispatch({ ...admitted, plan: agreed, frozen, demanded }, now);
      return undefined;
    }

    /** The manifest goes first: it says how many outcomes to wait for. With a single sub-task, R4a judges the task's criteria as well. */
    function* dispatch(dispatched: Dispatched, now: string): Generator<Draft> {
      current = dispatched;
      handed.length = 0;
      const payload = manifestOf(dispatched, now);
      yield { to: 'R4b', type: 'DispatchManifest', payload };
      yield { to: 'R7', type: 'DispatchManifest', payload };
      if (payload.subtasks.length === 1) yield { to: 'R4a', type: 'DispatchManifest', payload };
      yield* hand(dispatched, 1, []);
    }

    async function writeHandoff(request: HandoffRequest, now: string, { effects, signal }: Context): Promise<PayloadOf<'Handoff'>> {
      if (!spec || spec.plan || signal.aborted) return handoffFrom(request);
      try {
        return await askModel(
          effects,
          { round, step: Math.max(handoffStep, lastStep + 1) },
          handoffPrompt(request, withSteered(spec, said), now),
          WrittenHandoff,
        );
      } catch (error) {
        if (error instanceof ArtooError && (error.code.startsWith('model_') || cannotWrite.has(error.code))) return handoffFrom(request);
        throw error;
      }
    }

    return {
      id: 'R2',
      on: {
        async *TaskSpec({ ts, payload }, context) {
          spec = payload;
          if (payload.plan) return yield* startGivenPlan(payload, payload.plan, ts);
          if ((payload.kind === 'task' || skillNamedIn(payload.raw_input) !== undefined) && settings.looks) await look(payload, 0, context);
          tools = offeredWith(around);
          const isTalk = payload.kind === 'conversation' && demanded.length === 0 && around.chosenSkill === ''; // only the answer of a plan is checked
          yield* isTalk ? converse(payload, ts, context) : plan(payload, null, ts, context);
        },
        async *Steer({ payload: { text } }) {
          said.push(text);
        },
        async *PlanDirective({ ts, payload }, context) {
          if (!spec) throw new Error('a directive came before its task');
          if (spec.plan) return yield* startGivenPlan(spec, spec.plan, ts);
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

/** A task can be planned without a look, so only a cancel is treated as an error. */
async function lookAround(request: LookRequest, round: number, { effects }: Context): Promise<Around> {
  try {
    return aroundOf(await effects.look({ round, step: 0 }, request));
  } catch (error) {
    if (error instanceof ArtooError && error.code !== 'cancelled') return notSeenYet;
    throw error;
  }
}

/** The tools named by a plan that are described only on demand. */
const deferredIn = ({ subtasks }: Plan, { deferredTools = [] }: Around, { tools: blocked }: Blocked): readonly string[] => {
  const named = new Set(subtasks.flatMap(({ tools }) => tools));
  return deferredTools.filter((tool) => named.has(tool) && !blocked.includes(tool));
};

/** Hands out the sub-tasks of a group; R4a gets the rubric before R3 gets the work. */
function* hand(dispatched: Dispatched, sequence: number, outputs: Outputs): Generator<Draft> {
  for (const payload of group(dispatched, sequence, outputs)) {
    const { found_tools: _, ...rubric } = payload; // the rubric is for a judge, which calls no tools
    yield { to: 'R4a', type: 'SubTask', payload: rubric };
    yield { to: 'R3', type: 'SubTask', payload };
  }
}

/** The objections to the last plan, as told to the person. */
const rejectionOf = ({ reasons, told }: Pick<Rejected, 'reasons' | 'told'> = { reasons: [] }) => (told ? { reasons, told } : { reasons });

const declinedPlan: Objection = {
  why: 'the person said no to this plan, and said what they want instead',
  advice: 'see above',
  told: 'you said no to this plan, and said what you want instead',
};

const onlyGiven: Objection = { why: 'the plan that came with the goal has failed, and another one was not given' };

const saidMore: Objection = { why: 'the person has said more since', advice: 'see above', told: 'you have said more since' };

const tooEarly: Objection = {
  why: 'nothing has been tried yet, so nothing shows that the goal is impossible',
  advice: 'make a plan that finds this out',
};

/** What the directive blocks, except the last tool left. A blocked call stays blocked even if the person named its target. */
export function blockedFor(
  tools: readonly OfferedTool[],
  directive: Pick<PlanDirective, 'blocked_tools' | 'blocked_targets'> | null,
  evidence?: DeclaredEvidence,
): Blocked {
  if (!directive) return { tools: [], targets: [] };
  const kept = new Set(offer(tools, directive.blocked_tools, evidence).map(({ name }) => name));
  return { tools: directive.blocked_tools.filter((name) => !kept.has(name)), targets: directive.blocked_targets };
}

const noteOf = ({ kind, enforced, text }: CalibrationEntry): string => `${kind}${enforced ? ' (enforced)' : ''}: ${text}`;
