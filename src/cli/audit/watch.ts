/** `artoo audit watch`: findings as they are made, until it is stopped. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AuditEvent } from '../../contracts/audit.ts';
import { visible } from '../../contracts/text/visible.ts';
import { eventName } from '../../view/audit/report-lines.ts';
import { type Line, span } from '../../view/style/line.ts';
import { wrapLine } from '../../view/style/wrap-line.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';
import { auditorFor } from './catch-up.ts';

const everyMs = 1_000;

export async function watchAudit(called: CalledPart): Promise<number> {
  const { signal, terminal } = called;
  const auditor = auditorFor(called);
  terminal.note(`artoo: watching all tasks in ${visible(called.data)}; Ctrl+C stops it`);
  while (!signal.aborted) {
    const { found } = await auditor.pass(undefined, signal);
    for (const event of found) tell(called, event, (columns) => linesOf(event, columns));
    if (found.length > 0) await terminal.printed?.();
    await wait(everyMs, undefined, { signal }).catch(() => {}); // rejects only when the watch is stopped
  }
  return terminal.terminate.aborted ? exits.terminated : exits.cancelled;
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
