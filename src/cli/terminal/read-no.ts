/** Answers that begin with a no, and what they say to do instead. Pure. */

/** Undefined for any other answer. A word of politeness, or any single word, is no sentence: that is a no alone. */
export function readNo(answer: string): { readonly instead: string | undefined } | undefined {
  const said = no.exec(answer.trim());
  if (!said) return undefined;
  const sentence = said[1]?.trim() ?? '';
  return { instead: /\S\s+\S/.test(sentence) ? sentence : undefined };
}

/** "no", "nope!", "no thanks", "no way, put it into a branch". */
const no = /^(?:no?|nope)(?:[\s,;:.!]+(?:thanks|thank\s+you|way)(?=\s*(?:[,;:.!]|$)))*(?:$|[\s,;:.!]+(.*)$)/is;
