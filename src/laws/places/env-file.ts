/** .env files: models see the names of variables, but not their values. Pure. */
import { originalPath } from './backup-name.ts';
import { foldedName } from './folded-name.ts';

/** `.env`, `.env.local`, `.env~`, `.envrc`, `prod.env`, `prod.env.bak`, anything below `.envs`; not templates such as `.env.example`. */
export function isEnvFile(path: string): boolean {
  const place = foldedName(path);
  const isMeant = [place, originalPath(place)].some((each) => envName.test(nameOf(each)) || ofEnvs.test(each));
  return isMeant && !forCopying.test(nameOf(place));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Flask and Wrangler use names of their own. The name may have any suffix that does not turn it into another word. */
const envName = /^\.(?:env(?:rc)?|flaskenv|dev\.vars)(?:[^a-z].*)?$|^.+\.env$/s;
const ofEnvs = /(?:^|\/)\.envs\/./s;
const forCopying = /(?:^|[._-])(?:example|sample|template|dist|defaults?|schema|d\.ts)(?:[._-]|$)/;

/** What is shown in place of a value. */
export const hiddenValue = '<hidden>';

/** One value: its place in the text, and its name. */
export type EnvValue = { readonly name: string; readonly from: number; readonly to: number; readonly value: string };

/** `export NAME = `, even in a comment, since old values are often kept there, and `name: `, as in YAML. */
const assignment =
  /^[ \t]*(?:#+[ \t]*)?(?:-[ \t]+)?(?:(?:export|set|setenv|declare(?: -\w+)?)[ \t]+)?["']?([\w.-]{1,200})["']?[ \t]*(?:[:+]?=|:(?=[ \t]))[ \t]*/gm;

/** The values in a text, including quoted ones that span several lines. Only assignments have values. */
export function envValues(text: string): readonly EnvValue[] {
  const found: EnvValue[] = [];
  assignment.lastIndex = 0;
  for (let match = assignment.exec(text); match; match = assignment.exec(text)) {
    const from = match.index + match[0].length;
    const to = endOfValue(text, from);
    assignment.lastIndex = Math.max(to, from);
    if (to > from) found.push({ name: match[1] ?? '', from, to, value: unquoted(text.slice(from, to)) });
    if (match[0] === '') assignment.lastIndex += 1;
  }
  return found;
}

/**
 * A quoted value ends at its closing quote, however many lines later; any other value ends with its line, unless a backslash continues it on the
 * next.
 */
function endOfValue(text: string, from: number): number {
  const quote = text.charAt(from);
  if (quote === '"' || quote === "'" || quote === '`') {
    for (let at = from + 1; at < text.length; at += 1) {
      if (text.charAt(at) === '\\' && quote === '"') at += 1;
      else if (text.charAt(at) === quote) return lineEnd(text, at);
    }
  }
  let end = lineEnd(text, from);
  while (text.charAt(end - 1) === '\\' && end < text.length) end = lineEnd(text, end + 1);
  return end;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  const last = end === -1 ? text.length : end;
  return text.charAt(last - 1) === '\r' && last > from ? last - 1 : last;
}

function unquoted(value: string): string {
  const [, , inner] = /^(["'`])(.*?)\1(?:[ \t]+#.*|[ \t]*)$/s.exec(value) ?? [];
  return inner ?? value.replace(/[ \t]+#.*$/, '').trim();
}

/** A text without its values, and a function that maps a position in it to the position in the original text. */
export type WithoutValues = { readonly text: string; real(place: number): number | undefined };

/** Lines that are not assignments are shown only if they are empty, headings, or comments in prose: anything else may continue a value. */
export function withoutValues(text: string): WithoutValues {
  const values = envValues(text);
  const pieces: string[] = [];
  const moves: { readonly shown: number; readonly real: number; readonly length: number }[] = [];
  let shown = 0;
  const put = (real: number, length: number, as: string) => {
    if (length > 0) moves.push({ shown, real, length: as === hiddenValue ? -1 : length });
    pieces.push(as);
    shown += as.length;
  };
  let at = 0;
  for (const { from, to } of [...values, { from: text.length, to: text.length }]) {
    for (const line of linesBetween(text, at, from)) {
      const isKept = line.to === from || plainLine.test(text.slice(line.from, line.to));
      if (isKept) put(line.from, line.to - line.from, text.slice(line.from, line.to));
      else {
        const body = lineEnd(text, line.from);
        put(line.from, body - line.from, hiddenValue);
        put(body, line.to - body, text.slice(body, line.to));
      }
    }
    if (to > from) put(from, to - from, hiddenValue);
    at = to;
  }
  const end = { shown, real: text.length };
  return {
    text: pieces.join(''),
    real(place) {
      if (place === end.shown) return end.real;
      const move = moves.findLast((each) => each.shown <= place);
      if (!move) return place === 0 ? 0 : undefined;
      if (place === move.shown) return move.real;
      return move.length === -1 ? undefined : move.real + place - move.shown;
    },
  };
}

/** A name without a value counts only in capitals: the end of a long value may also look like a name. */
const plainLine = /^\s*(?:#[^=:\n]*|\[[\w. -]*\]|(?:export\s+)?[A-Z_][A-Z0-9_]*=|)\s*$/;

function linesBetween(text: string, from: number, to: number): readonly { readonly from: number; readonly to: number }[] {
  const lines: { from: number; to: number }[] = [];
  for (let at = from; at < to; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 || end >= to ? to : end + 1;
    lines.push({ from: at, to: next });
    at = next;
  }
  return lines;
}

const minLength = 8;
const saysSecret = /key|token|secret|passw|pwd|passphrase|credential|auth|private|dsn|salt|cookie|signature|webhook/i;
const common: ReadonlySet<string> = new Set(
  'localhost postgres postgresql development production staging testing password changeme username database undefined example secret12 disabled enabled 12345678'.split(
    ' ',
  ),
);

/** The values that are likely to be secrets, and so are hidden wherever they occur: long enough, and not ordinary words, numbers or paths. */
export function secretValues(text: string): readonly { readonly name: string; readonly value: string }[] {
  return envValues(text).flatMap(({ name, value }) => {
    const password = /^[a-z][\w+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1];
    const whole = isLikely(name, value) || password !== undefined ? [{ name, value }] : [];
    return [...whole, ...(password !== undefined && isLikely('password', password) ? [{ name, value: password }] : [])];
  });
}

function isLikely(name: string, value: string): boolean {
  const small = value.toLowerCase();
  if (value.length < minLength || common.has(small) || /^(?:[\d.,:\s-]+|true|false|null|none)$/.test(small)) return false;
  if (/^\$\{?\w+\}?$/.test(value)) return false; // another variable
  if (saysSecret.test(name)) return true;
  if (/^(?:[a-z][\w+.-]*:\/\/|[.~]?\/|[\w.-]+@[\w.-]+$)/.test(small)) return false; // a URL, an address or a path
  return /\d/.test(value) && /[a-z]/i.test(value) && /^[\w+/=.~!@#$%^&*-]{16,}$/.test(value) && !/^v?\d+(?:\.\d+)+/.test(value);
}
