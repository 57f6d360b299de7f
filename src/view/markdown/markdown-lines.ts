/** Markdown as lines for a terminal. Pure. Text that is not Markdown, or too long, is shown as it is. */
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import { type Line, line, lineWidth, type Span, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { inlineLines } from './inline.ts';
import { parseMarkdown, type Token, type Tokens } from './parse.ts';
import { tableLines } from './table.ts';

/** Lines of at most `columns` columns, except code, which is never wrapped. */
export function markdownLines(text: string, columns: number): readonly Line[] {
  const tokens = parseMarkdown(text);
  return tokens ? blockLines(tokens, Math.max(minColumns, columns)) : plainLines(text, columns);
}

/** The smallest width, however deep the nesting. */
const minColumns = 20;

/** Blocks with a blank line between them. */
function blockLines(tokens: readonly Token[], columns: number): readonly Line[] {
  const blocks = tokens.map((token) => linesOf(token, columns)).filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, at) => (at === 0 ? lines : [[], ...lines]));
}

function linesOf(token: Token, columns: number): readonly Line[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return wrapped(inlineLines(token.tokens ?? [], 'strong'), columns);
    case 'code':
      return visibleLines(token.text).map((each) => line(each, 'code'));
    case 'list':
      return listLines(token as Tokens.List, columns); // its type guarantees this
    case 'blockquote':
      return blockLines(token.tokens ?? [], Math.max(minColumns, columns - 2)).map(quoted);
    case 'table':
      return tableLines(token as Tokens.Table, columns); // its type guarantees this
    case 'hr':
      return [line('─'.repeat(Math.min(columns, 40)), 'muted')];
    case 'html':
      return visibleLines(token.raw.trimEnd()).flatMap((each) => wrapLine(line(each, 'muted'), columns));
    default:
      return wrapped(inlineLines([token]), columns);
  }
}

const quoted = (each: Line): Line => (each.length === 0 ? [span('│', 'muted')] : [span('│ ', 'muted'), ...each]);

const wrapped = (lines: readonly Line[], columns: number): readonly Line[] => lines.flatMap((each) => wrapLine(each, columns));

function listLines({ items, ordered, start, loose }: Tokens.List, columns: number): readonly Line[] {
  const first = Number(start || 1);
  const widest = String(first + items.length - 1).length;
  return items.flatMap((item, at) => {
    const sign = ordered ? `${first + at}. `.padStart(widest + 2) : '• ';
    const lead = item.task && !ordered ? taskSign(item) : [span(sign, 'muted'), ...taskSign(item)];
    const margin = lineWidth(lead);
    const inner = itemLines(item, Math.max(minColumns, columns - margin));
    const body = inner.length === 0 ? [[]] : inner;
    const lines = body.map((each, row) => [...(row === 0 ? lead : [span(' '.repeat(margin))]), ...each]);
    return loose && at > 0 ? [[], ...lines] : lines;
  });
}

const taskSign = ({ task, checked }: Tokens.ListItem): readonly Span[] =>
  task ? [checked ? span('☑ ', 'good') : span('☐ ', 'muted')] : [];

/** The content of an item; a list below its text follows without a blank line. */
function itemLines({ tokens, loose }: Tokens.ListItem, columns: number): readonly Line[] {
  if (loose) return blockLines(tokens.filter(isNoBox), columns);
  return tokens.filter(isNoBox).flatMap((token) => linesOf(token, columns));
}

/** The box of a task is part of the item's mark. */
const isNoBox = ({ type }: Token): boolean => type !== 'checkbox';

/** The widest line that is wrapped here; wider lines are left to the terminal to wrap. */
const maxWrapped = 10_000;

const plainLines = (text: string, columns: number): readonly Line[] =>
  text.split(/\r?\n/).flatMap((each) => {
    const shown = visible(each.replaceAll('\t', '    '));
    return each.length > maxWrapped ? [line(shown)] : wrapLine(line(shown), Math.max(minColumns, columns));
  });
