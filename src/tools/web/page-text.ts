/** What an answer says, as text: pages as Markdown, PDF as text, text as it is. */
import { readPage } from '../page-reader.ts';
import { decodeText } from './charset.ts';
import type { Fetched } from './follow.ts';
import { outlineOf } from './html-outline.ts';
import type { PageText } from './readable.ts';

/** `notes`: what the reader must know about the text. */
export type ReadText = PageText & { readonly notes: readonly string[] };

/** A document of more takes longer than anyone waits: then the text is taken without one. */
const maxElements = 30_000;
const maxDepth = 300;

/** The text, or why it has none. Rejects only with the signal's reason. */
export async function textOf(
  fetched: Pick<Fetched, 'headers' | 'body' | 'url' | 'isCut'>,
  signal: AbortSignal,
): Promise<ReadText | { readonly unread: string }> {
  const { headers, body, url, isCut } = fetched;
  const type = headers['content-type'] ?? '';
  const kind = kindOf(body, type);
  if (kind === 'pdf') return isCut ? { unread: 'it is a PDF of more than 5 MB' } : pdfText(body, signal);
  if (kind === 'binary')
    return {
      unread: `it is no text: ${/^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? 'of an unknown type'}, ${body.length.toLocaleString('en')} bytes`,
    };
  const text = decodeText(body, type);
  return kind === 'html' ? htmlText(text, url.href, signal) : { title: '', text: text.trim(), notes: [] };
}

function kindOf(body: Buffer, type: string): 'html' | 'pdf' | 'text' | 'binary' {
  const head = body.subarray(0, 1_024).toString('latin1').trimStart();
  if (head.startsWith('%PDF-') || /^application\/pdf\b/i.test(type)) return 'pdf';
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return 'html';
  if (/^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript|toml)\b)/i.test(type)) return 'text';
  if (/^(?:<!doctype html|<html)/i.test(head)) return 'html';
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(head);
  return /^(?:image|audio|video|font)\//i.test(type) || (head.includes('\0') && !isWide) ? 'binary' : 'text';
}

async function pdfText(body: Buffer, signal: AbortSignal): Promise<ReadText | { readonly unread: string }> {
  const report = await readPage({ kind: 'pdf', bytes: new Uint8Array(body) }, signal);
  if (!('text' in report)) return { unread: `it is a PDF that cannot be read: ${'unread' in report ? report.unread : ''}` };
  return report.text === '' ? { unread: 'it is a PDF without text: its pages are images' } : { ...report, notes: [] };
}

async function htmlText(html: string, url: string, signal: AbortSignal): Promise<ReadText | { readonly unread: string }> {
  const { title, text, elements, depth, hasScripts } = outlineOf(html);
  if (text === '' && hasScripts)
    return { unread: `it has no text without running its scripts, which is not done${title === '' ? '' : `; its title is "${title}"`}` };
  const plain = (why: string): ReadText => ({ title, text, notes: [`as plain text, without links: ${why}`] });
  if (elements > maxElements || depth > maxDepth) return plain('the page is too large to be read as a document');
  const report = await readPage({ kind: 'page', html, url }, signal);
  if (!('text' in report)) return plain('unread' in report ? report.unread : '');
  return report.text === ''
    ? plain('nothing of it is an article')
    : { ...report, title: report.title || title, notes: scriptNote(report.text, hasScripts) };
}

const scriptNote = (text: string, hasScripts: boolean): readonly string[] =>
  hasScripts && text.length < 200 ? ['the page has scripts, which were not run: it may show more in a browser'] : [];
