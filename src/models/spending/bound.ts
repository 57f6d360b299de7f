/** The most that a prompt can come to in tokens. Pure. */
import type { ModelRequest } from '../model.ts';

/** What marks a turn or a tool on its way, and what a provider puts around all of it, in tokens: more than any is known to use. */
const perPart = 16;
const perRequest = 1_000;

/** No tokenizer in use makes more tokens than there are bytes. */
export function maxInputTokens({ system, turns, tools }: ModelRequest): number {
  const parts = [system, ...turns.map((turn) => JSON.stringify(turn)), ...tools.map((tool) => JSON.stringify(tool))];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + perPart, perRequest);
}

/** How many output tokens make a call worth making. */
export const minOutputTokens = 256;
