/** Whether the evidence of a verdict exists: code looks it up in the commit under review and in the output of the test command. Pure. */
import { posix } from 'node:path';

/** Where evidence is looked for. */
export type EvidenceSources = {
  /** All files of the commit, to distinguish names of files from other words. */
  readonly tree: Tree;
  /** The files named by evidence or changed by the commit, if they are text. */
  readonly files: ReadonlyMap<string, Passage>;
  /** Files that the commit changed: quotes without a file are looked up in these. */
  readonly changed: readonly string[];
  /** What commands printed. */
  readonly outputs: readonly Passage[];
};

/** A text, prepared to be looked up many times. */
export type Passage = { readonly folded: string; readonly lines: readonly string[] };

export function passageOf(text: string): Passage {
  const lines = text.split('\n');
  return { folded: folded(text), lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines };
}

/** The files of a commit, by path and, because people shorten paths, by name. */
export type Tree = { readonly paths: ReadonlySet<string>; readonly byName: ReadonlyMap<string, readonly string[]> };

export const treeOf = (paths: readonly string[]): Tree => ({
  paths: new Set(paths),
  byName: Map.groupBy(paths, (path) => posix.basename(path)),
});

/** The files that the evidence names. */
export const filesNamed = (evidence: string, tree: Tree): readonly string[] => [
  ...new Set(readEvidence(evidence, tree).references.flatMap(({ files }) => files)),
];

/**
 * Why the evidence does not count; undefined if it counts. A file named with a folder or a line must exist, and have that line. At least one of the
 * quoted words must be in a named file, in a changed one if none is named, or in an output. Without a quote, a line of a file or of an output is
 * enough.
 */
export function whyNotEvident(evidence: string, sources: EvidenceSources): string | undefined {
  const { references, words } = readEvidence(evidence, sources.tree);
  for (const reference of references) {
    const wrong = whyNotThere(reference, sources);
    if (wrong) return wrong;
  }
  if (words.length > 0)
    return words.some((each) => isQuoted(each, references, sources)) ? undefined : `${JSON.stringify(words[0])} is not there`;
  if (references.some(({ lines }) => lines !== undefined) || namesOutput(evidence, sources)) return undefined;
  return 'it names no line of a file and quotes nothing';
}

/** A file as the evidence names it; `files` are those that may be meant. */
type Reference = { readonly said: string; readonly files: readonly string[]; readonly lines: readonly [number, number] | undefined };
type Evidence = { readonly references: readonly Reference[]; readonly words: readonly string[] };

const quote = /```\w*\n([\s\S]*?)```|`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const shortestWords = 4;

function readEvidence(evidence: string, tree: Tree): Evidence {
  const words: string[] = [];
  const unquoted = evidence.replaceAll(quote, (_, ...groups: readonly (string | undefined)[]) => {
    const text = folded(groups.slice(0, 5).find((group) => group !== undefined) ?? '');
    const found = referencesIn(text, tree);
    if (found.length > 0 && !text.includes(' ')) return ` ${text}`; // the name of a file is kept, to be read together with a line number that may follow
    if (text.length >= shortestWords) words.push(text);
    return ' ';
  });
  return { references: referencesIn(unquoted, tree), words };
}

const reference = /([^\s`"'“”()[\]{}<>,;:#]+)(?::(\d+)(?:[-–](\d+))?|#L(\d+)(?:-L?(\d+))?|,?\s+lines?\s+(\d+)(?:\s*[-–]\s*(\d+))?)?/giu;

function referencesIn(text: string, tree: Tree): readonly Reference[] {
  return [...text.matchAll(reference)].flatMap(([said, name = '', ...numbers]) => {
    const [first, last] = numbers.filter((each) => each !== undefined).map(Number);
    const lines = first === undefined ? undefined : ([first, last ?? first] as const);
    const files = filesCalled(name, tree);
    return files.length > 0 || isPath(name) ? [{ said: said.trim(), files, lines }] : [];
  });
}

function filesCalled(name: string, { paths, byName }: Tree): readonly string[] {
  const path = posix.normalize(name.replace(/[.!?]+$/, ''));
  if (paths.has(path)) return [path];
  return path.includes('.') ? (byName.get(posix.basename(path)) ?? []).filter((each) => each.endsWith(`/${path}`)) : [];
}

/** Whether words can only mean a file: they have a folder, and an ending such as `.ts`. */
const isPath = (name: string): boolean => /^[\w@.+-]+(?:\/[\w@.+-]+)*\/[\w@+-][\w@.+-]*\.[a-z]\w{0,5}$/i.test(name);

function whyNotThere({ said, files: named, lines }: Reference, { files }: EvidenceSources): string | undefined {
  if (named.length === 0) return `${said}: there is no such file`;
  if (!lines) return undefined;
  const [first, last] = lines;
  const isThere = first >= 1 && first <= last && named.some((file) => last <= (files.get(file)?.lines.length ?? 0));
  return isThere ? undefined : `${said}: there is no such line`;
}

function isQuoted(words: string, references: readonly Reference[], { files, changed, outputs }: EvidenceSources): boolean {
  const named = references.flatMap((each) => each.files);
  const places = [...(named.length > 0 ? named : changed).map((file) => files.get(file)), ...outputs];
  return places.some((place) => place?.folded.includes(words));
}

const [shortestLine, longestLine] = [8, 400];

/** Whether the evidence contains a line that a command printed, such as the name of a test, without the marks and times around it. */
function namesOutput(evidence: string, { outputs }: EvidenceSources): boolean {
  const said = folded(evidence);
  return outputs
    .flatMap(({ lines }) => lines.filter((line) => line.length <= longestLine))
    .map((line) => folded(line.replace(/^[^\p{L}\p{N}]*(?:ok \d+ - )?/u, '').replace(/[([]?\d[\d.,]* ?m?s[)\]]?\s*$/, '')))
    .some((line) => line.length >= shortestLine && line.includes(' ') && said.includes(line));
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
