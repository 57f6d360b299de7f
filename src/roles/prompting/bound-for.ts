/** How much of a conversation, or of its calls, a model of known context is sent. Pure. */

/** In characters, where the model's context is not known. */
export const defaultBound = 200_000;

/** Of the context, in tokens: for the answer, and for the prompt around it. */
const reservedTokens = 12_288;
/** Fewer than in any text that is mostly words or code: what is counted too high is read again, what is counted too low is refused. */
const charactersPerToken = 3;
/** Beyond this, reading again costs less than sending everything with every step. */
const maxBound = 600_000;
const minBound = 12_000;

/** In characters, by what its model takes. */
export const boundFor = (contextTokens: number | undefined): number =>
  contextTokens === undefined
    ? defaultBound
    : Math.min(maxBound, Math.max(minBound, (contextTokens - reservedTokens) * charactersPerToken));
