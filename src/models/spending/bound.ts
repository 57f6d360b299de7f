/** An upper bound for the number of tokens in a prompt. Pure. */
import type { ModelRequest } from '../model.ts';

/** Tokens that a provider adds around each turn or tool, and around the whole request: more than any provider is known to use. */
const perPart = 16;
const perRequest = 1_000;

/** Counts bytes: no tokenizer in use yields more tokens than bytes. */
export function maxInputTokens({ system, turns, tools }: ModelRequest): number {
  const parts = [system, ...turns.map((turn) => JSON.stringify(turn)), ...tools.map((tool) => JSON.stringify(tool))];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + perPart, perRequest);
}

/** The fewest output tokens that make a call worthwhile. */
export const minOutputTokens = 256;
