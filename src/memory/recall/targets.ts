/** What a memory about a target is filed under, and which targets a text names. Pure; writing and reading name them by the same function. */
import { unspaced } from '../../control/overlap.ts';

const inFront = /^(?:\.\/+\s*)+/;
/** A slash alone, or one that is an argument of its own, is no ending. */
const atTheEnd = /(?<=[^\s/])\/+$/;

/** The entity of a target: a path, a pattern, a command line or a URL, in its plain writing. */
export function pathEntity(target: string): string {
  const whole = target.normalize('NFC').trim();
  const plain = whole.replace(inFront, '').replace(atTheEnd, '');
  return `path:${plain === '' && whole !== '' ? '.' : plain}`;
}

/** The target that an entity stands for, where it stands for one. */
export const targetOf = (entity: string): string | undefined => (entity.startsWith('path:') ? entity.slice('path:'.length) : undefined);

/** A stretch between quotes. Backticks stand around code; other quotes stand around anything. */
type Quoted = { readonly text: string; readonly isCode: boolean };

/** No stretch holds the mark that opens it, so that none is read twice however many are left open. */
const pieces =
  /`(?<code>[^`\n]{1,1000})`|"(?<double>[^"\n]{1,1000})"|“(?<curly>[^“”\n]{1,1000})”|„(?<low>[^„“\n]{1,1000})“|«(?<angle>[^«»\n]{1,1000})»|「(?<corner>[^「」\n]{1,1000})」|(?<![\p{L}\p{N}])'(?<single>[^'\n]{1,1000})'(?![\p{L}\p{N}])|(?<bare>[^\s`"“”„«»「」]+)/gu;

/** The targets that a text names: paths, file names with an extension, URLs, and the command lines between quotes. Each once, in order of appearance. */
export function targetsIn(text: string, most = 5): readonly string[] {
  const found = new Map<string, string>();
  for (const target of namedIn(text)) {
    if (found.size >= most) break;
    const entity = pathEntity(target);
    if (!found.has(entity)) found.set(entity, target);
  }
  return [...found.values()];
}

/** The command lines that stand between quotes. */
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
/** What hardly stands in a sentence: an option, a pipe, a redirection, a variable, a wildcard. */
const ofShells = /\s-{1,2}\w|[|<>;&$*]/;

/** Whatever is code and begins like a program may be a command line; between other quotes it must also have a sign of one. */
const isCommand = ({ text, isCode }: Quoted): boolean => program.test(text) && (isCode || ofShells.test(text));

/** No path is longer anywhere. */
const longest = 4096;
const marksBefore = /^[([{<*_,;:!?'、，。；：！？（【《]+/;
const marksBehind = /[)\]}>*_,;:!?'.、，。；：！？）】》]+$/;

/** What a bare word names, if anything. */
function* named(word: string): Generator<string> {
  if (word.length > longest) return;
  const url = word.search(/[a-z][a-z0-9+.-]{1,20}:\/\/./i);
  const bare = trimmed(url > 0 ? latinStart(word.slice(url)) : word);
  if (url !== -1) yield bare;
  else if (isPath(bare)) yield partOf(bare);
  else if (isFileName(partOf(bare))) yield partOf(bare);
}

function trimmed(word: string): string {
  const behind = word.replace(marksBefore, '');
  let end = behind.length;
  while (end > 0 && marksBehind.test(behind[end - 1] ?? '')) end -= 1; // from the end: a pattern would be tried from each mark
  return behind.slice(0, end);
}

const isNumbers = /^[\d./:,-]*\d\p{L}{0,3}$/u;
const isPath = (text: string): boolean => /[^/.\s]/.test(text) && text.includes('/') && !isNumbers.test(text);

/** A dot inside, with letters behind it; not `e.g`, `2.5GB` or the end of a sentence. */
const isFileName = (text: string): boolean =>
  /[^\s.]\.[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*$/u.test(text.slice(-40)) && !/^.\..$/u.test(text) && !isNumbers.test(text);

/** Without what other scripts put around a name without a space: "读取notes.txt并总结", "notes.txt를". Where all of it may be the name, the name ends with its extension. */
function partOf(word: string): string {
  const withoutParticle = word.replace(/(?<=[.][A-Za-z0-9]{1,10})[^\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}].*$/u, '');
  if (!unspaced.test(withoutParticle)) return withoutParticle;
  const latin = /[A-Za-z0-9_~./-]*[A-Za-z0-9_]\.[A-Za-z0-9]{1,10}$/.exec(withoutParticle)?.[0];
  return latin ?? withoutParticle;
}

const latinStart = (word: string): string => /^[\x21-\x7e]+/.exec(word)?.[0] ?? word;
