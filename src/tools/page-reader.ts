/** Reads pages in threads of their own: each is stopped when it takes too long or too much memory, and none keeps the others waiting. */
import { addAbortListener } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageText } from './web/page-text.ts';
import type { EnginePage, PageResults } from './web/search/engine-pages.ts';

/** What a thread is to read. */
export type PageJob =
  | { readonly kind: 'page'; readonly html: string; readonly url: string }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  | { readonly kind: 'results'; readonly html: string; readonly engine: EnginePage };

/** What it read, or why it could not. */
export type PageReport = PageText | { readonly results: PageResults } | { readonly unread: string };

const timeoutMs = 10_000;
const memoryMb = 512;

/** Beside this folder in the sources, and where the sources are compiled to when this file is bundled. */
const thread = new URL(`../tools/web/page-worker${extname(import.meta.url)}`, import.meta.url);

/** The last that it reports in time. Rejects only with the signal's reason. */
export async function readPage(job: PageJob, signal: AbortSignal): Promise<PageReport> {
  signal.throwIfAborted();
  const worker = new Worker(thread, {
    workerData: job,
    env: {}, // nothing that a page says can reach a key
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PageReport>();
  let last: PageReport | undefined;
  const end = (unread: string) => resolve(last ?? { unread });
  worker.on('message', (report: PageReport | undefined) => {
    if (report === undefined || 'unread' in report) end(report?.unread ?? '');
    else last = report;
  });
  worker.once('error', ({ message }) => end(message));
  worker.once('exit', () => end('it ended early'));
  using _cancelling = addAbortListener(signal, () => reject(signal.reason));
  const timer = setTimeout(end, timeoutMs, `it takes longer than ${timeoutMs / 1_000} seconds to read`);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
