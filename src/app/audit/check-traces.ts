/** Where traces go, for the doctor. Sends nothing, and shows no header. */
import { collectorHeaders, shownAddress, telemetryIn } from '../../audit/telemetry/settings.ts';
import { isRecorded, traceParentIn } from '../../audit/telemetry/trace-ids.ts';
import { type Finding, ok, warning } from '../../config/doctor/finding.ts';
import type { Environment } from '../../tools/running/environment.ts';

const traces = { name: 'traces', about: 'machine' } as const;

/** Empty if no traces are configured. */
export function checkTraces(env: Environment): readonly Finding[] {
  const settings = telemetryIn(env);
  if (!settings) return [];
  if ('wrong' in settings) return [warning(traces, settings.wrong, 'Tasks still run, but no traces are sent.')];
  const { address, withContent } = settings;
  const what = withContent ? 'with prompts, answers, arguments and results' : 'without content';
  const sent = `sent to ${shownAddress(address)} after each task, ${what}`;
  if (!isRecorded(traceParentIn(env))) return [warning(traces, 'not sent: TRACEPARENT is marked as not sampled')];
  const { protocol, hostname } = new URL(address);
  const isReadable = protocol === 'http:' && !/^(?:localhost|127\..*|\[::1\])$/.test(hostname) && collectorHeaders(env).length > 0;
  return isReadable
    ? [warning(traces, sent, 'The headers are sent over plain http, and can be read in transit. Use https.')]
    : [ok(traces, sent)];
}
