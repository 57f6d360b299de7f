/** A response as text: HTML as Markdown, PDF as text, text unchanged. */
import { type PageJob, readPage } from '../page-reader.ts';
import { decodeText } from './charset.ts';
import type { Fetched } from './follow.ts';

/** `notes`: what a reader of the text must be told. */
export type PageText = { readonly title: string; readonly text: string; readonly notes: readonly string[] };

type Read = PageText | { readonly unread: string };

/** The text, or why there is none. Rejects only with the signal's reason. */
export async function textOf(fetched: Pick<Fetched, 'headers' | 'body' | 'url' | 'isCut'>, signal: AbortSignal): Promise<Read> {
  const { headers, body, url, isCut } = fetched;
  const type = headers['content-type'] ?? '';
  const kind = kindOf(body, type);
  if (kind === 'pdf')
    return isCut ? { unread: 'it is a PDF of more than 5 MB' } : read({ kind: 'pdf', bytes: new Uint8Array(body) }, signal);
  if (kind === 'binary')
    return {
      unread: `it is not text: ${/^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0] ?? 'of an unknown type'}, ${body.length.toLocaleString('en')} bytes`,
    };
  const text = decodeText(body, type);
  return kind === 'html' ? read({ kind: 'page', html: text, url: url.href }, signal) : { title: '', text: text.trim(), notes: [] };
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

async function read(job: PageJob, signal: AbortSignal): Promise<Read> {
  const report = await readPage(job, signal);
  return 'results' in report ? { unread: 'it is a page of search results' } : report;
}
