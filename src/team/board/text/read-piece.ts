/** Reads one piece of a board by itself, if it then has the same value as in the whole text. */
import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { yamlOptions } from './yaml-options.ts';

/** `item` is one item of a list, `entry` one key with its value. */
export type PieceKind = 'item' | 'entry';

/** The value of a piece; undefined if it is not exactly one item or entry, or depends on the rest of the text. */
export function readPiece(text: string, kind: PieceKind): { readonly name?: string; readonly value: unknown } | undefined {
  const document = parseDocument(text, { ...yamlOptions, prettyErrors: false });
  if (document.errors.length > 0 || (mayReuse.test(text) && reuses(document))) return undefined;
  const { contents } = document;
  if (kind === 'item') return isSeq(contents) && contents.items.length === 1 ? { value: document.toJS()[0] } : undefined;
  if (!isMap(contents) || contents.items.length !== 1) return undefined;
  const key = contents.items[0]?.key;
  if (!isScalar(key) || typeof key.value !== 'string') return undefined;
  return { name: key.value, value: document.toJS()[key.value] };
}

const mayReuse = /(?:^|[\s,[{])\*[^\s*]/m;

/** Whether a piece has anchors or aliases, which are counted over the whole text and may point to another piece. */
function reuses(document: Parameters<typeof visit>[0]): boolean {
  let found = false;
  visit(document, {
    Alias() {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
