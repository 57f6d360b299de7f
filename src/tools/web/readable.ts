/** A page as Markdown: its article, or the whole page if it has none. Runs in a worker, because large pages take a long time. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import Turndown from 'turndown';

/** The minimum length of an article: a shorter one would leave out too much. */
const minArticle = 500;

export function readableText(html: string, url: string): { readonly title: string; readonly text: string } {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`);
  const title = String(document.title ?? '').trim();
  const body = document.body ?? document.documentElement;
  const length = String(body?.textContent ?? '').length;
  const whole = body?.cloneNode(true);
  const article = new Readability(document, { serializer: (node) => node, charThreshold: minArticle }).parse();
  const hasArticle = article?.content && (article.length ?? 0) >= Math.max(minArticle, length / 10);
  const text = markdownWriter(url).turndown(hasArticle ? article.content : whole);
  return { title: (article?.title ?? '').trim() || title, text: text.replaceAll(/\n{3,}/g, '\n\n').trim() };
}

function markdownWriter(base: string): Turndown {
  const writer = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  writer.remove(['script', 'style', 'noscript', 'iframe', 'button', 'select', 'textarea', 'canvas', 'head', 'title']);
  writer.remove((node) => ['SVG', 'TEMPLATE', 'DIALOG'].includes(node.nodeName.toUpperCase()));
  writer.addRule('link', {
    filter: 'a',
    replacement: (content, node) => linked(content, URL.parse((node as Attributed).getAttribute('href') ?? '', base)), // the filter matches only elements
  });
  writer.addRule('image', {
    filter: 'img',
    replacement: (_, node) => (node as Attributed).getAttribute('alt')?.trim() ?? '', // the filter matches only elements
  });
  writer.addRule('cell', { filter: ['td', 'th'], replacement: (content) => ` ${content.trim().replaceAll(/\s*\n\s*/g, ' ')} |` });
  writer.addRule('row', { filter: 'tr', replacement: (content) => `\n|${content}` });
  return writer;
}

type Attributed = { getAttribute(name: string): string | null };

/** Links to the page itself, and links that run code, become plain text. */
function linked(content: string, to: URL | null): string {
  const text = content.trim().replaceAll(/\s*\n\s*/g, ' ');
  return text === '' || !to || !/^https?:$/.test(to.protocol) || to.hash.length > 1 ? content : `[${text}](${to.href})`;
}
