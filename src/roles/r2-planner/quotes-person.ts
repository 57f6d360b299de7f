/**
 * Whether a text quotes what the person said while the task ran. Code decides this, so that a planner cannot claim a wish that was never said. Pure.
 */

/**
 * A quotation is a whole sentence of the person's, or a part of one with at least three words, so that "no" does not count: in quotation marks, unless it is
 * the whole text.
 */
export function quotesPerson(text: string, said: readonly string[]): boolean {
  const words = plain(text);
  const quotes = [words, ...[...text.matchAll(quotation)].map(([, quote = '']) => plain(quote))].filter(saysSomething);
  return said
    .map(plain)
    .some((sentence) => (saysSomething(sentence) && isPart(sentence, words)) || quotes.some((quote) => isPart(quote, sentence)));
}

const quotation = /["“”„«»「『‘'`]([^"“”„«»」』’'`]+)["“”„«»」』’'`]/gu;

/** Whether a quote has at least three words or, in a script without spaces, six letters. */
const saysSomething = (quote: string): boolean => quote.split(' ').length >= 3 || /\p{Lo}{6}/u.test(quote);

/** Whether a text contains a part as whole words. */
const isPart = (part: string, whole: string): boolean =>
  part !== '' && (/\p{Lo}/u.test(part) ? whole.includes(part) : ` ${whole} `.includes(` ${part} `));

const plain = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ');
