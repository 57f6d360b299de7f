/** Reads a page in one pass, without building a document: its plain text, and how much work it would be to build one. Pure, linear, never throws. */

export type Outline = {
  readonly title: string;
  /** The text of the page, without scripts, styles and tags. */
  readonly text: string;
  readonly elements: number;
  /** The maximum depth of elements. */
  readonly depth: number;
  readonly hasScripts: boolean;
};

export function outlineOf(html: string): Outline {
  const parts: string[] = [];
  let [title, elements, depth, deepest, hasScripts] = ['', 0, 0, 0, false];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    tagStart.lastIndex = open;
    const [, slash, given = ''] = tagStart.exec(html) ?? [];
    const name = given.toLowerCase();
    const end = endOfTag(html, open, name !== '');
    if (name === '' && end === open + 1) parts.push('<'); // not a tag, as in a < b
    at = end;
    if (name === '') continue;
    parts.push((slash === '/' && !nests(name) && name !== 'p' ? '' : breaks.get(name)) ?? '');
    if (slash === '/') {
      if (nests(name)) depth = Math.max(0, depth - 1);
      continue;
    }
    elements += 1;
    hasScripts ||= name === 'script';
    if (nests(name)) deepest = Math.max(deepest, ++depth);
    const closing = raw.get(name);
    if (!closing) continue;
    closing.lastIndex = at;
    const content = html.slice(at, closing.exec(html)?.index);
    if (name === 'title' && title === '') title = readable(content).replaceAll('\n', ' ');
    at += content.length; // the closing tag is read like all others
  }
  return { title, text: readable(parts.join('')), elements, depth: deepest, hasScripts };
}

const tagStart = /<(\/?)([a-z][^\s/>]{0,40})/iy;

/** Where the tag, comment or lone `<` that begins at `open` ends. After the last `>`, everything counts as part of a tag. */
function endOfTag(html: string, open: number, isElement: boolean): number {
  const next = html[open + 1];
  if (!isElement && next !== '!' && next !== '?' && next !== '/') return open + 1;
  const [end, length] = html.startsWith('<!--', open) ? [html.indexOf('-->', open + 4), 3] : [html.indexOf('>', open), 1];
  return end === -1 ? html.length : end + length;
}

/** Elements whose content is not part of the page's text. */
const raw: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'template', 'svg', 'title', 'textarea', 'iframe', 'math'].map((name) => [name, new RegExp(`</${name}`, 'gi')]),
);

const unclosed = new Set(
  'p li dt dd option tr td th thead tbody tfoot area base br col embed hr img input link meta source track wbr'.split(' '),
);
/** Whether an element contains what follows it, unlike void elements and those that are often not closed. */
const nests = (name: string): boolean => !unclosed.has(name);

const breaks: ReadonlyMap<string, string> = new Map([
  ...['p', 'table', 'ul', 'ol', 'dl', 'pre', 'blockquote', 'section', 'article', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (name) => [name, '\n\n'] as const,
  ),
  ...['div', 'br', 'tr', 'dt', 'dd', 'hr', 'header', 'footer', 'nav', 'main', 'aside', 'form', 'option'].map(
    (name) => [name, '\n'] as const,
  ),
  ['li', '\n- '],
  ...['td', 'th'].map((name) => [name, ' '] as const),
]);

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
};

const readable = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d{1,7})(?!\d)|#x([\da-f]{1,6})(?![\da-f])|([a-z]{2,6}));?/gi, (whole, decimal, hex, name) =>
      name === undefined ? character(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)) : (named[name] ?? whole),
    )
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n(?:-? ?\n)+(?=-? ?\n)|^(?:-? ?\n)+/g, '\n')
    .trim();

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '�');
