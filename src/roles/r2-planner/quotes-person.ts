/** Whether a text quotes what the person said while the task ran: found by code, so that a planner cannot claim a wish that was never said. Pure. */

/** Either it contains a whole sentence of theirs, or a part of one in quotation marks: at least three words, so that "no" is not a quotation. */
export function quotesPerson(text: string, said: readonly string[]): boolean {
  const words = plain(text);
  const quotes = [...text.matchAll(quotation)].map(([, quote = '']) => plain(quote)).filter(saysSomething);
  return said
    .map(plain)
    .some((sentence) => (saysSomething(sentence) && isPart(sentence, words)) || quotes.some((quote) => isPart(quote, sentence)));
}

const quotation = /["“”„«»「『‘'`]([^"“”„«»」』’'`]+)["“”„«»」』’'`]/gu;

/** Three words; in a script without spaces, six letters. */
const saysSomething = (quote: string): boolean => quote.split(' ').length >= 3 || /\p{Lo}{6}/u.test(quote);

/** Whole words only. */
const isPart = (part: string, whole: string): boolean =>
  part !== '' && (/\p{Lo}/u.test(part) ? whole.includes(part) : ` ${whole} `.includes(` ${part} `));

const plain = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ');
