/** Fetches a page and gives its text. Public addresses are free, others need a yes: Law 1 decides, for every redirect anew. */
import { z } from 'zod';
import type { LeftOut } from '../contracts/text/shorten.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolErrorClass, type ToolResult } from './tool.ts';
import { type Fetched, follow } from './web/follow.ts';
import type { AddressSources } from './web/judge-address.ts';
import { textOf } from './web/page-text.ts';
import { readUrl } from './web/read-url.ts';
import { whySecret } from './web/secret-in.ts';
import { createTaskCache, type TaskCache } from './web/task-cache.ts';
import { webFailure } from './web/web-failure.ts';

const FetchInput = z.object({
  url: z.string().min(1).max(10_000).describe('A whole address, http or https.'),
  from: z.int().min(1).optional().describe('The line of its text to begin with, to read on in a long one.'),
});
type FetchInput = z.infer<typeof FetchInput>;

export type FetchOptions = AddressSources & {
  /** Takes what is known to be secret out of a text. */
  readonly redact: (text: string) => string;
};

const name = 'fetch_url';
const keptPages = 32;

export function createFetchUrl(options: FetchOptions): Tool<FetchInput> {
  const pages = createTaskCache<string>(keptPages);
  return {
    name,
    description:
      'Fetch a page of the web by its address and read its text: HTML as Markdown, PDF, plain text, JSON. It sends no cookies and runs no scripts. Addresses of this machine and its network need a yes of the person.',
    input: FetchInput,
    target: ({ url }) => url.trim(),
    timeoutMs: 45_000,
    changes: () => false,
    repeatable: () => true,
    evidence: { kind: 'fetches', from: 'url' },
    leftOut,
    run: (input, context) => run(input, context, { ...options, pages }),
  };
}

async function run(
  { url: given, from = 1 }: FetchInput,
  context: ToolContext,
  { pages, redact, ...sources }: FetchOptions & { readonly pages: TaskCache<string> },
): Promise<ToolResult> {
  const url = readUrl(given);
  if ('wrong' in url) return failed('invalid_input', url.wrong);
  const { task_id } = context.call;
  const known = pages.get(task_id, url.href);
  if (known !== undefined) return shown(known, from, ['fetched before in this task, and not again']);
  try {
    const fetched = await follow(url, { tool: name, whyNot: ({ href }) => whySecret(href, redact) }, context, sources);
    if ('stopped' in fetched) return fetched.stopped;
    const told = await toldOf(fetched, url, context.signal);
    if ('failure' in told) return told.failure;
    pages.set(task_id, url.href, told.text);
    return shown(told.text, from, told.notes);
  } catch (error) {
    return webFailure(error, `cannot fetch ${url.href}`);
  }
}

type Told = { readonly text: string; readonly notes: readonly string[] } | { readonly failure: ToolResult };

async function toldOf(fetched: Fetched, asked: URL, signal: AbortSignal): Promise<Told> {
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
  if (from > lines.length) return failed('invalid_input', `its text has ${lines.length} lines, so that none is left from ${from} on`);
  const rest = from === 1 ? text : lines.slice(from - 1).join('\n');
  return succeeded([rest, ...notes.map((note) => `[artoo: ${note}]`)].join('\n'));
}

function leftOut(left: LeftOut, { from: first = 1 }: FetchInput): string {
  const counted = (count: number): string => (count + first - 1).toLocaleString('en');
  if (left.from === left.to) return `${left.characters.toLocaleString('en')} characters of line ${counted(left.from)} left out`;
  return `lines ${counted(left.from)} to ${counted(left.to)} of ${counted(left.lines)} left out; fetch_url with from: ${left.from + first - 1} reads on`;
}
