/** How much of a conversation, or of its calls, a model of known context is sent. Pure. */

/** In characters, where the model's context is not known. */
export const defaultBound = 200_000;

/** Parts of the context, in tokens, that are set aside: for the answer, and for the prompt around it. */
const reservedTokens = 12_288;
/**
 * Characters per token, fewer than in any text of words or code: counting too many tokens costs a second read, counting too few a rejected request.
 */
const charactersPerToken = 3;
/** Above this, reading something again costs less than sending everything with every step. */
const maxBound = 600_000;
const minBound = 12_000;

/** In characters, by how much the model takes. */
export const boundFor = (contextTokens: number | undefined): number =>
  contextTokens === undefined
    ? defaultBound
    : Math.min(maxBound, Math.max(minBound, (contextTokens - reservedTokens) * charactersPerToken));
