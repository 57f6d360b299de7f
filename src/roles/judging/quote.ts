/** Whether evidence that is a quote can be found. */
import { passageWith } from '../../tools/observing/observe-quote.ts';

/** Whether the quote stands in one of the texts, as a look for it in a file would find it. */
export const foundIn = (quote: string, texts: readonly string[]): boolean => texts.some((text) => passageWith(quote, text) !== undefined);
