/** What defines a kind of check. To add one: a file here, its line in `checks.ts`, its schema in `contracts/criteria.ts`. */
import type { Check, CriterionVerdict } from '../../../contracts/criteria.ts';
import type { Json } from '../../../contracts/shapes/json.ts';
import type { Look, Observation } from '../../../tools/observing/observation.ts';
import type { DeclaredCall } from '../evidence/declared-call.ts';

export type CheckOf<Kind extends Check['kind']> = Extract<Check, { kind: Kind }>;

/** All pure. Methods rather than properties, so that different kinds fit in one table. */
export type CheckKind<C extends Check> = {
  /** How a planner writes a check of this kind: as a check of the world, which can prove its criterion, and as a check of form, which cannot. */
  readonly world?: string;
  readonly form?: string;
  /** Why the check can never be decided. */
  whyInvalid?(check: C): string | undefined;
  /** Why the check always holds, and so proves nothing. */
  whyHollow?(check: C): string | undefined;
  /** The look at the world that the check needs; undefined if the answer and the calls are enough. */
  look?(check: C): Look | undefined;
  /** `unverifiable`, and so not passed, if the check cannot be decided. */
  decide(check: C, seen: Seen): Finding;
  /** Whether the criterion is met when the check holds (SPEC §4, "Checks"). */
  proves?(check: C, criterion: string, weighing: Weighing): boolean;
};

/** What a check is based on. `calls` are those of the attempt, `observation` is the result of the look. */
export type Seen = {
  readonly output: Json;
  readonly calls?: readonly DeclaredCall[] | undefined;
  readonly observation?: Observation | undefined;
};

export type Finding = Pick<CriterionVerdict, 'verdict' | 'evidence'>;

/** What a check is weighed against: all calls of the task, its folder, and the person's words. */
export type Weighing = {
  readonly calls: readonly DeclaredCall[];
  readonly cwd: string;
  readonly input: string;
  /** Whether the plan came with the goal: its checks then decide on their own, because the model being judged did not write them. */
  readonly isGiven?: boolean;
};
