/** Small numbers in words that clearly count things: "six log files". */

const numbers =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
/** Things that tools count. Others are left out: texts contain "two reasons", and poems "seven stars". */
const counted =
  'files folders directories subdirectories lines rows columns entries records items results matches occurrences hits references tests specs suites assertions failures errors warnings issues bugs todos commits branches tags changes edits insertions deletions packages dependencies modules libraries functions methods classes variables imports exports users customers orders invoices emails messages documents pages words characters images photos logs scripts processes containers services hosts ports tables keys values duplicates modified';
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d-])(?:${numbers.join('|')})(?= (?:[\p{L}.\x60*-]{1,30} ){0,2}(?:${counted.replaceAll(' ', '|')})(?!\p{L}))`,
  'giu',
);

const anyNumber = new RegExp(String.raw`(?<![\p{L}\d-])(?:${numbers.join('|')})(?![\p{L}\d-])`, 'giu');

type Spelled = { readonly text: string; readonly at: number; readonly value: number };

/** Each spelled-out number of counted things, with its value and position. */
export const spelledIn = (text: string): Generator<Spelled> => matchesOf(pattern, text);

/** Each spelled-out number, whatever follows it: "all three", "the five most frequent". */
export const allSpelledIn = (text: string): Generator<Spelled> => matchesOf(anyNumber, text);

function* matchesOf(wanted: RegExp, text: string): Generator<Spelled> {
  for (const { 0: word, index } of text.matchAll(wanted)) yield { text: word, at: index, value: numbers.indexOf(word.toLowerCase()) + 2 };
}
