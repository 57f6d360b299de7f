/** The part of a text that is kept as evidence that a passage was found. */
import { clip, part } from '../../contracts/text/shorten.ts';
import type { Span } from './pattern.ts';

const around = 40;
const maxExcerptLength = 500;

/** The passage that was found, with a little context. */
export const excerpt = (text: string, { start, end }: Span): string =>
  clip(part(text, Math.max(0, start - around), end + around), maxExcerptLength);
