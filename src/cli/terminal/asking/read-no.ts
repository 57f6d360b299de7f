/** Answers that begin with a no, and the alternative in them. Pure. */

/** Undefined for any other answer. With a polite word, or any single word, it is a plain no. */
export function readNo(answer: string): { readonly instead: string | undefined } | undefined {
  const said = no.exec(answer.trim());
  if (!said) return undefined;
  const sentence = said[1]?.trim() ?? '';
  return { instead: /\S\s+\S/.test(sentence) ? sentence : undefined };
}

/** "no", "nope!", "no thanks", "no way, put it into a branch". */
const no = /^(?:no?|nope)(?:[\s,;:.!]+(?:thanks|thank\s+you|way)(?=\s*(?:[,;:.!]|$)))*(?:$|[\s,;:.!]+(.*)$)/is;
