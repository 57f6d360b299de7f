/** The parts of a sentence: text, and code between backticks. Pure. */

type Part = { readonly text: string; readonly isCode: boolean };

/** A backtick without a second one stays text. */
export function codeIn(text: string): readonly Part[] {
  const parts = text.split('`');
  if (parts.length % 2 === 0) parts.push(`${parts.splice(-2, 1)}\`${parts.pop()}`);
  return parts.map((part, at) => ({ text: part, isCode: at % 2 === 1 })).filter((part) => part.text !== '');
}
