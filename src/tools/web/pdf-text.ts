/** The text of a PDF, page by page. Takes long for large ones, so it runs in a worker. */
import { extractText, getDocumentProxy } from 'unpdf';
import type { PageText } from './readable.ts';

/** Rejects where it cannot be read: it is damaged, or locked with a password. */
export async function pdfText(bytes: Uint8Array): Promise<PageText> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { text } = await extractText(pdf, { mergePages: false });
  const pages = text.map((page, at) => `[page ${at + 1}]\n${page.trim()}`);
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return { title, text: text.some((page) => page.trim() !== '') ? pages.join('\n\n') : '' };
}
