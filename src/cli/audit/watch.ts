/** `artoo audit watch`: findings as they are made, until it is stopped. */
import { setTimeout as wait } from 'node:timers/promises';
import { type BusLogs, withBusLogs } from '../../app/bus/bus-logs.ts';
import type { Auditor } from '../../audit/auditor.ts';
import { personActions } from '../../audit/findings/anomalies.ts';
import type { BusLog } from '../../audit/observing/journal.ts';
import type { AuditEvent } from '../../contracts/audit.ts';
import { asArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import { eventName } from '../../view/audit/report-lines.ts';
import { type Line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';
import { auditedBus, auditorFor } from './catch-up.ts';

const everyMs = 1_000;

export async function watchAudit(called: CalledPart): Promise<number> {
  const bus = await auditedBus(called);
  if (bus) await withBusLogs(bus, called, (logs) => watch(called, { bus, logs }));
  else await watch(called);
  return called.terminal.terminate.aborted ? exits.terminated : exits.cancelled;
}

type OnBus = { readonly bus: BusAddress; readonly logs: BusLogs };

async function watch(called: CalledPart, onBus?: OnBus): Promise<void> {
  const { signal, terminal, data } = called;
  const auditor = auditorFor(called);
  const foundOnBus = onBus && busReader(auditor, onBus, called);
  const place = onBus ? `${visible(data)} and on ${shownBus(onBus.bus)}` : visible(data);
  terminal.note(`artoo: watching all tasks in ${place}; Ctrl+C stops it`);
  while (!signal.aborted) {
    const { found: here } = await auditor.pass(undefined, signal);
    const found = [...here, ...((await foundOnBus?.()) ?? [])];
    for (const event of found.filter(({ anomaly }) => !personActions.has(anomaly)))
      tell(called, event, (columns) => linesOf(event, columns));
    if (found.length > 0) await terminal.printed?.();
    await wait(everyMs, undefined, { signal }).catch(() => {}); // rejects only when the watch is stopped
  }
}

/** How long one pass may hold the record, which other processes write to as well. */
const maxPassMs = 2_500;

/** Reads the bus when something was appended there. If it cannot be read, that is noted once, until it can be read again. */
function busReader(auditor: Auditor, { bus, logs }: OnBus, { signal, terminal }: CalledPart): () => Promise<readonly AuditEvent[]> {
  let readTo = -1;
  let isTold = false;

  function notRead({ message }: Error): void {
    if (!isTold && !signal.aborted) terminal.note(`artoo: tasks on ${shownBus(bus)} are not watched for now: ${message}`);
    isTold = true;
  }

  /** The logs to read, and how far they will then have been read; undefined if nothing was appended. */
  async function news(): Promise<{ readonly position: number; readonly journals: readonly BusLog[] } | undefined> {
    const position = await logs.position();
    return position === readTo ? undefined : { position, journals: await logs.all() };
  }

  return async () => {
    const unread = await news().catch((error) => notRead(asArtooError(error, 'bus_unreachable')));
    if (!unread) return [];
    const passed = await auditor.pass(unread.journals, AbortSignal.any([signal, AbortSignal.timeout(maxPassMs)]));
    if (passed.isWhole) readTo = unread.position;
    if (passed.unread) notRead(passed.unread);
    else isTold = false;
    return passed.found;
  };
}

/** Wrapped only on a screen: a program that reads a pipe expects one line per finding. */
const linesOf = (event: AuditEvent, columns: number | undefined): readonly Line[] =>
  columns === undefined ? [foundAt(event)] : wrapLine(foundAt(event), columns, [span('          ')]);

const foundAt = (event: AuditEvent): Line => [
  span(`${clockTime(new Date(event.ts))}  `, 'muted'),
  span(visible(event.detail)),
  span(`  ${eventName(event)}`, 'muted'),
];

/** In the person's local time. */
const clockTime = (at: Date): string =>
  [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
