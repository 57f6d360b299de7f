/** Names in sources: paths, addresses, hashes, versions, times, dates and identifiers. Only names that an answer needs are kept. */
import { type DateRead, datesIn, readDate } from './dates.ts';
import { excerpt } from './excerpts.ts';
import type { DateFact, Fact, NameFact } from './facts-in.ts';

/** Names as the keys by which they are compared; dates; and the years of dates. */
export type NamesSeen = { readonly keys: ReadonlySet<string>; readonly dates: ReadonlySet<string>; readonly years: ReadonlySet<number> };

/** Which names of the facts are in the sources. Time and memory are linear in the size of both. */
export function namesSeen(facts: readonly Fact[], sources: readonly string[]): NamesSeen {
  const names = facts.filter(isName);
  const wanted = new Set(names.flatMap(wantedBy));
  const wantsDates = facts.some(({ kind }) => kind === 'date');
  const kinds = new Set([...wanted].map((key) => key.slice(0, key.indexOf(' '))));
  const keys = new Set<string>();
  const dates = new Set<string>();
  const years = new Set<number>();
  const needles = new Set(names.flatMap(needlesOf));
  const images = names.flatMap(({ kind, text }) => (kind === 'image' ? [text] : []));
  const wantsTimes = kinds.delete('time');
  for (const source of sources) {
    if (wanted.size > 0) for (const key of keysIn(excerpt(source, needles), kinds)) if (wanted.has(key)) keys.add(key);
    if (wantsTimes) for (const key of timesIn(source)) if (wanted.has(key)) keys.add(key);
    for (const image of images) if (isImageIn(source, image)) keys.add(`image ${image}`);
    for (const text of wantsDates ? datesIn(source) : []) {
      for (const { year, month, day } of readDate(text)) {
        dates.add(dateKey({ month, ...(day === undefined ? {} : { day }) }));
        if (year === undefined) dates.add(`yearless ${month}-${day}`);
        else {
          years.add(year);
          dates.add(`${year}-${month}-any`);
          if (day !== undefined) dates.add(dateKey({ year, month, day }));
        }
      }
    }
  }
  return { keys, dates, years };
}

const isName = (fact: Fact): fact is NameFact => fact.kind !== 'number' && fact.kind !== 'date' && fact.kind !== 'place';

/** Strings that show the name: a source must contain one of them. */
function needlesOf({ kind, text }: NameFact): readonly string[] {
  if (kind === 'time') return [];
  if (kind === 'name') return partsOfName(text);
  if (kind === 'url') return [text.replace(/\/$/, ''), ...localPort(text.replace(/\/$/, ''))];
  if (kind === 'version') return [text.replace(/^v/, ''), text.replaceAll('.', '')];
  return kind === 'path' || kind === 'file' ? [...suffixes(text), ...text.split('/')].filter((part) => /[\p{L}\d]/u.test(part)) : [text];
}

/** Either `name:tag` as written, possibly after a registry, or name and tag on one line, as `docker images` lists them. */
function isImageIn(source: string, image: string): boolean {
  if (new RegExp(`(?<![\\w.-])${escaped(image)}(?![\\w-]|\\.\\w)`).test(source)) return true;
  const [name = '', tag = ''] = image.split(':');
  return new RegExp(`(?<![\\w.-])${escaped(name)}[\\s"',=|:]{1,80}${escaped(tag)}(?![\\w-]|\\.\\w)`).test(source);
}

const escaped = (text: string): string => text.replaceAll(/[.\-/]/g, String.raw`\$&`);

const dateKey = ({ year, month, day }: DateRead): string => `${year ?? 'any'}-${month}-${day ?? 'any'}`;

/** Whether a source contains the date. `ls -l` leaves out the year, so it may come from another date. */
export function isDateSeen({ dates: readings }: DateFact, { dates, years }: NamesSeen): boolean {
  return readings.some(
    (date) =>
      dates.has(dateKey(date)) || (date.year !== undefined && years.has(date.year) && dates.has(`yearless ${date.month}-${date.day}`)),
  );
}

/** Whether a name is in a source, or consists of a folder and a name that are both in sources. */
export function isNameSeen(fact: NameFact, { keys }: NamesSeen): boolean {
  const { kind, text } = fact;
  const has = (...some: readonly string[]): boolean => some.some((key) => keys.has(key));
  if (kind === 'name') return wantedBy(fact).every((key) => keys.has(key));
  if (kind === 'version')
    return has(`version ${text.replace(/^v/, '')}`) || (grouped.test(text) && has(`digits ${text.replaceAll('.', '')}`));
  if (kind === 'email' || kind === 'host') return has(`part ${text}`, `start ${text}`);
  if (kind === 'path' || kind === 'file') return isPathSeen(text, has);
  return has(...wantedBy(fact)) || (kind === 'url' && thisMachine.test(text));
}

function isPathSeen(text: string, has: (...some: readonly string[]) => boolean): boolean {
  const path = plainPath(text);
  if (has(`part ${path}`, `start ${path}`)) return true;
  if (suffixes(path).some((suffix) => has(`start ${suffix}`, `part ${suffix}`))) return true;
  if (path.startsWith('~/') && has(`part ${path.slice(2)}`)) return true;
  // A folder that a source contains, followed by a path or name that begins an entry of a listing.
  return [...path.matchAll(/\//g)].slice(0, 64).some(({ index }) => {
    const [folder, rest] = [path.slice(0, index), path.slice(index + 1)];
    return index > 0 && has(`part ${folder}`, `start ${folder}`) && has(`start ${rest}`);
  });
}

const thisMachine = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\/?$/;
const grouped = /^\d{1,3}(?:\.\d{3})+$/;
const localPort = (url: string): readonly string[] => {
  const port = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{1,5})$/.exec(url)?.[1];
  return port === undefined ? [] : [port];
};
const plainPath = (text: string): string => text.replace(/^\.\//, '').replace(/(?<=[^/])\/$/, '');

/** In a script without spaces, prose is not separated from a file's name, so any suffix may be the name. */
const suffixes = (path: string): readonly string[] =>
  /^[^\p{Script=Latin}\d./]/u.test(path)
    ? Array.from({ length: Math.min(path.length, 64) }, (_, at) => path.slice(at + 1)).filter(
        (rest) => rest !== '' && !/^[.\p{M}]/u.test(rest),
      )
    : [];

const partsOfName = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/\(\)$/, '')
    .split(/[^\p{L}\p{M}\d_$-]+/u)
    .filter((part) => part !== '');

/** Hours and minutes, and seconds if given, on a 24-hour clock. */
function timeKey(text: string): string {
  const [hours = 0, minutes = 0, seconds] = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const half = /p\.?m/i.test(text) ? 12 : 0;
  const hour = /[ap]\.?m/i.test(text) ? (hours % 12) + half : hours;
  return [hour, minutes, ...(seconds === undefined ? [] : [seconds])].join(':');
}

function wantedBy({ kind, text }: NameFact): readonly string[] {
  if (kind === 'url') return [`part ${text.replace(/\/$/, '')}`, ...localPort(text.replace(/\/$/, '')).map((port) => `digits ${port}`)];
  if (kind === 'time') return [`time ${timeKey(text)}`];
  if (kind === 'version') return [`version ${text.replace(/^v/, '')}`, `digits ${text.replaceAll('.', '')}`];
  if (kind === 'hash') return [`hash ${text.toLowerCase()}`, `digits ${text}`];
  if (kind === 'image') return [`image ${text}`];
  if (kind === 'name') return partsOfName(text).map((part) => `word ${part}`);
  const path = plainPath(text);
  const cuts = [...path.matchAll(/\//g)].slice(0, 64).flatMap(({ index }) => [path.slice(0, index), path.slice(index + 1)]);
  return [path, ...suffixes(path), ...cuts].flatMap((part) => [`part ${part}`, `start ${part}`]);
}

const asciiRun = /[\w.@+~/-]+/g;
const anyRun = /[\p{L}\p{M}\p{N}_@+~\-./]+/gu;
const urls = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,15}:\/\/[\w.~:/?#@!$&*+,;=%()-]{0,2000}[\w~/#@$&*+=%-]/gi;
const hashLengths = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 128];

/** The names of these kinds in a source, as keys for comparison. */
function* keysIn(text: string, kinds: ReadonlySet<string>): Generator<string> {
  const all = (kind: string, pattern: RegExp): Iterable<RegExpExecArray> => (kinds.has(kind) ? text.matchAll(pattern) : []);
  for (const [digits] of all('digits', /\d+/g)) yield `digits ${digits}`;
  for (const [hash] of all('hash', /[\da-f]{7,128}/gi)) yield* hashLengths.map((length) => `hash ${hash.slice(0, length).toLowerCase()}`);
  for (const [version] of all('version', /\d{1,9}(?:\.\d{1,9}){1,7}(?:[-+][A-Za-z\d][A-Za-z\d.-]{0,60})?|(?<=v)\d{1,9}/g)) {
    yield `version ${version.replace(/\.$/, '')}`;
    const parts = version.replace(/[-+].*$/, '').split('.');
    for (let length = 1; length <= parts.length; length++) yield `version ${parts.slice(0, length).join('.')}`;
  }
  for (const [word] of all('word', /[\p{L}\p{M}\d_$-]+/gu)) {
    const folded = word.slice(0, 200).toLowerCase();
    yield `word ${folded}`;
    if (folded.includes('-')) for (const part of folded.split('-')) yield `word ${part}`;
  }
  for (const [url] of all('part', urls)) yield* partsOf(url);
  for (const run of /\P{ASCII}/u.test(text) ? [asciiRun, anyRun] : [asciiRun]) {
    for (const [path] of all('part', run)) yield* partsOf(path.replace(/^\.\//, ''));
  }
}

function* timesIn(text: string): Generator<string> {
  const times = new Set(text.match(/(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm](?!\w))?/g));
  for (const time of times) {
    yield `time ${timeKey(time)}`;
    yield `time ${timeKey(time.replace(/^(\d+:\d+):\d+/, '$1'))}`;
  }
  const hours = new Set(text.match(hourAlone));
  if (hours.values().some((hour) => hour.startsWith('0')))
    for (const hour of hours) yield* [`time ${Number(hour)}:0`, `time ${Number(hour)}:59`];
}

/** A column of hours, as printed by `%H`: `06` means the hour from 06:00 to 06:59. */
const hourAlone = /(?<![\w:.,/+-])(?:[01]\d|2[0-3])(?![\w:.,/+-])/g;

/** A path or URL; the text before and after each of its first separators; and the text between separators. */
function* partsOf(text: string): Generator<string> {
  const whole = text.slice(0, 4096).replace(/(?<![./])[./]+$/, ''); // no path is longer; a final full stop is not part of the path
  yield `start ${whole}`;
  yield `part ${whole}`;
  let last = 0;
  for (const { index } of whole.matchAll(/[/?#]/g).take(64)) {
    yield `part ${whole.slice(last, index)}`;
    yield `start ${whole.slice(0, index)}`;
    yield `part ${whole.slice(0, index)}`;
    yield `part ${whole.slice(index + 1)}`;
    last = index + 1;
  }
}
