/**
 * The goal does not move: the task criteria of the first plan hold for the whole task, and a later plan can give one up only if it says so (SPEC §4).
 * Pure.
 */
import type { Check, Criterion } from '../../contracts/criteria.ts';
import type { Amendment } from '../../contracts/plan.ts';
import { speaksOfAnswer } from '../judging/criterion/speaks-of.ts';
import type { Objection } from './objection.ts';
import type { Plan } from './plan.ts';
import { quoted } from './plan-words.ts';
import { quotesPerson } from './quotes-person.ts';
import { areSame } from './same-words.ts';

/** The criteria of the first plan, or of the person's edit, and those given up since. */
export type Frozen = { readonly criteria: readonly Criterion[]; readonly amended: readonly Amendment[] };

type Proposed = Pick<Plan, 'task_criteria' | 'amended'>;

/** Freezes the criteria of the first plan, or of a plan that the person edited. */
export const freeze = (criteria: readonly Criterion[]): Frozen => ({
  criteria: criteria.map(({ builtin: _, added: __, ...criterion }) => criterion), // a model may not set these fields
  amended: [],
});

/** Why a later plan does not keep to what is frozen. */
export function againstFrozen({ task_criteria, amended }: Proposed, frozen: Frozen): readonly Objection[] {
  const isGivenUp = (text: string) => amended.some(({ criterion }) => areSame(criterion, text));
  const dropped = stillHeld(frozen).filter(
    ({ criterion }) => !isGivenUp(criterion) && !task_criteria.some((kept) => areSame(kept.criterion, criterion)),
  );
  return [
    ...dropped.map(({ criterion }) => ({
      why: `the plan leaves out the task criterion ${quoted(criterion)} of the first plan`,
      advice:
        'list it word for word, or give it up openly: "amended": [{ "criterion": "the same words", "instead": "what holds in its place", "why": "…" }]',
      told: `the new plan no longer leads to ${quoted(criterion)}, which the first plan promised`,
    })),
    ...amended.flatMap((said) => whyNotAmended(said, frozen)),
  ];
}

function whyNotAmended({ criterion, instead, why }: Plan['amended'][number], frozen: Frozen): readonly Objection[] {
  if (!frozen.criteria.some((held) => amends(held, criterion, frozen)))
    return [{ why: `the plan amends ${quoted(criterion)}, which is not a task criterion of the first plan` }];
  if (areSame(criterion, instead))
    return [{ why: `the plan amends ${quoted(criterion)} with the same words`, advice: 'list it under task_criteria' }];
  return why === '' ? [{ why: `the plan amends ${quoted(criterion)} and does not say why` }] : [];
}

/** What is frozen once this plan runs, including what it gives up. The replacement of an earlier amendment may change. A criterion given up because the person said so is replaced for good. */
export function withAmended(frozen: Frozen, { task_criteria, amended }: Proposed, said: readonly string[] = []): Frozen {
  const given = new Map(frozen.criteria.map((held) => [held, amended.findLast((each) => amends(held, each.criterion, frozen))]));
  const isWished = (held: Criterion): boolean => quotesPerson(given.get(held)?.why ?? '', said);
  const criteria = frozen.criteria.flatMap((held): readonly Criterion[] => {
    const instead = given.get(held)?.instead ?? '';
    if (!isWished(held)) return [held];
    const proposed = task_criteria.find(({ criterion }) => areSame(criterion, instead));
    return instead === '' ? [] : [{ ...(proposed ?? inPlaceOf(held, instead)), weight: held.weight }];
  });
  const all = frozen.criteria.flatMap((held): readonly Amendment[] => {
    const { criterion, mode, weight } = held;
    const change = given.get(held);
    if (isWished(held)) return [];
    if (change) return [{ criterion, instead: change.instead, why: change.why, mode, weight }];
    return frozen.amended.filter((before) => before.criterion === criterion);
  });
  return { criteria, amended: all };
}

/** Whether a text names a frozen criterion, or the replacement now in effect. */
const amends = ({ criterion }: Criterion, text: string, { amended }: Frozen): boolean =>
  areSame(criterion, text) || amended.some((before) => before.criterion === criterion && areSame(before.instead, text));

/**
 * What is judged in a round: the frozen criteria with their weight and mode, the replacements of those given up, and what the plan adds. A criterion that the plan both lists and amends counts
 * as amended.
 */
export function criteriaOf({ task_criteria, amended }: Proposed, frozen: Frozen): readonly Criterion[] {
  const proposed = (text: string) => task_criteria.find(({ criterion }) => areSame(criterion, text));
  const isGivenUp = (text: string) => [...frozen.amended, ...amended].some(({ criterion }) => areSame(criterion, text));
  const held = stillHeld(frozen).flatMap((criterion) => rechecked(criterion, proposed(criterion.criterion)?.check));
  const instead = frozen.amended
    .filter(({ instead: text }) => text !== '')
    .map((given): Criterion => ({ ...(proposed(given.instead) ?? inPlaceOf(given, given.instead)), weight: given.weight }));
  const added = task_criteria.filter(({ criterion }) => !isGivenUp(criterion)).map(asAdded);
  return once([...held, ...instead, ...added]);
}

/** A replacement for which no plan gives a mode. If it is about the answer, no tool can show it, even if a tool showed the original. */
const inPlaceOf = ({ mode }: Pick<Criterion, 'mode'>, criterion: string): Pick<Criterion, 'criterion' | 'mode'> => ({
  criterion,
  mode: speaksOfAnswer(criterion) ? 'plausible' : mode,
});

const stillHeld = ({ criteria, amended }: Frozen): readonly Criterion[] =>
  criteria.filter(({ criterion }) => !amended.some((each) => each.criterion === criterion));

/**
 * A criterion and, if a plan gives it another check, a second criterion with that check. A world check stays, and both must hold; a form check is dropped, and a
 * judge decides.
 */
function rechecked(held: Criterion, check: Check | undefined): readonly Criterion[] {
  const { criterion, weight, check: first } = held;
  if (!check || JSON.stringify(check) === JSON.stringify(first)) return [held];
  const another = { criterion: `${criterion} (by a later check, ${check.kind})`, mode: 'verifiable', weight, check } as const;
  const { check: _, ...unchecked } = held;
  return [first && isForm(first) ? unchecked : held, asAdded(another)];
}

const asAdded = (criterion: Criterion): Criterion => ({ ...criterion, added: true });

/** Whether a check looks only at the answer, and not at the world. */
const isForm = (check: Check): boolean =>
  check.kind.startsWith('output_') || check.kind === 'exit_code' || (check.kind === 'json_equals' && check.path === undefined);

/** Each criterion text once; the first occurrence counts. */
const once = (criteria: readonly Criterion[]): readonly Criterion[] =>
  criteria.filter(({ criterion }, at) => criteria.findIndex((other) => areSame(other.criterion, criterion)) === at);
