/** The only way for a role to reach the world: model steps, tool calls, checks and the look around, each under a key that is the same in every run. */
import { hash } from 'node:crypto';
import type { BackgroundEnd } from '../contracts/background-end.ts';
import type { EffectKey, TaskId } from '../contracts/ids.ts';
import type { RoleId } from '../contracts/parties.ts';
import type { Json } from '../contracts/shapes/json.ts';
import { type LookRequest, Surroundings } from '../contracts/surroundings.ts';
import type { Claim, Intent, Late, Origin, Outcome } from '../journal/entry.ts';
import { jsonText } from '../journal/json-text.ts';
import { ModelAnswer, type ModelRequest } from '../models/model.ts';
import { type CheckRequest, Observation } from '../tools/observing/observation.ts';
import { type ToolRequest, ToolResult } from '../tools/tool.ts';
import type { Purse } from './purse.ts';

/** The place of an effect in the task. Sub-tasks and attempts count from 1; without them, the effect belongs to the whole task. */
export type Place = {
  readonly round: number;
  readonly subtask?: number;
  readonly attempt?: number;
  readonly step: number;
  readonly call?: number;
};

/** The request and value types of each kind of effect. */
export type EffectTypes = {
  model: { request: ModelRequest; value: ModelAnswer };
  tool: { request: ToolRequest; value: ToolResult };
  check: { request: CheckRequest; value: Observation };
  look: { request: LookRequest; value: Surroundings };
};
export type EffectKind = keyof EffectTypes;

/** What a handler uses to act; it awaits one effect at a time. Failure contract: rejects with an ArtooError if the world gave no answer; a tool that fails is an answer. */
export type Effects = {
  readonly [K in EffectKind]: (place: Place, request: EffectTypes[K]['request']) => Promise<EffectTypes[K]['value']>;
};

/** The schemas of outcomes, whether they come from the world or from a journal. */
export const effectValues = { model: ModelAnswer, tool: ToolResult, check: Observation, look: Surroundings } as const;

export type EffectOutcome = Pick<Outcome, 'ms' | 'result'>;

/** The task that an intent is performed for, and what it may still spend. */
export type Owner = {
  readonly task_id: TaskId;
  readonly purse: Purse;
  /** For an effect that a fork shares with its origin: the origin, which may have performed the effect. */
  readonly sharedWith?: TaskId;
  /** For the step whose failure ended the task that this task continues: how often the earlier task tried the step, and what those attempts used. */
  readonly failed?: NonNullable<Origin['failed']>;
};

/** What the world reports about a task besides outcomes: where its commands run. The log numbers the claims. */
export type Told = Omit<Claim, 'seq' | 'ts' | 'number'> | Omit<Late, 'seq' | 'ts'>;

/** Appends the report. Resolves once it is written, with the number of a claim; with undefined if the task is ending. */
export type Tell = (told: Told) => Promise<number | undefined>;

/** Performs intents for real. Failure contract: never rejects and always settles; a failure is a result with `ok: false` and a code. */
export type World = {
  /** Whether an intent without a known outcome may simply be performed again. */
  repeatable(effect: EffectKind, input: Json): boolean;
  perform(intent: Intent, owner: Owner, signal: AbortSignal): Promise<EffectOutcome>;
  /**
   * For an intent that an earlier process left without an outcome: looks up the result, repeats the effect if that is safe, or reports that the
   * result is unknown. `lives`: how many processes have started the effect.
   */
  recover(intent: Intent, owner: Owner, signal: AbortSignal, lives: number): Promise<EffectOutcome>;
  /** Called when a task begins to run in this process. Returns a function to call when the task stops running here. */
  attach?(task_id: TaskId, tell: Tell): () => void;
  /** Ends the background runs of a task, except those that may outlive it, and reports how each one ended; undefined if there are none. */
  endBackground?(task_id: TaskId): Promise<readonly BackgroundEnd[]> | undefined;
};

export function effectKey(role: RoleId, { round, subtask = 0, attempt = 0, step, call = 0 }: Place): EffectKey {
  return `${round}.${subtask}.${attempt}/${role}/${step}.${call}` as EffectKey; // matches the pattern of EffectKey by construction
}

/** The fingerprint of an effect's input, which shows whether code or prompts have changed since it was recorded. */
export const inputHash = (input: Json): string => hash('sha256', jsonText(input), 'hex').slice(0, 32);
