/** The entity of a target, and the targets that a text names. Pure. Writing and reading use the same functions. */
import { unspaced } from '../../control/overlap.ts';

const inFront = /^(?:\.\/+\s*)+/;
/** Trailing slashes, except a lone slash or one that is a separate argument. */
const atTheEnd = /(?<=[^\s/])\/+$/;

/** The entity of a target (a path, a pattern, a command line or a URL), normalised. */
export function pathEntity(target: string): string {
  const whole = target.normalize('NFC').trim();
  const plain = whole.replace(inFront, '').replace(atTheEnd, '');
  return `path:${plain === '' && whole !== '' ? '.' : plain}`;
}

/** The target that an entity stands for, or undefined. */
export const targetOf = (entity: string): string | undefined => (entity.startsWith('path:') ? entity.slice('path:'.length) : undefined);

/** Quoted text. Backticks quote code; other quotes may quote anything. */
type Quoted = { readonly text: string; readonly isCode: boolean };

/** A quoted text may not contain its opening mark, so that unclosed quotes do not make this quadratic. */
const pieces =
  /`(?<code>[^`\n]{1,1000})`|"(?<double>[^"\n]{1,1000})"|“(?<curly>[^“”\n]{1,1000})”|„(?<low>[^„“\n]{1,1000})“|«(?<angle>[^«»\n]{1,1000})»|「(?<corner>[^「」\n]{1,1000})」|(?<![\p{L}\p{N}])'(?<single>[^'\n]{1,1000})'(?![\p{L}\p{N}])|(?<bare>[^\s`"“”„«»「」]+)/gu;

/** The targets that a text names: paths, file names with an extension, URLs, and the command lines between quotes. Each once, in order of appearance. */
export function targetsIn(text: string, max = 5): readonly string[] {
  const found = new Map<string, string>();
  for (const target of namedIn(text)) {
    if (found.size >= max) break;
    const entity = pathEntity(target);
    if (!found.has(entity)) found.set(entity, target);
  }
  return [...found.values()];
}

/** The command lines between quotes. */
export function* commandsIn(text: string): Generator<string> {
  for (const { groups = {} } of text.matchAll(pieces)) {
    const quoted = quotedIn(groups);
    if (quoted && isCommand(quoted)) yield quoted.text;
  }
}

function* namedIn(text: string): Generator<string> {
  for (const { groups = {} } of text.matchAll(pieces)) {
    const quoted = quotedIn(groups);
    if (!quoted) yield* named(groups.bare ?? '');
    else if (!/\s/.test(quoted.text)) yield* isTarget(quoted) ? [quoted.text] : [];
    else {
      if (isTarget(quoted)) yield quoted.text;
      for (const [word] of quoted.text.matchAll(/\S+/g)) yield* named(word);
    }
  }
}

type Groups = Readonly<Record<string, string | undefined>>;

function quotedIn({ code, double, curly, low, angle, corner, single }: Groups): Quoted | undefined {
  const text = (code ?? double ?? curly ?? low ?? angle ?? corner ?? single)?.trim();
  return text ? { text, isCode: code !== undefined } : undefined;
}

const isTarget = (quoted: Quoted): boolean =>
  /^[^\s:]+:\/\/\S+$/.test(quoted.text) || isPath(quoted.text) || isFileName(quoted.text) || isCommand(quoted);

const program = /^[\w.~/+-]+(?=\s|$)/;
/** Marks of shell syntax, rare in a sentence: an option, a pipe, a redirection, a variable, a wildcard. */
const shellMarks = /\s-{1,2}\w|[|<>;&$*]/;

/** Code that begins like a program may be a command line; text in other quotes must also contain shell syntax. */
const isCommand = ({ text, isCode }: Quoted): boolean => program.test(text) && (isCode || shellMarks.test(text));

/** The limit on a target; no path is longer. */
const maxLength = 4096;
const marksBefore = /^[([{<*_,;:!?'、，。；：！？（【《]+/;
const marksAfter = /[)\]}>*_,;:!?'.、，。；：！？）】》]+$/;

/** What a bare word names, if anything. */
function* named(word: string): Generator<string> {
  if (word.length > maxLength) return;
  const url = word.search(/[a-z][a-z0-9+.-]{1,20}:\/\/./i);
  const bare = trimmed(url > 0 ? latinStart(word.slice(url)) : word);
  if (url !== -1) yield bare;
  else if (isPath(bare)) yield partOf(bare);
  else if (isFileName(partOf(bare))) yield partOf(bare);
}

function trimmed(word: string): string {
  const start = word.replace(marksBefore, '');
  let end = start.length;
  while (end > 0 && marksAfter.test(start[end - 1] ?? '')) end -= 1; // a loop, because a regular expression would be tried from every mark
  return start.slice(0, end);
}

const isNumbers = /^[\d./:,-]*\d\p{L}{0,3}$/u;
const isPath = (text: string): boolean => /[^/.\s]/.test(text) && text.includes('/') && !isNumbers.test(text);

/** Whether a text has a dot inside, followed by letters; not `e.g`, `2.5GB` or the end of a sentence. */
const isFileName = (text: string): boolean =>
  /[^\s.]\.[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*$/u.test(text.slice(-40)) && !/^.\..$/u.test(text) && !isNumbers.test(text);

/**
 * The name of a file inside a word, for scripts without spaces: "读取notes.txt并总结", "notes.txt를". If the whole word may be the name, the name ends with its
 * extension.
 */
function partOf(word: string): string {
  const withoutParticle = word.replace(/(?<=[.][A-Za-z0-9]{1,10})[^\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}].*$/u, '');
  if (!unspaced.test(withoutParticle)) return withoutParticle;
  const latin = /[A-Za-z0-9_~./-]*[A-Za-z0-9_]\.[A-Za-z0-9]{1,10}$/.exec(withoutParticle)?.[0];
  return latin ?? withoutParticle;
}

const latinStart = (word: string): string => /^[\x21-\x7e]+/.exec(word)?.[0] ?? word;
