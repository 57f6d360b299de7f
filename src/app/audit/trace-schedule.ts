/** When traces are sent: the trace of each task after it ends, one task at a time. Tasks never wait for this. */
import { setTimeout as wait } from 'node:timers/promises';
import { type TelemetrySettings, telemetryIn } from '../../audit/telemetry/settings.ts';
import { isRecorded, traceParentIn } from '../../audit/telemetry/trace-ids.ts';
import { version } from '../../config/version.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';

export type TraceScheduleOptions = {
  readonly data: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** How long the process waits for requests under way before it exits. */
  readonly closeMs?: number;
};

/** How many traces may wait to be sent: if tasks end faster than the collector takes their traces, further traces are dropped. */
const maxWaiting = 100;

/** Never throws. An error is reported once. */
export class TraceSchedule {
  readonly #options: TraceScheduleOptions;
  readonly #settings: ReturnType<typeof telemetryIn>;
  readonly #closing = new AbortController();
  #waiting = 0;
  #sent: Promise<void> = Promise.resolve();
  #isTold = false;

  constructor(options: TraceScheduleOptions) {
    this.#options = options;
    this.#settings = telemetryIn(options.env);
  }

  /** A task begins. */
  begin(): void {
    if (this.#settings && 'wrong' in this.#settings) this.#tell(this.#settings.wrong);
  }

  /** A task has ended, and its journal is closed. */
  end(task_id: TaskId): void {
    const settings = this.#settings;
    if (!settings || 'wrong' in settings || !isRecorded(traceParentIn(this.#options.env))) return;
    if (this.#waiting === maxWaiting)
      return this.#tell(`the collector cannot keep up, so the traces of some tasks are dropped. Check the collector's own log.`);
    this.#waiting += 1;
    this.#sent = this.#sent
      .then(() => this.#send(task_id, settings))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Waits for requests under way, for a limited time. */
  async close(): Promise<void> {
    const { closeMs = 2_000 } = this.#options;
    if (this.#waiting === 0) return;
    const done = new AbortController();
    const late = wait(closeMs, undefined, { signal: done.signal }).then(
      () => this.#closing.abort(new DOMException('no answer in time', 'TimeoutError')),
      () => {}, // everything was sent
    );
    await this.#sent;
    done.abort();
    await late;
  }

  async #send(task_id: TaskId, settings: TelemetrySettings): Promise<void> {
    if (this.#closing.signal.aborted) return; // already reported
    const { data, env } = this.#options;
    const { sendTrace } = await import('../../audit/telemetry/send-trace.ts');
    const sent = await sendTrace(
      { task_id, path: journalPath(data, task_id) },
      { settings, version, parent: traceParentIn(env), signal: this.#closing.signal },
    );
    if (!sent.ok) this.#tell(`${sent.why}. ${sent.remedy}`);
  }

  #tell(what: string): void {
    if (!this.#isTold) this.#options.onNotice?.(`Traces are not sent: ${what}`);
    this.#isTold = true;
  }
}
