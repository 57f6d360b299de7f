/** A thread that reads one page, so that a page which takes for ever can be stopped. It is started by page-reader.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PageJob, PageReport } from '../page-reader.ts';

const job = workerData as PageJob; // as it was given to the thread

async function report(): Promise<PageReport> {
  try {
    if (job.kind === 'pdf') return (await import('./pdf-text.ts')).pdfText(job.bytes);
    if (job.kind === 'page') return (await import('./readable.ts')).readableText(job.html, job.url);
    return { results: (await import('./search/engine-pages.ts')).resultsIn(job.engine, job.html) };
  } catch (error) {
    return { unread: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await report());
