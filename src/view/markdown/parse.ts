/** Markdown as tokens, in limited time for any text. Pure. */
import { Lexer, type Token, type Tokens } from 'marked';

export type { Token, Tokens };

/** Longer texts are shown as they are. */
const maxLength = 100_000;

/** More quotes and lists on a line, or a wider indent of a list, than real Markdown has. */
const tooDeep = /^(?:(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){16}|[ \t]{60,}(?:[-*+]|\d{1,9}[.)])[ \t])/m;

/** The time to parse a paragraph grows with the square of its marks of emphasis and links, so the sum of these squares is limited. */
const maxEffort = 400_000;

/** Undefined for a text that is too long or too deep, which is then shown as it is. */
export function parseMarkdown(text: string): readonly Token[] | undefined {
  if (text.length > maxLength || tooDeep.test(text)) return undefined;
  try {
    const lexer = new Lexer({ gfm: true });
    const tokens = lexer.blockTokens(text.replaceAll(/\r\n?/g, '\n'), []);
    let effort = 0;
    for (const { src, tokens: inline } of lexer.inlineQueue) {
      effort += marksIn(src) ** 2;
      if (effort <= maxEffort) lexer.inlineTokens(src, inline);
      else inline.push({ type: 'text', raw: src, text: src, escaped: false });
    }
    return tokens;
  } catch {
    return undefined; // the parser gave up, for example out of stack
  }
}

/** The blocks of a text as written, each of which can be parsed alone; the whole text if it cannot be split. */
export function blockTexts(text: string): readonly string[] {
  if (text.length > maxLength || tooDeep.test(text)) return [text];
  try {
    const blocks = new Lexer({ gfm: true }).blockTokens(text.replaceAll(/\r\n?/g, '\n'), []);
    return blocks.some(({ type }) => type === 'def') ? [text] : blocks.map(({ raw }) => raw); // a link may be defined in any block
  } catch {
    return [text]; // the parser failed, for example because the stack was too small
  }
}

function marksIn(text: string): number {
  let marks = 0;
  for (const _ of text.matchAll(/[*_[\]~`<!]/g)) marks += 1;
  return marks;
}
