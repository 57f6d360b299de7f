/** A listing of several folders, as `ls -R` prints it. */

/** One folder in the listing. */
export type Section = {
  /** The path of the folder. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
};

/** The folders of a recursive listing; empty for any other text. Takes linear time. */
export function sectionsOf(text: string): readonly Section[] {
  if (!/(?:^|\n)[^\s:][^\n:]{0,300}:\n/.test(text)) return [];
  const blocks = text.trim().split(/\n\s*\n/);
  const raw = blocks.map((block) => {
    const [head = '', ...entries] = block.split('\n');
    return {
      folder: /^([^\s:][^\n:]{0,300}):$/.exec(head.trim())?.[1],
      entries: entries.filter((entry) => !/^total \d|^\s*$/.test(entry)),
    };
  });
  if (raw.length < 2 || raw.some(({ folder }) => folder === undefined)) return [];
  const known = new Set(raw.map(({ folder = '' }) => folder.replace(/\/$/, '')));
  return raw.map(({ folder = '', entries }) => {
    const path = folder.replace(/\/$/, '');
    const isFolder = (entry: string): boolean => /^d[rwx-]{9}/.test(entry) || entry.endsWith('/') || known.has(`${path}/${nameOf(entry)}`);
    return {
      folder: path,
      files: entries.filter((entry) => !isFolder(entry)).map(nameOf),
      folders: entries.filter(isFolder).map(nameOf),
    };
  });
}

/** The name on a line of a listing: its last word if the line begins with permissions. */
const nameOf = (entry: string): string => (/^[-dl][rwxsStT-]{9}/.test(entry) ? entry.slice(entry.lastIndexOf(' ') + 1) : entry.trim());
