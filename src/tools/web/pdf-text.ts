/** The text of a PDF, page by page. Runs in a worker, because large documents take a long time. */
import { extractText, getDocumentProxy } from 'unpdf';
import type { PageText } from './page-text.ts';

/** Rejects if the PDF is damaged or protected by a password. */
export async function pdfText(bytes: Uint8Array): Promise<PageText | { readonly unread: string }> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { text } = await extractText(pdf, { mergePages: false });
  const pages = text.map((page, at) => `[page ${at + 1}]\n${page.trim()}`);
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  const isText = text.some((page) => page.trim() !== '');
  return isText ? { title, text: pages.join('\n\n'), notes: [] } : { unread: 'it is a PDF without text: its pages are images' };
}
