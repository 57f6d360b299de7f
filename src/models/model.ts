/** The port to language models: one step at a time, tools offered but never executed here. */
import { z } from 'zod';
import type { EffectKey, TaskId } from '../contracts/ids.ts';
import { Json } from '../contracts/json.ts';
import type { RoleId } from '../contracts/parties.ts';
import { count, listOf, record } from '../contracts/shape.ts';

/** A tool call as the model asked for it. Its input is untrusted until the tool has parsed it. */
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
});
export type ModelRequest = z.infer<typeof ModelRequest>;

export const ModelAnswer = record({
  text: z.string(),
  calls: listOf(AskedCall),
  usage: record({ input_tokens: count, output_tokens: count }),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Where a step comes from: enough to send headers, to pick a tier, and to find it on a cassette. */
export type StepOrigin = { readonly task_id: TaskId; readonly key: EffectKey; readonly role: RoleId };

/**
 * Failure contract: rejects with an ArtooError, `model_unreachable` when no answer came, `cancelled` when the signal fired. Whatever else it throws
 * is taken as `model_unreachable`.
 */
export type Model = {
  step(request: ModelRequest, origin: StepOrigin, signal: AbortSignal): Promise<ModelAnswer>;
};
