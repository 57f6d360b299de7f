/** The sentences and lines of a text: a full stop inside a name ends none. */
export const sentencesIn = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?;])\s+|[。！？；\n]+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
