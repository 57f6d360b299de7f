/** Criteria that carry checks, decided by code: a look at the world where one is needed, then a pure verdict. */
import type { Check, Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { Effects, Place } from '../../effects/effects.ts';
import type { Observation } from '../../tools/observing/observation.ts';
import type { Seen } from './checks/check-kind.ts';
import { decideCheck, lookFor } from './checks/checks.ts';

/** What a check is based on besides the world, and the failure class if it is not met. */
export type Checked = Pick<Seen, 'output' | 'calls'> & { readonly failureClass: CriterionVerdict['failure_class'] };

/** How to look at the world; each look has its own place. `named`: places that the person named, which may be read. */
export type Looking = {
  readonly effects: Effects;
  readonly place: (call: number) => Place;
  readonly cwd: string;
  readonly named?: readonly string[];
};

/** The part of a request that carries the named places; left out if there are none, as in older journals. */
export const placesOf = (named: readonly string[] = []): { readonly places?: readonly string[] } =>
  named.length > 0 ? { places: named } : {};

/** The verdicts on the criteria that carry checks, by the number of the criterion. */
export async function checkCriteria(
  criteria: readonly Criterion[],
  checked: Checked,
  { effects, place, cwd, named }: Looking,
): Promise<ReadonlyMap<number, CriterionVerdict>> {
  const verdicts = new Map<number, CriterionVerdict>();
  for (const [at, criterion] of criteria.entries()) {
    const { check } = criterion;
    if (!check) continue;
    const look = lookFor(check);
    const observation = look && (await effects.check(place(at + 1), { look, cwd, ...placesOf(named) }));
    verdicts.set(at, verdictOf({ ...criterion, check }, checked, observation));
  }
  return verdicts;
}

/** A criterion that carries a check. */
export type Checkable = Criterion & { readonly check: Check };

/** The verdict on one criterion that carries a check. */
export function verdictOf(asked: Checkable, { output, calls, failureClass }: Checked, observation?: Observation): CriterionVerdict {
  const { criterion, mode, weight, check } = asked;
  const { verdict, evidence } = decideCheck(check, { output, calls, observation });
  return { criterion, mode, weight, verdict, failure_class: verdict === 'fail' ? failureClass : null, evidence, by: 'check' };
}
