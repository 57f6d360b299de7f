/** `artoo audit watch`: findings as they are made, until it is stopped. */
import { setTimeout as wait } from 'node:timers/promises';
import { visible } from '../../contracts/text/visible.ts';
import { eventName } from '../../view/audit/report-lines.ts';
import { span } from '../../view/style/line.ts';
import { exits } from '../command.ts';
import { type AuditCommand, auditorFor, tell } from './audit-command.ts';

const everyMs = 1_000;

export async function watchAudit(command: AuditCommand): Promise<number> {
  const { signal, terminal } = command;
  const auditor = auditorFor(command);
  terminal.note(`artoo: watching all tasks in ${visible(command.data)}; Ctrl+C stops it`);
  while (!signal.aborted) {
    const { found } = await auditor.pass(undefined, signal);
    for (const event of found)
      tell(command, event, () => [
        [span(`${clockTime(new Date(event.ts))}  `, 'muted'), span(visible(event.detail)), span(`  ${eventName(event)}`, 'muted')],
      ]);
    if (found.length > 0) await terminal.printed?.();
    await wait(everyMs, undefined, { signal }).catch(() => {}); // it was stopped
  }
  return terminal.terminate.aborted ? exits.terminated : exits.cancelled;
}

/** As on the clock beside the person. */
const clockTime = (at: Date): string =>
  [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
