/** Cuts the text of a board into its sections, and a section into its tasks or agents, by their indentation alone: a board of 500 tasks is not parsed to change one. Pure. */

/** The parts joined are the whole text. What comes before the first part is its own part, without a name. */
export type Piece = { readonly name: string | undefined; readonly text: string };

/** A text whose sections cannot be told by their lines: several documents, directives, or everything in one flow. */
const unusual = /^(?:---|\.\.\.|%|\t|[{[!&*|>?])/m;
const sectionStart = /^(?:([A-Za-z_][\w-]*)|"([^"\\]+)"|'([^']+)'):(?=\s|$)/;

/** The sections of a board; undefined where they cannot be told by their lines. */
export function sectionsOf(text: string): readonly Piece[] | undefined {
  if (unusual.test(text)) return undefined;
  return piecesOf(text, (line) => nameIn(sectionStart.exec(line)));
}

/** The items of a list section, such as `tasks`; the first piece is the line of its key. */
export function itemsOf(section: string): readonly Piece[] {
  const indent = /\n( *)- /.exec(section)?.[1];
  if (indent === undefined) return [{ name: undefined, text: section }];
  let at = -1;
  return piecesOf(section, (line) => {
    if (!line.startsWith(`${indent}- `) && line.trimEnd() !== `${indent}-`) return undefined;
    at += 1;
    return String(at);
  });
}

/** The entries of a section that maps names, such as `agents`; the first piece is the line of its key. */
export function entriesOf(section: string): readonly Piece[] {
  const indent = /\n( +)(?=["']?[\w-])/.exec(section)?.[1];
  if (indent === undefined) return [{ name: undefined, text: section }];
  return piecesOf(section, (line) => (line.startsWith(indent) ? nameIn(sectionStart.exec(line.slice(indent.length))) : undefined));
}

const nameIn = (match: RegExpExecArray | null): string | undefined => match?.[1] ?? match?.[2] ?? match?.[3];

/** Comments and empty lines before a piece belong to it, not to the one before. */
function piecesOf(text: string, nameOf: (line: string) => string | undefined): readonly Piece[] {
  const pieces: { name: string | undefined; text: string }[] = [{ name: undefined, text: '' }];
  let waiting = '';
  for (const line of linesOf(text)) {
    const name = nameOf(line);
    const last = pieces.at(-1);
    if (name !== undefined) {
      pieces.push({ name, text: waiting + line });
      waiting = '';
    } else if (/^\s*(?:#.*)?\n?$/.test(line)) {
      waiting += line;
    } else if (last) {
      last.text += waiting + line;
      waiting = '';
    }
  }
  const last = pieces.at(-1);
  if (last) last.text += waiting;
  return pieces.filter((piece, at) => at === 0 || piece.text !== '');
}

/** Each line with its end. */
function* linesOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    yield text.slice(at, next);
    at = next;
  }
}
