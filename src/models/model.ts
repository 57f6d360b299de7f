/** The port to language models: one step at a time. Tools are offered, but never run here. */
import { z } from 'zod';
import type { EffectKey, TaskId } from '../contracts/ids.ts';
import { RoleId } from '../contracts/parties.ts';
import { Json } from '../contracts/shapes/json.ts';
import { listOf, record } from '../contracts/shapes/shape.ts';
import type { Surroundings } from '../contracts/surroundings.ts';
import { Usage } from '../contracts/usage.ts';
import type { Spending } from './spending/spending.ts';

/** A tool call as requested by the model. Its input is untrusted until the tool has parsed it. */
export const AskedCall = record({ call_id: z.string().min(1), tool: z.string(), input: Json });
export type AskedCall = z.infer<typeof AskedCall>;

const Turn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: listOf(AskedCall) }),
  z.object({ role: z.literal('tool'), call_id: z.string(), tool: z.string(), text: z.string() }),
]);
export type Turn = z.infer<typeof Turn>;

export const ModelRequest = record({
  system: z.string(),
  turns: listOf(Turn),
  tools: listOf(record({ name: z.string(), description: z.string(), input: Json })),
  /** The role whose model answers, if this is not the asking role. */
  answered_by: RoleId.optional(),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

export const ModelAnswer = record({
  text: z.string(),
  calls: listOf(AskedCall),
  usage: Usage,
  /** Whether the answer ended because it reached its maximum length. */
  cut: z.boolean().optional(),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Where a step comes from: enough to send headers, choose a tier, and find the step on a cassette. */
export type StepOrigin = {
  readonly task_id: TaskId;
  readonly key: EffectKey;
  readonly role: RoleId;
  /** The purse from which a model with `reserves` reserves each call before making it. */
  readonly spending: Spending;
  /** Receives the text as it is written; set only if the text is shown. Must not throw. */
  readonly onText?: (text: string) => void;
  /** Called when the step waits before another attempt; set only if this is shown. Must not throw. */
  readonly onWait?: (wait: ModelWait) => void;
  /** Called when a request is sent. Must not throw. */
  readonly onSent?: () => void;
};

/** How long a step waits (until ms since 1970), before which attempt, and why: the server has a rate limit, asked for the wait, is failing or overloaded, nothing listens at its address, or its answer broke off. */
export type ModelWait = {
  readonly until: number;
  readonly attempt: number;
  readonly why: 'limited' | 'asked' | 'busy' | 'closed' | 'broken_off';
};

/** Failure contract: rejects with a `model_…` code, `budget_spent`, or `cancelled` if the signal fired. Any other error counts as `model_unreachable`. */
export type Model = {
  /** For a cassette: the surroundings of the recorded task, if the cassette has them. */
  readonly seen?: (key: EffectKey) => Surroundings | undefined;
  /** Whether the model reserves each of its calls itself. Otherwise the caller reserves by the size of the prompt. */
  readonly reserves?: boolean;
  step(request: ModelRequest, origin: StepOrigin, signal: AbortSignal): Promise<ModelAnswer>;
};
