/** What a text states as fact. */
import { type DateRead, readDate } from './dates.ts';
import { isMeasure, unitAfter } from './numbers/measures.ts';
import { type Numeral, readNumeral } from './numbers/numerals.ts';
import { spelledIn } from './numbers/spelled-numbers.ts';
import { factorsOf, isUnit } from './numbers/units.ts';
import { type Kind, type Token, tokensIn } from './shapes.ts';

type Found = { readonly text: string; readonly at: number };

/** A number, with what the text around it reveals about it. */
export type NumberFact = Found & {
  readonly kind: 'number';
  /** Every way to read the numeral. */
  readonly numerals: readonly Numeral[];
  /** For `3,7`, which may be a list: the parts, each of which must be supported. */
  readonly parts: readonly number[];
  /** A unit such as `km`, `%`, `files`; empty if there is none. */
  readonly unit: string;
  /** The unit, if it measures size, time, mass, length or money; otherwise empty. */
  readonly measure: string;
  /** Whether the number is only approximate, as in about 300. */
  readonly isRough: boolean;
  /** Whether the number states what should be the case, as in 1 instead of 0. */
  readonly isExpected: boolean;
  /** Whether the number labels something, as in order 3. */
  readonly isSerial: boolean;
  /** Whether the number is part of a name, as in INV-20241. */
  readonly isInName: boolean;
};
/** A date, with every way to read it. */
export type DateFact = Found & { readonly kind: 'date'; readonly dates: readonly DateRead[] };
/** A line in a file: `src/a.ts:12`, or line 12 of the file that the sentence is about. */
export type PlaceFact = Found & { readonly kind: 'place'; readonly file: string; readonly from: number; readonly to: number };
/** A path, address, hash, version, time or identifier. */
export type NameFact = Found & { readonly kind: Exclude<Kind, 'number' | 'date' | 'duration'> };
/** Anything that a text can state and a source can show. */
export type Fact = NumberFact | DateFact | NameFact | PlaceFact;

/** The facts in an answer, in order. List markers, step numbers, parts of words and program text are not facts. */
export function factsIn(text: string): readonly Fact[] {
  const prose = withoutPrograms(text);
  const facts: Fact[] = [];
  for (const token of tokensIn(prose)) {
    const fact = factOf(prose, token);
    if (fact !== undefined) facts.push(fact);
    const [from, to = from] = [...token.place.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    if (from === undefined || to === undefined) continue;
    const last = token.place.startsWith(':') && !token.place.includes('-') ? from : to;
    facts.push({ kind: 'place', text: token.text + token.place, at: token.at, file: token.text, from, to: last });
  }
  for (const { text: word, at, value } of spelledIn(prose)) facts.push({ ...plainNumber(word, at), numerals: [{ value, step: 1 }] });
  const known = new Set(facts.map(({ at }) => at));
  for (const name of namesIn(prose)) if (!known.has(name.at)) facts.push(name);
  return facts.sort((a, b) => a.at - b.at);
}

function factOf(text: string, token: Token): Fact | undefined {
  const { kind, at } = token;
  if (kind === 'number') return numberAt(text, token);
  if (kind === 'date') {
    const dates = readDate(token.text);
    return dates.length > 0 ? { kind, text: token.text, at, dates } : undefined;
  }
  if (kind === 'duration') return { ...plainNumber(token.text, at), numerals: [readDuration(token.text)], unit: 's', measure: 's' };
  if (kind === 'file' && products.test(token.text)) return undefined;
  if (kind === 'name' && /^(?:x86_64|utf_8|arm_64)$/i.test(token.text)) return undefined;
  return { kind, text: token.text, at };
}

const products = /^(?:node|next|vue|nuxt|express|three|d3|react|chart|moment|angular|ember|nest|alpine|discord|p5|deno|bun)\.js$/i;
const noContext = { isRough: false, isExpected: false, isSerial: false, isInName: false } as const;
const plainNumber = (text: string, at: number): NumberFact => ({
  kind: 'number',
  text,
  at,
  numerals: [],
  parts: [],
  unit: '',
  measure: '',
  ...noContext,
});

/** The length of a two-part duration in seconds. */
export function readDuration(text: string): Numeral {
  const [first, second] = [...text.matchAll(/(\d+(?:\.\d+)?)\s?(\p{L}+)/gu)].map(([, number = '', unit = '']) => ({
    number,
    factor: factorsOf(unit)[0] ?? (/^h/i.test(unit) ? 3600 : 60),
  }));
  const small = second === undefined ? 0 : Number(second.number) * second.factor;
  const decimals = second?.number.split('.')[1]?.length ?? 0;
  return { value: Number(first?.number ?? 0) * (first?.factor ?? 1) + small, step: 10 ** -decimals };
}

const labels =
  /(?:^|[^\p{L}])(?:lines?|ln|rows? no\.|steps?|section|sections|option|phase|part|example|chapter|figure|fig\.|table|item|point|note|zeilen?|schritt|abschnitt|lignes?|étape|líneas?|paso|第)[ \u00a0]?(?:\d{1,7}(?:-|–|, | and | to | und | et | y )){0,3}$/iu;
/** Digits after one of these are part of a name. */
const standards = /(?:^|[^\p{L}])(?:iso|sha|aes|utf|rfc|x86|md|cp|ieee|http|gpt|es|base|covid|ipv?|h|u|p)[- /]?$/iu;
const roughly =
  /(?:about|around|approximately|approx\.|roughly|nearly|almost|over|more than|some|circa|ca\.|rund|etwa|fast|environ|près de|unos|unas|aproximadamente|casi|大约|约|近|~|≈)\s?\*{0,2}$/iu;

const instead = /(?:instead of|rather than|should be|expected|statt|au lieu de|en vez de|而不是)[ `*:]{0,3}$/iu;
const serials =
  /(?:#|(?<!\p{L})(?:id|no\.?|nr\.?|number|row|order|item|issue|ticket|user|record|entry|customer|invoice|task|page|case|player|step))[ :=`*]{0,3}$/iu;

/** In `31 / 120 × 100`, the hundred only turns a ratio into a percentage. */
const factor = /\d\s{0,2}[/÷:]\s{0,2}\d[\d.,]{0,15}\)?\s{0,2}[×*·x]\s{0,2}$/;

/** A number after one of these is a line number. */
const lineLabels = /(?:^|[^\p{L}])(?:lines?|ln|zeilen?|lignes?|líneas?)[ \u00a0](?:\d{1,7}(?:-|–|, | and | to | und | et | y )){0,3}$/iu;

function numberAt(text: string, { text: digits, at, end }: Token): NumberFact | PlaceFact | undefined {
  const before = text.slice(Math.max(0, at - 40), at);
  if (/^\d{1,7}$/.test(digits) && (lineLabels.test(before) || (before.endsWith('第') && text.startsWith('行', end))))
    return { kind: 'place', text: digits, at, file: '', from: Number(digits), to: Number(digits) };
  if (isMarker(text, at, end) || labels.test(before) || standards.test(before)) return undefined;
  if (/(?<!\d)\d-\d-\d(?!\d)/.test(text.slice(Math.max(0, at - 4), end + 4))) return undefined; // 5-7-5, 4-3-3: a pattern, not a number
  if (text.slice(at - 3, end) === '24/7' || text.slice(at, end + 2) === '24/7') return undefined;
  if (digits === '100' && factor.test(before)) return undefined;
  const isInName = /[\p{Script=Latin}]-$/u.test(before);
  if (isInName && digits.length < 3) return undefined;
  const after = text.slice(end, end + 20);
  const attached = /^[\p{Script=Latin}µμ]{1,20}/u.exec(after)?.[0] ?? '';
  if (attached !== '' && !isUnit(attached)) return undefined;
  if (/^-\p{Script=Latin}/u.test(after) && digits.length < 3) return undefined; // 2-column, 3-way: a word
  const unit = unitAfter.exec(after)?.[1] ?? '';
  const shown = unit === '%' || attached !== '' ? text.slice(at, end + after.indexOf(unit) + unit.length) : digits;
  const parts = /^\d+,(?!\d{3}$)\d+$/.test(digits) ? digits.split(',').map(Number) : [];
  return {
    kind: 'number',
    text: shown,
    at,
    numerals: readNumeral(digits),
    parts,
    unit,
    measure: isMeasure(unit) ? unit : (/[$€£]\s?\*{0,2}$/.exec(before)?.[0].charAt(0) ?? ''),
    isRough: roughly.test(before),
    isExpected: instead.test(before),
    isSerial: serials.test(before),
    isInName,
  };
}

/** `1.`, `2)`, `(3)` at the start of a line, the number of a heading, or the counter in the first cell of a table row. */
function isMarker(text: string, at: number, end: number): boolean {
  if (end - at > 6) return false;
  const last = text.slice(Math.max(0, at - 25), at);
  const broken = last.lastIndexOf('\n') + 1;
  if (broken === 0 && at > 24) return false;
  const start = at - last.length + broken;
  const before = last.slice(broken);
  const after = text.slice(end, end + 3);
  if (/^\s*#{1,6} +(?:\p{L}+ )?$/u.test(before)) return /^(?:[.):]|\s|$)/.test(after);
  if (/^[\s>]*(?:[-*+] +)?(?:\[[ x]\] )?\**[([]?$/.test(before)) return /^(?:[.)\]]\**(?:\s|$|\*)|\\\.)/.test(after);
  return /^\s*\|\s*$/.test(before) && /^\s*\|/.test(after) && Number(text.slice(at, end)) === rowsAbove(text, start);
}

/** The number of a table row, counted from 1, if `text` contains the table. */
function rowsAbove(text: string, start: number): number {
  const lines = text
    .slice(Math.max(0, start - 4000), start)
    .split('\n')
    .slice(0, -1)
    .reverse();
  const rows = lines.findIndex((line) => !/^\s*\|\s*\d/.test(line));
  return (rows < 0 ? lines.length : rows) + 1;
}

const languages =
  'python|py|javascript|js|jsx|typescript|ts|tsx|go|rust|rs|c|cpp|java|kotlin|swift|ruby|rb|php|sql|sh|bash|zsh|shell|powershell|html|css|lua|perl|r';
const program = new RegExp(String.raw`(?<=(?:^|\n)) {0,3}\x60{3}(?:${languages})[^\S\n]*\n[^]*?(?:\n {0,3}\x60{3}|$)`, 'gi');

/** Blocks of program text state no facts. They are replaced by spaces, so that positions stay the same. */
const withoutPrograms = (text: string): string =>
  text.includes('```') ? text.replaceAll(program, (block) => block.replaceAll(/[^\n]/g, ' ')) : text;

const things =
  /(?<!\p{L})(?:packages?|dependenc(?:y|ies)|librar(?:y|ies)|modules?|functions?|class(?:es)?|methods?|tables?|columns?|fields?|branch(?:es)?|services?|containers?|plugins?|process(?:es)?|users?)(?!\p{L})/iu;

/**
 * Names in backticks that are not prose: `fooBar`, `left-pad`, `@scope/name`; a single word only if the text calls it a package, a function and so
 * on.
 */
function* namesIn(text: string): Generator<NameFact> {
  for (const { 0: span, 1: name = '', index } of text.matchAll(
    /(?<!`)`([\p{L}@$][\p{L}\p{M}\d_$@/:#-]{1,80}(?:\.[\p{L}\d_$]{1,80}){0,4})(?:\(\))?`(?!`)/gu,
  )) {
    const marked = /_|\p{Ll}\p{Lu}|[\p{L}\d]-\p{L}|^@|\p{L}\d|\w\.\w|\(\)/u.test(span);
    const near = text.slice(Math.max(0, index - 40), index + span.length + 25);
    if (marked || (name.length > 2 && things.test(near))) yield { kind: 'name', text: name, at: index + 1 };
  }
}
