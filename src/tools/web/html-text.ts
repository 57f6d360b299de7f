/** The text of an HTML page: first as plain text, then, unless the page is too large, as Markdown. Runs in a worker. */
import { outlineOf } from './html-outline.ts';
import type { PageText } from './page-text.ts';

/** The largest document that is built: a larger one would take too long. */
const maxElements = 30_000;
const maxDepth = 300;

/** Yields several versions, each better than the previous one and slower to produce. */
export async function* htmlText(html: string, url: string): AsyncGenerator<PageText | { readonly unread: string }> {
  const { title, text, elements, depth, hasScripts } = outlineOf(html);
  if (text === '' && hasScripts) {
    yield {
      unread: `it has no text unless its scripts are run, which artoo does not do${title === '' ? '' : `; its title is "${title}"`}`,
    };
    return;
  }
  yield { title, text, notes: ['as plain text, without links: the page is too large to be read as a document'] };
  if (elements > maxElements || depth > maxDepth) return;
  const { readableText } = await import('./readable.ts');
  const read = readableText(html, url);
  const isShort = hasScripts && read.text.length < 200;
  const notes = isShort ? ['the page has scripts, which were not run: it may show more in a browser'] : [];
  yield { title: read.title || title, text: read.text || text, notes };
}
