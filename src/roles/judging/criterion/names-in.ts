/** What a criterion names and its evidence must therefore mention. Pure, and linear in the text. */
import { datesIn } from '../../../laws/facts/dates.ts';
import { extensions } from './file-extensions.ts';
import { foldersIn } from './folders-in.ts';
import { wordSet } from './word-set.ts';

export type Names = {
  /** Files and folders, as they are written. */
  readonly paths: readonly string[];
  /** Text in quotation marks, which evidence must contain. */
  readonly values: readonly string[];
  /** Identifiers, programs, addresses, extensions. */
  readonly exact: readonly string[];
  /** Capitalised words: names of people, places and products. */
  readonly proper: readonly string[];
  /** Numbers and versions, without thousands separators. */
  readonly numbers: readonly string[];
  /** Dates, each with the numbers in it. */
  readonly dates: readonly { readonly text: string; readonly numbers: readonly string[] }[];
  readonly exitCode: number | undefined;
};

const maxRead = 4_000;

/**
 * The names and numbers of a criterion. Bounds ("at most 5", "the 3 largest") and lengths ("2 sentences") describe the answer, and name nothing. A plain word
 * names a folder if it is one of `folders`.
 */
export function namesIn(criterion: string, folders: ReadonlySet<string> = new Set()): Names {
  const names = { paths: new Set<string>(), values: new Set<string>(), exact: new Set<string>(), proper: new Set<string>() };
  let rest = criterion.slice(0, maxRead);
  const take = (pattern: RegExp, name: (found: string) => boolean): void => {
    rest = rest.replaceAll(pattern, (found) => (name(found) ? ' '.repeat(found.length) : found));
  };

  const [, code] = exits.exec(rest) ?? [];
  rest = rest.replace(exits, ' ');
  take(inBackticks, (found) => nameInBackticks(found.slice(1, -1).trim(), names));
  take(inMarks, (found) => nameInMarks(found.slice(1, -1).trim(), names));
  take(addresses, (found) => names.exact.add(found.replace(/[.,;:)]+$/, '')).size > 0);
  take(called, (found) => names.exact.add(found.replace(/\(\)$/, '')).size > 0);
  take(pathLike, (found) => nameOfFile(found, names));
  for (const folder of foldersIn(rest, folders)) names.paths.add(`${folder}/`);
  const dates = datesIn(rest).map((text) => ({ text, numbers: [...text.matchAll(numeric)].map(([found]) => plainNumber(found)) }));
  for (const { text } of dates) rest = rest.replaceAll(text, ' '.repeat(text.length));
  const numbers = new Set<string>();
  for (const { 0: found, index } of rest.matchAll(numeric)) {
    const before = rest.slice(Math.max(0, index - 40), index);
    const after = rest.slice(index + found.length, index + found.length + 30);
    const isOfRange = rangeBegins.test(after) || rangeEnds.test(before);
    if (!bounds.test(before) && !lengths.test(after) && !isOfRange && found !== '0') numbers.add(plainNumber(found));
  }
  const isCapitalised = isGerman(rest);
  for (const word of wordsOf(rest)) nameInWord(word, isCapitalised, names);
  return {
    paths: [...names.paths],
    values: [...names.values],
    exact: [...names.exact],
    proper: [...names.proper],
    numbers: [...numbers],
    dates,
    exitCode: code === undefined ? undefined : Number(code),
  };
}

/** `1,024`, `1'024` and `1 024` as 1024, and a version without its `v`. */
export const plainNumber = (text: string): string => text.replaceAll(/(?<=\d)[,'_\u00a0\u202f](?=\d{3})/g, '').replace(/^v/i, '');

/** Numbers, versions and dates in a text. */
export const numeric = /(?<![\p{L}\p{N}_.\-/])v?\d{1,15}(?:[,'_\u00a0\u202f.:-]\d{1,9}){0,8}(?![\p{L}\p{N}_])/giu;

/** Whether a text reads as the path of a file or folder. */
export function isPath(text: string): boolean {
  if (/\s/.test(text) || text.length > 255 || !/^[\p{L}\p{N}_.@+~/*-]+$/u.test(text) || !/[\p{L}\p{N}]/u.test(text)) return false;
  if (/^(?:\.{0,2}|~)\/|\/$/.test(text)) return true;
  const last = text.split('/').at(-1) ?? '';
  return fileName.test(last) && !notFiles.has(text.toLowerCase());
}

type Found = { readonly [kind in 'paths' | 'values' | 'exact' | 'proper']: Set<string> };

const exits = /\bexit(?:s|ed)?(?:\s(?:with|code|status|of|is|equals|=)){0,3}\s(\d{1,3})\b/i;
const inBackticks = /`[^`\n]{1,200}`/g;
const inMarks =
  /"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]|«[^»\n]{1,200}»|「[^」\n]{1,200}」|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])/gu;
export const addresses = /\bhttps?:\/\/[^\s"'<>`]{1,500}/gi;
/** `eval(`, `parse()`; not `file(s)`. */
const called = /(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$.]{1,80}\((?:\)|(?=[\s,;:]|$))/gu;
const pathLike = /(?<![\p{L}\p{N}_])[*~.]{0,3}[\p{L}\p{N}_@+~/.-]{1,255}(?:\*[\p{L}\p{N}_./-]{0,100})?/gu;
const fileName = /^[\p{L}\p{N}_@+-][\p{L}\p{N}_@+.-]{0,200}\.[A-Za-z][A-Za-z\d]{0,9}$/u;
const notFiles: ReadonlySet<string> = new Set(['e.g', 'i.e', 'node.js', 'next.js', 'vue.js', 'z.b', 'p.m', 'a.m']);
const domains = /\.(?:com|org|net|io|dev|edu|gov|de|eu)$/i;

const bounds =
  /(?:at (?:least|most)|(?:no|not) (?:more|less|fewer) than|(?:less|fewer|more|greater|higher|lower|longer|shorter) than|up to|under|over|below|above|within|about|around|approximately|roughly|nearly|top|first|last|between|maximum|minimum|max|min|criterion|step|lines?|rows?|columns?|zeilen?|spalten?|lignes?|línea|≤|≥|<|>|~)\s*(?:of\s|the\s)?$/i;
/** Both ends of a range, "from 500 to 599", are bounds rather than values. */
const rangeBegins = /^\s?(?:to|–|—|through|bis|à)\s?\d/i;
const rangeEnds = /\d\s?(?:to|–|—|through|bis|à)\s?$/i;

const lengths =
  /^[\s-]?(?:largest|biggest|smallest|newest|oldest|longest|shortest|latest|most|best|least|recent|words?\b|sentences?\b|bullet|paragraphs?\b|characters?\b|letters?\b|syllables?\b|stanzas?\b|verses?\b)/i;

function nameInBackticks(inner: string, names: Found): boolean {
  const isLine = /^[\p{L}\p{N}_./-]+ /u.test(inner);
  for (const word of isLine ? inner.split(/\s+/) : [inner]) {
    if (nameOfFile(word, names)) continue;
    if (!isLine || /^[\p{L}\p{N}_]/u.test(word)) names.exact.add(word.replace(/\(\)$/, ''));
  }
  return true;
}

function nameInMarks(inner: string, names: Found): boolean {
  if (isPath(inner)) names.paths.add(inner);
  else if (inner !== '') names.values.add(inner);
  return true;
}

/** A file, an extension or hidden name, a pattern or a domain, but not a word before a full stop. */
function nameOfFile(found: string, { paths, exact }: Found): boolean {
  const text = found.replace(/[.,:]+$/, '');
  if (/^\*?\.[A-Za-z][\w-]*$/.test(text)) exact.add(text.replace(/^\*/, ''));
  else if (!isPath(text)) return false;
  else if (text.includes('*')) paths.add(text.slice(0, text.indexOf('*')).replace(/[^/]*$/, '') || './');
  else if (!text.includes('/') && (domains.test(text) || !extensions.has(text.slice(text.lastIndexOf('.') + 1).toLowerCase())))
    exact.add(text);
  else paths.add(text);
  return true;
}

type Word = { readonly word: string; readonly isFirst: boolean };

function* wordsOf(text: string): Generator<Word> {
  let isFirst = true;
  for (const [found] of text.matchAll(/[\p{L}\p{N}_]+|[.!?:]/gu)) {
    const isWord = /[\p{L}\p{N}_]/u.test(found);
    if (isWord) yield { word: found, isFirst };
    isFirst = !isWord;
  }
}

const programs = wordSet(
  'pytest npm pnpm yarn npx node tsc eslint biome vitest jest mocha ruff mypy cargo rustc gcc clang cmake docker kubectl git pip poetry sqlite3 jq curl wget ffmpeg psql nginx systemctl',
);

/** Formats, languages, and words that are not names despite their capitals. */
const common = wordSet(
  'i a ok no yes all head gb mb kb tb gib mib kib cpu ram the and or not id url uri api cli os http https json yaml csv html xml toml markdown utf utf8 ascii pdf sql english german french spanish italian chinese japanese russian portuguese dutch monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december must should every each if when it its this that there',
);

function nameInWord({ word, isFirst }: Word, isCapitalised: boolean, names: Found): void {
  if (word.length > 100 || common.has(word.toLowerCase()) || /^\d+$/.test(word) || /^\d+(?:st|nd|rd|th|s|ms|px|kb|mb|gb|x+)$/i.test(word))
    return;
  if (programs.has(word)) names.exact.add(word);
  else if (/_/.test(word) || (/\d/.test(word) && /\p{L}/u.test(word)) || /\p{Ll}\p{Lu}/u.test(word)) names.exact.add(word);
  else if (/^\p{Lu}{2,}s?$/u.test(word)) names.proper.add(word);
  else if (/^\p{Lu}/u.test(word) && !isFirst && !isCapitalised && word.length > 1) names.proper.add(word);
}

/** Whether a text is German, where every noun is capitalised. */
const isGerman = (text: string): boolean =>
  (text.match(
    /\b(?:der|die|das|und|ist|sind|hat|haben|jede[rsnm]?|alle[rsn]?|keine?|von|auf|oder|steht|liegt|wurde|nicht|ein|eine|einen|den|dem|im|mit|wird|enthält|nennt|Die|Das|Der|Es)\b/g,
  )?.length ?? 0) >= 2;
