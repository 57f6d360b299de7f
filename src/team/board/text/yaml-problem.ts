/** What is wrong with a text that cannot be read as YAML, for the person who edited it: where, what, and what to do. Pure. */
import { type Alias, type Document, isNode, type LineCounter, visit, type YAMLError } from 'yaml';
import { oneLine } from '../../../contracts/text/shorten.ts';

type YamlSource = { readonly text: string; readonly lines: LineCounter };

/** What is wrong with a text that the parser rejects. */
export const yamlProblem = ({ code, pos: [at], message }: YAMLError, source: YamlSource): string =>
  `${placeOf(at, source)}: ${explanations[code] ?? message}`;

/** An alias without its anchor; undefined if every alias has one. */
export function unresolvedAlias(document: Document, source: YamlSource): string | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_, alias) {
      if (isNode(alias.resolve(document))) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  if (!found) return undefined;
  return `${placeOf(found.range?.[0] ?? 0, source)}: *${found.source} refers to a value marked &${found.source}, but there is none; text that begins with * needs quotes`;
}

const quotedLength = 60;

/** The place of a problem, with the text of its line, so that it can be found even if lines have been added or removed since. */
function placeOf(at: number, { text, lines }: YamlSource): string {
  const { line, col } = lines.linePos(at);
  const quoted = oneLine(text.split('\n', line).at(-1) ?? '', quotedLength);
  return `line ${line}, column ${col}${quoted === '' ? '' : ` (${quoted})`}`;
}

/** Explanations of parser errors. Anything not listed involves features that no board needs, and is reported in the parser's words. */
const explanations: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'in double quotes, a backslash begins an escape; write it twice, or use single quotes',
  BAD_INDENT: 'the indentation is wrong, or a [ or { above is not closed; what belongs together begins in the same column',
  BAD_SCALAR_START: 'a value cannot begin with this character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a colon followed by a space begins a new key; put the value in quotes',
  BLOCK_IN_FLOW: 'a [ or { above is not closed',
  DUPLICATE_KEY: 'this key occurs twice; remove one of them',
  MISSING_CHAR: 'a character is missing: the colon after a key, the - of a list item, a comma, or a closing quote or bracket',
  MULTILINE_IMPLICIT_KEY: 'the colon after a key is missing, or the lines after this one are indented too little',
  MULTIPLE_DOCS: 'the board ends here; remove this line, or what follows it',
  TAB_AS_INDENT: 'a tab cannot indent a line; use spaces',
  UNEXPECTED_TOKEN: 'this does not belong here; a quote, a bracket or the indentation above may be wrong',
};
