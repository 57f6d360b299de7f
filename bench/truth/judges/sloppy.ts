/** A judge that is right about what is true, but careless with quotes. When it is asked again, it quotes correctly. */
import { fair } from './fair.ts';
import type { Judge, Judging } from './judge.ts';

export const sloppy: Judge = (criterion, judging) => {
  const right = fair(criterion, judging);
  if (right.verdict === 'fail' || judging.again > 0) return right;
  const quotes = [right.evidence].flat();
  const careless = habits[(judging.habit + criterion.number) % habits.length] ?? joined;
  return { ...right, evidence: careless(quotes, judging) };
};

type Habit = (quotes: readonly string[], judging: Judging) => string;

const isId = (quote: string): boolean => quote.includes('/R3/');
const each =
  (change: (quote: string) => string): Habit =>
  (quotes) =>
    quotes.map((quote) => (isId(quote) ? `[${quote}]` : change(quote))).join(' / ');

const joined = each((quote) => quote);
const otherCase = each((quote) => quote.toUpperCase());
const otherSpacing = each((quote) => quote.replaceAll(' ', '  '));
const quoted = each((quote) => `“${quote}”`);
const withEllipsis = each((quote) => {
  const words = quote.split(' ');
  return words.length < 6 ? quote : [...words.slice(0, 3), '…', ...words.slice(-2)].join(' ');
});
/** The executor's sentence instead of the tool's. */
const executorsWords: Habit = (_, { question: { outputs } }) => outputs[0]?.split('\n')[0] ?? '';

const habits: readonly Habit[] = [otherCase, joined, executorsWords, withEllipsis, otherSpacing, quoted];
