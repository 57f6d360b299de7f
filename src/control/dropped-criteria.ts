/** What a new plan no longer leads to, and why. Pure. */
import type { DispatchManifest } from '../contracts/plan.ts';

type Asked = Pick<DispatchManifest, 'task_criteria' | 'amended'>;

/** `isWished`: the person asked for something else; otherwise the plan gave it up. */
export type Dropped = { readonly criterion: string; readonly isWished: boolean; readonly why: string };

export const wished = 'you asked for something else';

/** The task criteria that held before this plan and do not hold any more. What a plan had added, or put in place of another, was never asked for. */
export function droppedCriteria(before: Asked | undefined, { task_criteria, amended }: Asked): readonly Dropped[] {
  if (!before) return [];
  const isHeld = (text: string): boolean => task_criteria.some(({ criterion }) => criterion === text);
  const isReplacement = (text: string): boolean => before.amended.some(({ instead }) => instead === text);
  return before.task_criteria
    .filter(({ criterion, added, builtin }) => !added && !builtin && !isHeld(criterion) && !isReplacement(criterion))
    .map(({ criterion }) => {
      const given = amended.find((each) => each.criterion === criterion);
      if (!given) return { criterion, isWished: true, why: wished };
      return { criterion, isWished: false, why: `${given.why}${given.instead === '' ? '' : ` (instead: ${given.instead})`}` };
    });
}
