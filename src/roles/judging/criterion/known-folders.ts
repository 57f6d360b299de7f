/** The names of folders in the folder of the task, as far as they were seen. Pure. */
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { CallView } from '../evidence/call-view.ts';
import { wordSet } from './word-set.ts';

const maxShown = 20_000;

/** The names of folders in the planner's surroundings. */
export function foldersAround(surroundings: string): readonly string[] {
  const lines = surroundings.split('\n');
  const start = lines.findIndex((line) => line.startsWith('In the current folder'));
  return start === -1 ? [] : lines.slice(start + 1).flatMap((line) => /^ {2}([^/]{1,100})\/$/.exec(line)?.[1] ?? []);
}

const called: readonly RegExp[] = [
  /\b(?:folders?|director(?:y|ies)|ordner|verzeichnis|dossier|répertoire|carpeta|directorio)\s+["'`]?([\p{L}\p{N}_-]{2,100})/giu,
  /(?<![\p{L}\p{N}_-])([\p{L}\p{N}_-]{2,100})["'`]?(?:-|\s{1,3})(?:folder|directory|ordner|verzeichnis)\b/giu,
  /([A-Za-z\d_-]{2,100})\s?(?:目录|文件夹)/gu,
];

/** The words that the person uses as names of folders. */
export const foldersSaid = (said: string): readonly string[] =>
  called
    .flatMap((pattern) => [...said.slice(0, maxSaidLength).matchAll(pattern)].map(([, name = '']) => name))
    .filter((name) => !plainWords.has(name.toLowerCase()));

const maxSaidLength = 4_000;

const plainWords = wordSet(
  'the this that a an each every all any new same other one current parent home sub is are and or in of to with for which where so has contains named called im dem den vom zum der die das dieser jeder le la les ce el los esta este',
);

/** The folders that calls looked at or listed, and those already `known`. */
export function knownFolders(views: readonly CallView[], cwd: string, known: readonly string[] = []): ReadonlySet<string> {
  return new Set([...known, ...views.flatMap((view) => [...lookedIn(view, cwd), ...listed(view)])]);
}

function lookedIn({ paths, lists = [] }: CallView, cwd: string): readonly string[] {
  return paths.flatMap((path) => {
    if (!isWithin(cwd, path) || path === cwd) return [];
    const [first = '', ...rest] = path.slice(cwd.length + 1).split('/');
    return rest.length > 0 || (lists.includes(path) && !first.includes('.')) ? [first] : [];
  });
}

/** The entries in the output of a listing: `src/a.js`, `src/`. */
const listed = ({ isListing, shown }: CallView): readonly string[] =>
  isListing ? [...shown.slice(0, maxShown).matchAll(/^\s{0,8}(?:\.\/)?([\p{L}\p{N}_-]{1,100})\//gmu)].map(([, name = '']) => name) : [];
