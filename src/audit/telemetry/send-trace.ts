/** Sends the spans of one task to a collector. Loaded only if one is configured. */
import { asArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { streamJournal } from '../../journal/stream.ts';
import { otlpBodies } from './otlp.ts';
import { shownAddress, type TelemetrySettings } from './settings.ts';
import { createSpans } from './spans.ts';
import type { TraceParent } from './trace-ids.ts';

export type TraceOptions = {
  readonly settings: TelemetrySettings;
  readonly version: string;
  /** The caller's span, if artoo was started by a program that records traces. */
  readonly parent: TraceParent | undefined;
  /** Stops sending. */
  readonly signal: AbortSignal;
};

/**
 * How many spans were sent: none for a task that has not ended, which is sent once it has been resumed and ended. Otherwise why the spans were not sent, and what a
 * person can do.
 */
export type Sent = { readonly ok: true; readonly spans: number } | { readonly ok: false; readonly why: string; readonly remedy: string };

/** Never rejects: a task does not depend on its traces. */
export async function sendTrace(task: { readonly task_id: TaskId; readonly path: string }, options: TraceOptions): Promise<Sent> {
  const { settings, version, parent } = options;
  const maker = createSpans(task.task_id, { parent, withContent: settings.withContent });
  try {
    for await (const line of streamJournal(task.path)) if ('entry' in line) maker.add(line.entry);
  } catch (error) {
    const { message, hint } = asArtooError(error, 'journal_unreadable');
    return { ok: false, why: message, remedy: hint };
  }
  const spans = maker.hasEnded ? maker.spans() : [];
  for (const body of otlpBodies(settings.resource, version, spans)) {
    const refused = await post(body, options).catch((error: unknown) => ({
      why: `${shownAddress(settings.address)}: ${reasonOf(error)}`,
      remedy: unreachable,
    }));
    if (refused) return { ok: false, ...refused };
  }
  return { ok: true, spans: spans.length };
}

const unreachable = 'Start the collector at this address, or correct OTEL_EXPORTER_OTLP_ENDPOINT.';

/** Sends one request; undefined if the collector accepted it, otherwise why not. */
async function post(body: string, { settings, signal }: TraceOptions): Promise<{ why: string; remedy: string } | undefined> {
  const { address, headers, timeoutMs } = settings;
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'error', // headers may contain a key, which is meant for this address alone
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  await response.body?.cancel();
  return response.ok ? undefined : { why: `${shownAddress(address)} answered ${response.status}`, remedy: remedyFor(response.status) };
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the key in OTEL_EXPORTER_OTLP_HEADERS.';
  if (status === 404 || status === 405) return 'Check the path in OTEL_EXPORTER_OTLP_ENDPOINT: /v1/traces is added to it.';
  if (status === 415) return 'The collector must accept OTLP as JSON over HTTP.';
  return "Check the collector's own log.";
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time';
  return cause instanceof Error && cause.message ? cause.message : String(cause);
}
