/** What is wrong with a board file, with line numbers if known. */
import { readFileSync, statSync } from 'node:fs';
import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { placeOf } from './place.ts';
import { readText } from './text/read-text.ts';
import { yamlOptions } from './text/yaml-options.ts';
import { type Finding, validateBoard } from './validate.ts';

export type LocatedFinding = Finding & { readonly line?: number };

type Judged = {
  readonly file: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
};

/** The findings about a file. Throws `usage` if there is no such file. */
export function judgeBoardFile({ file, root, env, now }: Judged): readonly LocatedFinding[] {
  const text = textOf(file);
  try {
    const board = readText(text);
    const located = locator(text);
    return validateBoard(board, placeOf(root, board, env, now)).map(located);
  } catch (error) {
    if (!(error instanceof ArtooError) || error.code !== 'board_invalid') throw error;
    return [{ level: 'error', rule: 'text', text: error.message }];
  }
}

/** What is wrong with the board of this text, in one sentence, with the line of each finding. */
export const locatedText = (text: string, findings: readonly Finding[]): string =>
  locatedFindings(text, findings)
    .map((finding) => finding.text)
    .join('; ');

/** The findings about a board with this text; each begins with its line. */
export const locatedFindings = (text: string, findings: readonly Finding[]): readonly Finding[] =>
  findings
    .map(locator(text))
    .map(({ line, ...finding }) => (line === undefined ? finding : { ...finding, text: `line ${line}: ${finding.text}` }));

/** The text of a file. Only for a regular file, because reading any other may never end. */
function textOf(file: string): string {
  try {
    if (!statSync(file).isFile()) throw new ArtooError('usage', `cannot read ${file}: it is not a file`);
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof ArtooError) throw cause;
    const errno = errnoOf(cause);
    throw new ArtooError('usage', `cannot read ${file}: ${errno === 'ENOENT' ? 'there is no such file' : (errno ?? 'it is not a file')}`, {
      cause,
    });
  }
}

/** Locates findings: one about a field at the field, one about a task where the task begins. */
function locator(text: string): (finding: Finding) => LocatedFinding {
  const lines = new LineCounter();
  const document = parseDocument(text, { ...yamlOptions, lineCounter: lines });
  const tasks = document.get('tasks');
  const indexOf = (id: string) => (isSeq(tasks) ? tasks.items.findIndex((task) => isMap(task) && String(task.get('id')) === id) : -1);
  return (finding) => {
    const [, id, field = ''] = /^task (\S+): ([\w.]*)/.exec(finding.text) ?? [];
    const path =
      id === undefined ? (/^([\w.]+) is /.exec(finding.text)?.[1]?.split('.') ?? []) : ['tasks', indexOf(id), ...field.split('.')];
    const node = deepest(document, path);
    return node?.range ? { ...finding, line: lines.linePos(node.range[0]).line } : finding;
  };
}

/** The node at a path, or the nearest node above it; undefined if not even two steps of the path exist. */
function deepest(document: Document, path: readonly (string | number)[]): Node | undefined {
  for (let length = path.length; length >= 2; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return undefined;
}
