/** The syntax of a shell line, as far as it is certain. Takes bounded time and throws nothing, whatever it is given. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';

/** The tree, and all that is in it. */
export type Syntax = { readonly script: ParsedScript; readonly nodes: readonly SyntaxNode[] };

/** What is longer is not read. */
export const longestLine = 100_000;
/** The parser looks for the end of each of these through the rest of the line, so that their number times its length is what a line costs. */
const openers = /[{[<$`]/g;
const maxSteps = 5_000_000;

/** The tree and all its nodes in order of appearance, or nothing for what is too long, too deep, or not a line of shell as a whole. */
export function syntaxOf(line: string): Syntax | undefined {
  if (line.length > longestLine || line.length * (line.match(openers)?.length ?? 0) > maxSteps) return undefined;
  try {
    const script = parse(line);
    const nodes = [...nodesBelow(script)];
    const broken = nodes.some((node) => node.type === 'Script' && 'errors' in node && (node.errors?.length ?? 0) > 0);
    return broken ? undefined : { script, nodes };
  } catch {
    return undefined; // nested deeper than the parser can go, or otherwise beyond it
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

/** What may stand without quotes and still mean itself. A `~` may be a home folder, here and behind `=` and `:`. */
const bare = /^(?:[\p{L}\p{M}\p{N}_.,:=@%+^!/\]-]|\\[ -~])*$/u;

/** What `$'…'` may hold: escapes of single ASCII characters, which every version of the shell reads alike. */
const asciiEscapes = /^\$'(?:[^\\']|\\[abefnrtv\\'"?]|\\x[0-7][\da-fA-F]|\\[01][0-7]{2})*'$/;

/** What a word comes to, if it comes to the same whenever it is run. */
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
