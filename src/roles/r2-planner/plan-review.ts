/** The person sees a plan before it is carried out: they approve, edit or reject it. */
import type { PlanValidation } from '../../contracts/decisions.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Context, Draft } from '../role.ts';
import { objectionsTo, type Terms } from './admissible.ts';
import type { Dispatched } from './dispatch.ts';
import { type Frozen, withAmended } from './frozen.ts';
import { type Objection, reasonsOf } from './objection.ts';
import type { Plan } from './plan.ts';

type Admitted = Omit<Dispatched, 'frozen'>;
export type TermsOfTask = Terms & { readonly spec: TaskSpec };
/** What one plan is checked against. It has only those tools described on demand that the plan names. */
type TermsOf = (plan: Plan) => TermsOfTask;
/** A plan within the rules, and the previous one that the person rejected. */
export type Admissible = { readonly admitted: Admitted; readonly termsOf: TermsOf; readonly declined: ShownPlan | undefined };
/** A plan that the person approved, and the frozen criteria that it keeps; null if the plan sets them. */
type Reviewed = { readonly plan: Plan; readonly frozen: Frozen | null };
/** The plan that the person rejected; `wantsAnother`: they said what they want instead, so another one is made. */
export type Declined = { readonly wantsAnother: boolean; readonly declined: ShownPlan };
export type ShownPlan = Pick<Plan, 'task_criteria' | 'subtasks'>;
/** The round, the criteria of the task so far, and what the person has said. */
type SoFar = { readonly round: number; readonly frozen: Frozen | null; readonly said: readonly string[] };

/** How often a plan is sent back in one round, to the model or to the person (SPEC §4). */
export const maxRejections = 3;

/**
 * The plan as the person wants it. The person's edits are checked against the same rules; inadmissible ones are returned with the reasons, and edited
 * criteria become the task's.
 */
export async function* reviewPlan(
  { admitted, termsOf, declined }: Admissible,
  { round, frozen, said }: SoFar,
  { ask }: Pick<Context, 'ask'>,
): AsyncGenerator<Draft, Reviewed | Declined> {
  let shown = admitted.plan;
  let held = frozen;
  let reasons: readonly string[] = [];
  for (let times = 0; times <= maxRejections; times += 1) {
    const amendments = held ? withAmended(held, shown, said).amended : [];
    const payload = { ...shown, round, amended: amendments, reasons, ...(declined && { declined }) };
    const { approved, task_criteria, subtasks, instead = '' } = await ask({ to: 'User', type: 'PlanReview', payload });
    if (!approved) return no(shown, instead.trim() !== '');
    if (!task_criteria && !subtasks) return reasons.length === 0 ? { plan: shown, frozen: held } : no(shown);
    if (task_criteria && JSON.stringify(task_criteria) !== JSON.stringify(shown.task_criteria)) held = null;
    const amended = held ? shown.amended : [];
    shown = { task_criteria: task_criteria ?? shown.task_criteria, amended, subtasks: subtasks ?? shown.subtasks };
    const terms = termsOf(shown);
    const objections = objectionsTo(shown, { ...terms, frozen: held });
    ({ reasons } = reasonsOf(objections));
    yield validation({ round, plan: shown, terms }, objections);
    if (objections.length === 0) return { plan: shown, frozen: held };
  }
  return no(shown);
}

const no = ({ task_criteria, subtasks }: Plan, wantsAnother = false): Declined => ({ wantsAnother, declined: { task_criteria, subtasks } });

/** Code's verdict on a plan, for the journal. */
export const validation = (inputs: PlanValidation['inputs'], objections: readonly Objection[]): Draft => ({
  decision: objections.length === 0 ? 'plan' : 'plan_rejected',
  inputs,
  result: reasonsOf(objections),
});
