/** Hides secrets in everything that enters the journal: the given values and everything that looks like a key. Idempotent. */
import type { Json } from '../contracts/shapes/json.ts';
import { createFinder } from './find-values.ts';
import { isExample, isLikelyKey, keyCharacters, keyFormats, minKeyLength, namedSecrets, placedSecrets } from './key-formats.ts';

export type Secret = { readonly name: string; readonly value: string };

/** The shortest value that is hidden: shorter ones are too likely to be ordinary text (SPEC §10). */
const minLength = 8;
const saysSecret = /key(?!board|map|ring)|token(?!i[sz])|secret|passw|passphrase|credential/i;
const saysWhere = /(?:dir|file|path)$/i;

/** The environment variables that hold a secret, judged by their names. Variables that only name where a secret is kept are left out. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): Secret[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    value.trim().length >= minLength && saysSecret.test(name) && !saysWhere.test(name) ? [{ name, value }] : [],
  );
}

/** Replaces each secret with `[redacted NAME]` and every known key format with `[redacted]`, in all strings and keys. A value without secrets is returned as the same object. */
export type Redact = ((value: Json) => Json) & {
  /** The same for the lines of an output that is still growing. Trailing lines that may begin a multi-line secret are left out. */
  readonly soFar: (lines: string) => string;
};

export function createRedactor(secrets: readonly Secret[]): Redact {
  const spelled = spellings(secrets);
  const names = [...new Set(spelled.map(({ name }) => name))];
  const find = createFinder(spelled.map(({ value }) => value));
  const ofSeveralLines = spelled.flatMap(({ value }) => (/[\r\n]/.test(value) ? [value] : []));
  const placeholder = new RegExp(`(\\[redacted(?: (?:${names.join('|')}))?\\])`);

  /** Placeholders stay unchanged, even if the value of a secret is the word "redacted". */
  function outsidePlaceholders(text: string, hide: (part: string) => string): string {
    if (!text.includes('[redacted')) return hide(text);
    return text
      .split(placeholder)
      .map((part, index) => (index % 2 === 0 ? hide(part) : part))
      .join('');
  }

  function hideSecrets(text: string): string {
    const found = find(text).map(({ value, from, to }) => ({ from, to, label: `[redacted ${spelled[value]?.name}]` }));
    return replaceSpans(text, merged(found));
  }

  // In this order no step creates work for an earlier one, which makes the whole function idempotent.
  function redactText(text: string): string {
    if (text.length < minLength) return text;
    const withoutSecrets = outsidePlaceholders(text, hideSecrets);
    const withoutKeys = outsidePlaceholders(withoutSecrets, (part) => hideNamed(hideKeys(part)));
    return hidePrivateKeys(withoutKeys);
  }

  return Object.assign((value: Json) => mapStrings(value, redactText), {
    soFar: (lines: string) => redactText(lines.slice(0, Math.min(lines.length, ...ofSeveralLines.map((value) => begunAt(lines, value))))),
  });
}

/** The position at the end of a text where the beginning of a multi-line value starts; infinity if there is none. */
function begunAt(text: string, value: string): number {
  const firstLine = /^[^\r\n]*/.exec(value)?.[0] ?? '';
  const isBegun = (from: number): boolean => value.startsWith(text.slice(from));
  let from = text.indexOf(firstLine, Math.max(0, text.length - value.length + 1));
  while (from !== -1 && !isBegun(from)) from = text.indexOf(firstLine, from + 1);
  return from === -1 ? Number.POSITIVE_INFINITY : from;
}

/** Each secret as it is, as in JSON and as in a URL, with either kind of line break, longest first, under a name that cannot be mistaken for other text. */
function spellings(secrets: readonly Secret[]): Secret[] {
  const names = new Map<string, string>();
  for (const { name, value } of secrets) {
    if (value.trim().length < minLength) continue;
    for (const plain of lineBreaksOf(value.trim())) {
      const inJson = JSON.stringify(plain).slice(1, -1);
      const inUrl = encodeURIComponent(plain.toWellFormed());
      for (const spelling of [plain, inJson, inUrl]) if (!names.has(spelling)) names.set(spelling, name.replace(/[^\w-]/g, '_'));
    }
  }
  return Array.from(names, ([value, name]) => ({ name, value })).toSorted((a, b) => b.value.length - a.value.length);
}

/** The value as it is, and as files and terminals may print it: a terminal ends each line with a carriage return, too. */
const lineBreaksOf = (value: string): readonly string[] =>
  value.includes('\n') ? [value, value.replaceAll('\r\n', '\n'), value.replaceAll(/\r?\n/g, '\r\n')] : [value];

type Span = { readonly from: number; readonly to: number; readonly label: string };

/** Overlapping secrets are hidden together under the name of the longest, so that no part of any of them stays readable. */
function merged(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const result: Span[] = [];
  let longest = 0;
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    const length = span.to - span.from;
    if (!last || span.from >= last.to) {
      result.push(span);
      longest = length;
    } else {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to), label: length > longest ? span.label : last.label };
      longest = Math.max(longest, length);
    }
  }
  return result;
}

const knownFormats = new RegExp(`(?<![A-Za-z0-9])(?:${keyFormats.map(([, { source }]) => source).join('|')})`, 'g');

const inKeys = Uint8Array.from({ length: 128 }, (_, code) => Number(keyCharacters.includes(String.fromCharCode(code))));

/** Probes every sixteenth character first: a run of that length always contains a probe. */
function hideKeys(text: string): string {
  const isKey = (at: number): boolean => inKeys[text.charCodeAt(at)] === 1;
  const spans: Span[] = [];
  for (let from = 0; from + minKeyLength <= text.length; ) {
    const probe = from + minKeyLength - 1;
    if (!isKey(probe)) {
      from = probe + 1;
      continue;
    }
    let start = probe;
    while (start > from && isKey(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isKey(end)) end += 1;
    if (end - start >= minKeyLength) spans.push(...keysIn(text.slice(start, end), start));
    from = end + 1;
  }
  return replaceSpans(text, spans);
}

function keysIn(run: string, start: number): readonly Span[] {
  if (run.search(knownFormats) === -1) return []; // `matchAll` is slower than `search`
  return Array.from(run.matchAll(knownFormats), ({ 0: key, index }) => ({
    from: start + index,
    to: start + index + key.length,
    label: '[redacted]',
  }));
}

/** Matches wherever any of the patterns does, and in more places. For most texts, this one search is enough. */
const anyNamed = new RegExp([...namedSecrets, ...placedSecrets].map(({ source }) => source).join('|'), 'i');

/** Hides values whose name or position shows that they are secrets. */
function hideNamed(text: string): string {
  if (!anyNamed.test(text)) return text;
  const found = [
    ...namedSecrets.flatMap((pattern) => valuesOf(text, pattern, isLikelyKey)),
    ...placedSecrets.flatMap((pattern) => valuesOf(text, pattern, isNoExample)),
  ];
  return replaceSpans(text, merged(found));
}

const isNoExample = (value: string): boolean => !isExample(value);

function valuesOf(text: string, pattern: RegExp, isSecret: (value: string) => boolean): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const [from = 0, to = 0] = match.indices?.[1] ?? [];
    if (isSecret(match[1] ?? '')) spans.push({ from, to, label: '[redacted]' });
  }
  return spans;
}

const keyMark = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const space = /\s{1,4096}/y;
const escapedBreaks = /(?:\\[nr]){1,4}/y;
const keyText = /[A-Za-z0-9+/=]{1,4096}/y;

/** Hides PEM blocks, including the lines of key text in a block whose end is cut off. */
function hidePrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text;
  const spans: Span[] = [];
  let open: { from: number; to: number }[] = [];
  for (const { 0: mark, 1: side, index: from } of text.matchAll(keyMark)) {
    const to = from + mark.length;
    if (side === 'BEGIN') open.push({ from, to });
    else if (open[0]) {
      spans.push({ from: open[0].from, to, label: '[redacted]' });
      open = [];
    }
  }
  for (const { from, to } of open) {
    const end = endOfKeyLines(text, to);
    if (end > to) spans.push({ from, to: end, label: '[redacted]' });
  }
  return replaceSpans(text, spans);
}

/** The position where the lines of key text that start at `from` end. */
function endOfKeyLines(text: string, from: number): number {
  let end = from;
  for (;;) {
    const start = startOfKeyLine(text, end);
    const lineEnd = start === end ? end : past(keyText, text, start);
    const length = lineEnd - start;
    if (length < 16 && end === from) return from; // an ordinary word after a mention of the header
    if (length > 0) end = lineEnd;
    if (length < 16) return end;
  }
}

function startOfKeyLine(text: string, from: number): number {
  const start = past(space, text, from);
  if (start > from) return start;
  escapedBreaks.lastIndex = from;
  return escapedBreaks.test(text) ? escapedBreaks.lastIndex : from;
}

/** The position after repeated matches of a pattern from `from`. A single match over megabytes would overflow the stack. */
function past(pattern: RegExp, text: string, from: number): number {
  for (let end = from; ; end = pattern.lastIndex) {
    pattern.lastIndex = end;
    if (!pattern.test(text)) return end;
  }
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts = spans.map(({ from, label }, index) => `${text.slice(spans[index - 1]?.to ?? 0, from)}${label}`);
  return [...parts, text.slice(spans.at(-1)?.to ?? 0)].join('');
}

/** The value with every string and key mapped; copied only from the first difference on. */
function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? mapList(value, change) : mapObject(value, change);
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

function mapList(list: readonly Json[], change: (text: string) => string): Json {
  let copy: Json[] | undefined;
  list.forEach((item, index) => {
    const mapped = mapStrings(item, change);
    if (mapped !== item) copy ??= list.slice(0, index);
    copy?.push(mapped);
  });
  return copy ?? list;
}

function mapObject(object: { readonly [key: string]: Json }, change: (text: string) => string): Json {
  let copy: Map<string, Json> | undefined;
  Object.keys(object).forEach((key, index, keys) => {
    const item = object[key] ?? null;
    const mapped = mapStrings(item, change);
    const name = change(key);
    if (mapped !== item || name !== key) copy ??= new Map(keys.slice(0, index).map((earlier) => [earlier, object[earlier] ?? null]));
    copy?.set(unused(name, index, copy), mapped);
  });
  return copy ? Object.fromEntries(copy) : object; // `fromEntries` defines keys, so that `__proto__` is an ordinary one
}

/** Keeps two keys distinct that become equal once redacted. */
function unused(name: string, from: number, taken: ReadonlyMap<string, Json>): string {
  let candidate = name;
  for (let number = from; taken.has(candidate); number++) candidate = `${name} ${number}`;
  return candidate;
}
