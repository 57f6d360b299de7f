/** Reads each page in a thread of its own, which is stopped if it takes too long or needs too much memory; no page waits for another. */
import { addAbortListener } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageText } from './web/page-text.ts';
import type { EnginePage, PageResults } from './web/search/engine-pages.ts';

/** What the thread is given to read. */
export type PageJob =
  | { readonly kind: 'page'; readonly html: string; readonly url: string }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  | { readonly kind: 'results'; readonly html: string; readonly engine: EnginePage };

/** What the thread read, or why it could not. */
export type PageReport = PageText | { readonly results: PageResults } | { readonly unread: string };

const timeoutMs = 10_000;
const memoryMb = 512;

/** The worker file is beside this file in the sources, and also in the compiled output when this file is bundled. */
const thread = new URL(`../tools/web/page-worker${extname(import.meta.url)}`, import.meta.url);

/** The last report that arrives in time. Rejects only with the signal's reason. */
export async function readPage(job: PageJob, signal: AbortSignal): Promise<PageReport> {
  signal.throwIfAborted();
  const worker = new Worker(thread, {
    workerData: job,
    env: {}, // no page content can get at a key
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
