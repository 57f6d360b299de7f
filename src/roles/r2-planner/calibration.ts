/** The port to what memory has to say before a plan is made (SPEC §6). */
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Context } from '../role.ts';

/** Something that must not be planned. Whatever it names must all be there: a tool, a target, the fingerprint of a whole plan. */
export type MustNot = {
  readonly tool?: string;
  readonly target?: string;
  readonly fingerprint?: string;
  /** In words for model and person. */
  readonly because: string;
};

type Calibration = {
  /** Lines for the prompt, most important first. */
  readonly notes: readonly string[];
  /** What code enforces. */
  readonly mustNots: readonly MustNot[];
};

/** Failure contract: never rejects because of what memory holds or lacks; without memory, there is nothing to say. */
export type Calibrate = (spec: TaskSpec, tools: readonly string[], context: Context) => Promise<Calibration>;

/** Nothing is remembered. */
export const uncalibrated: Calibrate = async () => ({ notes: [], mustNots: [] });
