/** Inline Markdown as spans. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { type Line, type Span, type Style, span } from '../style/line.ts';
import type { Token } from './parse.ts';

/** The lines of a paragraph, split at its line breaks; each may still be wrapped. */
export function inlineLines(tokens: readonly Token[], style: Style = 'plain'): readonly Line[] {
  const lines: Span[][] = [[]];
  /** Line breaks are kept, because an answer that lists one thing per line relies on them. */
  const add = (text: string, of: Style) => {
    for (const [at, part] of text.split(/\r?\n/).entries()) {
      if (at > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push(span(visible(part.replaceAll(/\s+/g, ' ')), of));
    }
  };

  function walk(token: Token, of: Style): void {
    switch (token.type) {
      case 'br':
        lines.push([]);
        return;
      case 'strong':
        return walkAll(token.tokens, 'strong');
      case 'em':
        return walkAll(token.tokens, of === 'strong' ? 'strong' : 'emphasis');
      case 'del':
        return walkAll(token.tokens, 'muted');
      case 'codespan':
        return add(token.text, 'code');
      case 'link':
      case 'image':
        return address(token as LinkToken, of); // links and images from marked have these fields
      case 'html':
        return add(token.raw, 'muted');
      default:
        return 'tokens' in token && token.tokens?.length ? walkAll(token.tokens, of) : add(plain(token), of);
    }
  }

  /** The text of a link, and its target. */
  function address({ type, text, href, tokens }: LinkToken, of: Style): void {
    if (type === 'image' || !tokens) add(text, of);
    else walkAll(tokens, of);
    if (href === '' || href === text || href === `mailto:${text}`) return;
    if (text !== '') add(' (', 'muted');
    add(href, 'link');
    if (text !== '') add(')', 'muted');
  }

  const walkAll = (inner: readonly Token[] | undefined, of: Style): void => {
    for (const token of inner ?? []) walk(token, of);
  };
  walkAll(tokens, style);
  return lines.map(([first, ...rest]) => (first ? [span(first.text.trimStart(), first.style), ...rest] : []));
}

type LinkToken = { readonly type: string; readonly text: string; readonly href: string; readonly tokens?: readonly Token[] };

/** The text of a token that has no inner tokens. */
export function plain(token: Token): string {
  const text = 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
  return token.type === 'text' ? text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '') : text;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
