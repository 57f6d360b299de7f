/** What kinds of things an output lists, and how many of each kind there are. */

/** Other words that answers use for a kind. */
export const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ ts: 'typescript', js: 'javascript', py: 'python', md: 'markdown', rs: 'rust', rb: 'ruby', txt: 'text', yml: 'yaml', sh: 'shell' },
    ...{ jpg: 'image photo', png: 'image', def: 'function', func: 'function', fn: 'function' },
    ...{ ok: 'pass passed', pass: 'passed', '✓': 'pass passed', '✔': 'pass passed' },
    ...{ not: 'fail failed', fail: 'failed', '✗': 'fail failed', '✘': 'fail failed', '×': 'fail failed' },
    ...{ m: 'modified changed', '??': 'untracked new', a: 'added', d: 'deleted removed', r: 'renamed' },
  }).map(([kind, names]) => [kind, names.split(' ')] as const),
);

const folders = ['directories', 'directory', 'ordner', 'dossiers', 'carpetas', '文件夹', '目录'];
const someFiles = ['files', 'dateien', 'fichiers', 'archivos', '文件'];

/**
 * Groups files by extension, `ls -l` by the first letter, `grep` by file, other lines by their first word. Returns every name of each kind with its
 * count.
 */
export function* kindsIn(rows: readonly (readonly string[])[]): Generator<{ readonly name: string; readonly many: number }> {
  const kinds = new Map<string, number>();
  const add = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const files = new Set<string>();
  for (const row of rows) {
    const last = row.at(-1) ?? '';
    const ending = /\.([A-Za-z\d]{1,10})$/.exec(last)?.[1]?.toLowerCase();
    if (ending !== undefined) add(ending);
    const [first = ''] = row;
    if (row.length > 1 || first !== last) add(first.toLowerCase().replace(/[:.,]$/, ''));
    if (/^[-dl][rwxsStT-]{9}/.test(first)) add(first.startsWith('d') ? 'folder' : 'file');
    const place = /^([^:\s]{1,200}):\d+:/.exec(row.join(' ').slice(0, 220))?.[1];
    if (place !== undefined) files.add(place);
  }
  for (const [kind, many] of kinds) {
    const names = [kind, ...(synonyms.get(kind) ?? []), ...(kind === 'folder' ? folders : []), ...(kind === 'file' ? someFiles : [])];
    for (const name of names) yield { name, many };
  }
  if (files.size > 0) for (const name of ['file', ...someFiles.slice(0, -1)]) yield { name, many: files.size };
}
