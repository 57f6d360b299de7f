/** A thread that reads one page, so that a page that takes too long can be stopped. Started by page-reader.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PageJob, PageReport } from '../page-reader.ts';

const job = workerData as PageJob; // as page-reader.ts passes it

async function* reports(): AsyncGenerator<PageReport> {
  if (job.kind === 'pdf') yield (await import('./pdf-text.ts')).pdfText(job.bytes);
  else if (job.kind === 'page') yield* (await import('./html-text.ts')).htmlText(job.html, job.url);
  else yield { results: (await import('./search/engine-pages.ts')).resultsIn(job.engine, job.html) };
}

try {
  for await (const report of reports()) parentPort?.postMessage(report);
  parentPort?.postMessage(undefined);
} catch (error) {
  parentPort?.postMessage({ unread: error instanceof Error ? error.message : String(error) });
}
