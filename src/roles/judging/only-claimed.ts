/** The evidence against an execution that claims to be done without having done anything. It is in journals. */
export const onlyClaimed = 'the executor claims to be done, but no tool call succeeded';
