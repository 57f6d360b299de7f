/** The rules that make a plan admissible (SPEC §4). Each gives reasons for the model and for a person. Pure. */
import type { Directive } from '../../contracts/control.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Blocked, BlockedTarget } from '../../contracts/plan.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { overlap, wordsOf } from '../../control/overlap.ts';
import type { MustNot } from '../../memory/recall/calibrate.ts';
import { whyHollow, whyInvalid } from '../judging/checks/checks.ts';
import { isUnasked } from '../prompting/clarified.ts';
import { againstMemory, isForbidden } from './against-memory.ts';
import { againstFrozen, criteriaOf, type Frozen, withAmended } from './frozen.ts';
import { isMentioned, isNamed } from './mentioned.ts';
import type { Objection } from './objection.ts';
import { isObservable } from './observable.ts';
import { fingerprint, type Plan } from './plan.ts';
import { maxQuoted, nameOf, quoted, textOf } from './plan-words.ts';

/** What a plan is checked against. */
export type Terms = {
  readonly spec: Pick<TaskSpec, 'intent' | 'raw_input' | 'clarifications'>;
  /** The tools on offer: what exists and is not blocked. */
  readonly tools: readonly string[];
  /** What the directive and memory block. */
  readonly blocked: Blocked;
  readonly mustNots: readonly MustNot[];
  /** The plans of this task that failed. */
  readonly failed: readonly Plan[];
  /** Null in the first round; so is `frozen`. */
  readonly directive: Directive | null;
  readonly frozen: Frozen | null;
};

type Rule = (plan: Plan, terms: Terms) => readonly Objection[];

const maxSubTasks = 20;
const maxCriteria = 20;
const maxWords = 2_000;
/** Two texts that overlap at least this much count as saying the same. */
const minOverlap = 0.8;
/** How many reasons are given at once, to a model or a person. */
const maxObjections = 10;

/** Why a plan cannot be dispatched; empty if it can. */
export function objectionsTo(plan: Plan, terms: Terms): readonly Objection[] {
  const { length } = plan.subtasks;
  if (length === 0) return [{ why: 'the plan has no sub-task' }];
  if (length > maxSubTasks) return [{ why: `the plan has ${length} sub-tasks, more than ${maxSubTasks}` }];
  const objections = rules.flatMap((rule) => rule(plan, terms));
  const more = objections.length - maxObjections;
  return more > 0 ? [...objections.slice(0, maxObjections), { why: `and ${more} more` }] : objections;
}

/** A tool that memory forbids is left to `againstMemory`, which gives the reason. */
const usesToolsOnOffer: Rule = ({ subtasks }, { tools, blocked, mustNots }) =>
  subtasks.flatMap((subtask, at) =>
    subtask.tools
      .filter((tool) => !tools.includes(tool) && !isForbidden(tool, mustNots))
      .map((tool) => {
        const wrong = blocked.tools.includes(tool) ? 'is blocked in this round' : 'does not exist';
        return { why: `${nameOf(at)} names the tool ${quoted(tool)}, which ${wrong}`, advice: `there are ${tools.join(', ') || 'none'}` };
      }),
  );

/** A plan cannot avoid mentioning a target that the person named. The call itself stays blocked: R3 refuses it. */
const repeatsNoBlockedCall: Rule = ({ subtasks }, { blocked, mustNots, spec }) => {
  const isFromMemory = (call: BlockedTarget) => mustNots.some(({ tool, target }) => tool === call.tool && target === call.target);
  const targets = blocked.targets.filter((call) => !isFromMemory(call) && !isNamed(call.target, spec));
  return subtasks.flatMap((subtask, at) => {
    const text = textOf(subtask);
    return targets
      .filter(({ tool, target }) => subtask.tools.includes(tool) && isMentioned(target, text))
      .map(({ tool, target }) => ({
        why: `${nameOf(at)} repeats ${oneLine(tool, maxQuoted)} ${quoted(target)}, which failed before and is blocked`,
      }));
  });
};

/** There are criteria, they can fail, and those without a check state something observable and do not merely repeat the goal. */
const hasCriteria: Rule = (plan, { spec, frozen }) => {
  const { subtasks } = plan;
  const goal = [spec.intent, spec.raw_input].map(wordsOf);
  const criteria = frozen ? criteriaOf(plan, withAmended(frozen, plan, unaskedIn(spec))) : plan.task_criteria;
  const isHeld = ({ criterion }: Criterion) => frozen?.criteria.some((held) => held.criterion === criterion); // a later plan may keep a criterion that has already been admitted
  const none = { why: 'the task has no criteria', advice: 'say under task_criteria what must be true when the goal is met' };
  const parts = subtasks.flatMap(({ intent, success_criteria }, at) => {
    if (success_criteria.length === 0) return [{ why: `${nameOf(at)} has no success criteria` }];
    const intents = [wordsOf(intent), ...goal];
    return success_criteria.flatMap((criterion) => againstCriterion(nameOf(at), criterion, intents));
  });
  const ofTask = criteria.filter((criterion) => !isHeld(criterion));
  return [
    ...(criteria.length === 0 ? [none] : []),
    ...ofTask.flatMap((criterion) => againstCriterion('the task', criterion, goal)),
    ...parts,
  ];
};

/** What the person said while the task ran. */
const unaskedIn = ({ clarifications }: Terms['spec']): readonly string[] => clarifications.filter(isUnasked).map(({ answer }) => answer);

function againstCriterion(owner: string, { criterion, check }: Criterion, intents: readonly ReadonlySet<string>[]): readonly Objection[] {
  const named = `the criterion ${quoted(criterion)} of ${owner}`;
  if (check) {
    const wrong = whyInvalid(check);
    if (wrong !== undefined) return [{ why: `the check of ${named} cannot be made: ${wrong}` }];
    const hollow = whyHollow(check);
    return hollow === undefined ? [] : [{ why: `the check of ${named} cannot fail: ${hollow}` }];
  }
  const words = wordsOf(criterion);
  if (intents.some((intent) => areAlike(words, intent)))
    return [{ why: `${named} only restates its intent`, advice: 'say what can be seen when it is met, or give it a check' }];
  if (!isObservable(criterion, words)) return [{ why: `${named} says nothing that can be seen`, advice: 'name what would show it' }];
  return [];
}

/** Criteria and intents go into many prompts, and checks take time: both are bounded. */
const isBounded: Rule = ({ task_criteria, subtasks }) =>
  [
    { name: 'the task', text: '', criteria: task_criteria },
    ...subtasks.map(({ intent, success_criteria }, at) => ({ name: nameOf(at), text: intent, criteria: success_criteria })),
  ].flatMap(({ name, text, criteria }) => [
    ...(criteria.length > maxCriteria ? [{ why: `${name} has ${criteria.length} criteria, more than ${maxCriteria}` }] : []),
    ...([text, ...criteria.map(({ criterion }) => criterion)].some((words) => words.length > maxWords)
      ? [{ why: `${name} has an intent or a criterion of more than ${maxWords} characters`, advice: 'put details into the context' }]
      : []),
  ]);

const runsInOrder: Rule = ({ subtasks }) => {
  const sequences = [...new Set(subtasks.map(({ sequence }) => sequence))].sort((a, b) => a - b);
  if (sequences.every((sequence, at) => sequence === at + 1)) return [];
  const advice = 'they must run 1, 2, 3 … without a gap (equal ones run side by side)';
  return [{ why: `the sequences are ${sequences.join(', ')}`, advice }];
};

const differsFromFailed: Rule = (plan, { failed, directive }) => {
  if (failed.length === 0) return [];
  const made = fingerprint(plan);
  if (failed.some((other) => fingerprint(other) === made)) return [{ why: 'the same plan has already failed in this task' }];
  if (directive !== 'break_symmetry' && directive !== 'change_approach') return [];
  const tools = toolsIn(plan);
  const intents = intentsOf(plan);
  const near = failed.some((other) => toolsIn(other) === tools && areAlike(intentsOf(other), intents));
  return near
    ? [
        {
          why: 'a plan with the same tools and nearly the same intents has already failed in this task',
          advice: 'another approach is asked for',
        },
      ]
    : [];
};

const rules: readonly Rule[] = [
  isBounded,
  (plan, { frozen }) => (frozen ? againstFrozen(plan, frozen) : []),
  usesToolsOnOffer,
  repeatsNoBlockedCall,
  (plan, { mustNots }) => againstMemory(plan, mustNots),
  hasCriteria,
  runsInOrder,
  differsFromFailed,
];

/** The sizes are compared first because that is cheap: the overlap never exceeds their ratio. */
const areAlike = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  Math.min(a.size, b.size) / Math.max(a.size, b.size) >= minOverlap && overlap(a, b) >= minOverlap;

const toolsIn = ({ subtasks }: Plan): string => [...new Set(subtasks.flatMap(({ tools }) => tools))].sort().join(' ');
const intentsOf = ({ subtasks }: Plan): ReadonlySet<string> => wordsOf(subtasks.map(({ intent }) => intent).join('\n'));
