/** Changes a small YAML text to another value: comments and the order of keys stay. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, parseDocument, stringify } from 'yaml';
import { layout, yamlOptions } from './yaml-options.ts';

/** The text with the value `after`; undefined if its value was not `before`, so that it cannot be changed piece by piece. */
export function editText(text: string, before: unknown, after: unknown): string | undefined {
  const document = parseDocument(text, yamlOptions);
  if (document.errors.length > 0 || !isDeepStrictEqual(document.toJS(), before)) return undefined;
  change(document, [], before, after);
  return indented(document.toString(layout), indentOf(text));
}

/** A value as a separate text, at this indentation. */
export const textOf = (value: unknown, indent: number): string => indented(stringify(value, { ...yamlOptions, ...layout }), indent);

/** The indentation of the first line that is not a comment. */
const indentOf = (text: string): number => /^( *)[^\s#]/m.exec(text)?.[1]?.length ?? 0;

const indented = (text: string, by: number): string => (by === 0 ? text : text.replaceAll(/^(?=[^\n])/gm, ' '.repeat(by)));

type Path = readonly (string | number)[];
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function change(document: Document, path: Path, before: unknown, after: unknown): void {
  if (before === after || isDeepStrictEqual(before, after)) return;
  if (isEmpty(before) && path.length > 0)
    document.setIn(path, document.createNode(after)); // otherwise everything added to [] or {} would be on one line
  else if (isMapping(before) && isMapping(after) && isCollection(nodeAt(document, path))) changeMapping(document, path, before, after);
  else if (Array.isArray(before) && Array.isArray(after) && after.length >= before.length && isCollection(nodeAt(document, path))) {
    after.forEach((value, at) => {
      if (at < before.length) change(document, [...path, at], before[at], value);
      else document.addIn(path, document.createNode(value));
    });
  } else if (path.length === 0) document.contents = document.createNode(after);
  else document.setIn(path, isScalar(after) ? after : document.createNode(after));
}

function changeMapping(
  document: Document,
  path: Path,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  for (const key of Object.keys(before)) if (after[key] === undefined) document.deleteIn([...path, key]);
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    if (key in before) change(document, [...path, key], before[key], value);
    else document.setIn([...path, key], isScalar(value) ? value : document.createNode(value));
  }
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const nodeAt = (document: Document, path: Path): unknown => (path.length === 0 ? document.contents : document.getIn(path, true));
