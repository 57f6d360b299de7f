/** The usage that a stream has reported so far, read from its raw events: all that is known of a call that is cut off. Pure. */
import type { TokenCounts } from './price.ts';

/** `isFinal`: the answer was over, so that the number of output tokens is final. */
export type ToldUsage = Partial<TokenCounts> & { readonly isFinal: boolean };

export const nothingTold: ToldUsage = { isFinal: false };

/** The usage after one more event, from any of the three protocols. */
export function withEvent(told: ToldUsage, event: unknown): ToldUsage {
  const { type, message, usage, usageMetadata, choices, candidates, delta } = fields(event);
  const anthropic = fields(type === 'message_start' ? fields(message).usage : type === 'message_delta' ? usage : undefined);
  const openai = fields(type === undefined ? usage : undefined);
  const google = fields(usageMetadata);
  const isFinal =
    told.isFinal ||
    [fields(choices?.[0]).finish_reason, fields(candidates?.[0]).finishReason, fields(delta).stop_reason].some(
      (reason) => typeof reason === 'string',
    );
  const cached = amount(anthropic.cache_read_input_tokens) ?? 0;
  const written = amount(anthropic.cache_creation_input_tokens) ?? 0;
  const own = amount(anthropic.input_tokens);
  const input = (own === undefined ? undefined : own + cached + written) ?? amount(openai.prompt_tokens) ?? amount(google.promptTokenCount);
  const thoughts = amount(google.thoughtsTokenCount) ?? 0;
  const answered = amount(google.candidatesTokenCount);
  const output =
    amount(anthropic.output_tokens) ?? amount(openai.completion_tokens) ?? (answered === undefined ? undefined : answered + thoughts);
  const read = cached || (amount(fields(openai.prompt_tokens_details).cached_tokens) ?? amount(google.cachedContentTokenCount) ?? 0);
  return {
    ...told,
    ...(input && { input_tokens: input, cache_read_tokens: read, cache_write_tokens: written }),
    ...(output && { output_tokens: output }),
    isFinal,
  };
}

/** What a call that was cut off may have used at most, and whether that is more than what is known. */
export function usageAtMost({ isFinal, ...told }: ToldUsage, most: TokenCounts): readonly [TokenCounts, boolean] {
  const isKnown = isFinal && told.input_tokens !== undefined && told.output_tokens !== undefined;
  return [
    { ...most, ...told, output_tokens: isKnown ? (told.output_tokens ?? 0) : Math.max(most.output_tokens, told.output_tokens ?? 0) },
    !isKnown,
  ];
}

type Fields = Readonly<Record<string, unknown>> & { readonly choices?: readonly unknown[]; readonly candidates?: readonly unknown[] };

/** The fields of an object; none for any other value. A list that should be there but is not counts as empty. */
function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return {};
  const { choices, candidates, ...rest } = value as Readonly<Record<string, unknown>>; // any object has fields of unknown types
  return { ...rest, ...(Array.isArray(choices) && { choices }), ...(Array.isArray(candidates) && { candidates }) };
}

const amount = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
