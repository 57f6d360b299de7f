/** Fetches a page under Law 1 and turns it into text. Loaded only when a page is fetched. */
import { failed, succeeded, type ToolContext, type ToolErrorClass, type ToolResult } from '../tool.ts';
import { type Fetched, follow } from './follow.ts';
import type { AddressSources } from './judge-address.ts';
import { textOf } from './page-text.ts';
import { readUrl } from './read-url.ts';
import { whySecret } from './secret-in.ts';
import type { TaskCache } from './task-cache.ts';
import { webFailure } from './web-failure.ts';

export type FetchSources = AddressSources & {
  /** Removes known secrets from a text. */
  readonly redact: (text: string) => string;
};

const tool = 'fetch_url';

/** The text of the page, beginning at a line. `pages`: pages that have been fetched before. */
export async function fetchPage(
  { url: given, from = 1 }: { readonly url: string; readonly from?: number | undefined },
  context: ToolContext,
  { pages, redact, permissions, outside }: FetchSources & { readonly pages: TaskCache<string> },
): Promise<ToolResult> {
  const read = readUrl(given);
  if (!read.ok) return failed('invalid_input', read.error);
  const url = read.value;
  const { task_id } = context.call;
  const known = pages.get(task_id, url.href);
  if (known !== undefined) return shown(known, from, ['fetched earlier in this task, and not fetched again']);
  try {
    const fetched = await follow(url, { tool, whyNot: ({ href }) => whySecret(href, redact) }, context, { permissions, outside });
    if ('stopped' in fetched) return fetched.stopped;
    const content = await contentOf(fetched, url, context.signal);
    if ('failure' in content) return content.failure;
    pages.set(task_id, url.href, content.text);
    return shown(content.text, from, content.notes);
  } catch (error) {
    return webFailure(error, `cannot fetch ${url.href}`);
  }
}

type Content = { readonly text: string; readonly notes: readonly string[] } | { readonly failure: ToolResult };

async function contentOf(fetched: Fetched, asked: URL, signal: AbortSignal): Promise<Content> {
  const { status, url, isCut } = fetched;
  const read = await textOf(fetched, signal);
  const errorClass = classOf(status);
  const said = 'text' in read ? read.text : '';
  if (errorClass !== undefined)
    return { failure: { ...failed(errorClass, `${url.href} answered with status ${status}`), output: said.slice(0, maxErrorLength) } };
  if ('unread' in read) return { failure: failed('failed', `${url.href} was fetched, but cannot be read: ${read.unread}`) };
  const head = [
    ...(read.title === '' ? [] : [`# ${read.title}`]),
    `<${url.href}>${url.href === asked.href ? '' : `, redirected from ${asked.href}`}`,
  ];
  const notes = [...read.notes, ...(isCut ? ['only its first 5 MB were read'] : [])];
  return { text: `${head.join('\n')}\n\n${said === '' ? '(it is empty)' : said}`, notes };
}

const maxErrorLength = 2_000;

function classOf(status: number): ToolErrorClass | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 404 || status === 410) return 'not_found';
  if (status === 401 || status === 403 || status === 451) return 'permission';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'network' : 'failed';
}

function shown(text: string, from: number, notes: readonly string[]): ToolResult {
  const lines = text.split('\n');
  if (from > lines.length) return failed('invalid_input', `its text has ${lines.length} lines, so there is nothing from line ${from} on`);
  const rest = from === 1 ? text : lines.slice(from - 1).join('\n');
  return succeeded([rest, ...notes.map((note) => `[artoo: ${note}]`)].join('\n'));
}
