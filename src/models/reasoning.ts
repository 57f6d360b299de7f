/** What a model says, without what it thinks: reasoning is no part of an answer, and nothing in it counts as evidence. */

const block = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
const strayEnd = /^[\s\S]*<\/(?:think|thinking|reasoning)>/i; // anchored, or it would be tried from every character

/** A block that is never closed runs to the end; one that was opened in the prompt runs from the beginning. */
export const withoutReasoning = (text: string): string => text.replaceAll(block, '').replace(strayEnd, '').trim();
