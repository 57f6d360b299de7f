/** The syntax of a shell line, where it is certain. Takes bounded time and never throws, whatever the text. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';

/** The tree, and all its nodes. */
export type Syntax = { readonly script: ParsedScript; readonly nodes: readonly SyntaxNode[] };

/** The longest line that is read. */
export const maxLineLength = 100_000;
/** The parser searches the rest of the line for the end of each of these, so parsing time is proportional to their number times the line's length. */
const openers = /[{[<$`]/g;
const maxSteps = 5_000_000;

/** The syntax tree and all its nodes in order; undefined for a line that is too long, nested too deeply, or not entirely shell. */
export function syntaxOf(line: string): Syntax | undefined {
  if (line.length > maxLineLength || line.length * (line.match(openers)?.length ?? 0) > maxSteps) return undefined;
  try {
    const script = parse(line);
    const nodes = [...nodesBelow(script)];
    const broken = nodes.some((node) => node.type === 'Script' && 'errors' in node && (node.errors?.length ?? 0) > 0);
    return broken ? undefined : { script, nodes };
  } catch {
    return undefined; // nested too deeply for the parser, or too complex in some other way
  }
}

function* nodesBelow(script: ParsedScript): Generator<SyntaxNode> {
  const waiting: SyntaxNode[] = [script];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    const children: SyntaxNode[] = [];
    forEachChild(node, (child) => children.push(child));
    for (const child of children.reverse()) waiting.push(child);
  }
}

/** Characters that need no quotes to be literal. A `~` may mean a home folder, also after `=` and `:`. */
const bare = /^(?:[\p{L}\p{M}\p{N}_.,:=@%+^!/\]-]|\\[ -~])*$/u;

/** What `$'…'` may contain: escapes of single ASCII characters, which every version of the shell reads the same way. */
const asciiEscapes = /^\$'(?:[^\\']|\\[abefnrtv\\'"?]|\\x[0-7][\da-fA-F]|\\[01][0-7]{2})*'$/;

/** The value of a word, if it is always the same. */
export function literalOf(word: Word): string | undefined {
  const parts = (word.parts ?? [word]).map(literalOfPart).filter((part) => part !== undefined);
  const literal = parts.join('');
  return parts.length < (word.parts?.length ?? 1) || literal.includes('\0') ? undefined : literal;
}

function literalOfPart(part: Word | WordPart): string | undefined {
  if (part.type === 'Word' || part.type === 'Literal') return bare.test(part.text) ? part.value : undefined;
  if (part.type === 'SingleQuoted') return part.value;
  if (part.type === 'AnsiCQuoted') return asciiEscapes.test(part.text) ? part.value : undefined;
  if (part.type !== 'DoubleQuoted') return undefined;
  const literals = part.parts.filter((inner) => inner.type === 'Literal');
  return literals.length === part.parts.length ? literals.map(({ value }) => value).join('') : undefined;
}
