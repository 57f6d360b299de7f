/** The sentences and lines of a text. A full stop inside a name does not end a sentence. */
export const sentencesIn = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?;])\s+|[。！？；\n]+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
