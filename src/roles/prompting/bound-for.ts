/** How much of a conversation, or of its calls, is sent to a model, given the size of its context. Pure. */

/** In characters, if the size of the model's context is not known. */
export const defaultBound = 200_000;

/** Parts of the context, in tokens, that are set aside: for the answer, and for the prompt around it. */
const reservedTokens = 12_288;
/**
 * Characters per token, set lower than in any prose or code: overestimating the tokens costs a second read, underestimating them costs a rejected
 * request.
 */
const charactersPerToken = 3;
/** The upper limit in characters: above it, reading something again costs less than sending everything with every step. */
const maxBound = 600_000;
const minBound = 12_000;

/** The bound in characters for a context of this many tokens. */
export const boundFor = (contextTokens: number | undefined): number =>
  contextTokens === undefined
    ? defaultBound
    : Math.min(maxBound, Math.max(minBound, (contextTokens - reservedTokens) * charactersPerToken));
