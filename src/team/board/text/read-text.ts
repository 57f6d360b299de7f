/** Reads the text of a board. A file that people edit can contain anything: reading is bounded, and errors name the line. */
import { LineCounter, parseDocument, stringify } from 'yaml';
import { ArtooError } from '../../../contracts/errors.ts';
import { layout, yamlOptions } from './yaml-options.ts';
import { unresolvedAlias, yamlProblem } from './yaml-problem.ts';

const maxBoardBytes = 16 * 1024 ** 2;
const maxAliases = 100;

/** The value of the text. Throws `board_invalid` if it is not YAML, is too large, or uses a key twice. */
export function readText(text: string): unknown {
  checkSize(Buffer.byteLength(text));
  const lines = new LineCounter();
  const document = parseDocument(text, { ...yamlOptions, lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new ArtooError('board_invalid', yamlProblem(error, { text, lines }), { cause: error });
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    const why = unresolvedAlias(document, { text, lines }) ?? `the board uses more than ${maxAliases} aliases`;
    throw new ArtooError('board_invalid', why, { cause });
  }
}

/** Throws `board_invalid` if a text is too large to be read. */
export function checkSize(bytes: number): void {
  if (bytes > maxBoardBytes) throw new ArtooError('board_invalid', 'the board is larger than 16 MiB');
}

const heading = '# The board of a coding team. You may edit it: it is checked before every step (artoo team validate).\n';

/** The text of a new board, with a line for people. */
export const headedText = (board: object): string => heading + newText(board);

/** The text of a new board, without the line for people. */
export const newText = (board: object): string => stringify(board, { ...yamlOptions, ...layout });
