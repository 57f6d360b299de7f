/** Opens the auditor of this data folder, and brings its record up to date. */
import { existsSync } from 'node:fs';
import { withBusLogs } from '../../app/bus/bus-logs.ts';
import { noteTeamFindings } from '../../app/team/note-team-findings.ts';
import { type Auditor, createAuditor } from '../../audit/auditor.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError, type ErrorCode } from '../../contracts/errors.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import type { CalledPart } from '../command-parts.ts';

export const auditorFor = ({ data }: Pick<CalledPart, 'data'>): Auditor => createAuditor({ data, journals: () => findTasks(data) });

/** The bus whose tasks are audited as well: the one that new tasks would use. */
export async function auditedBus({ given, terminal: { env, cwd } }: CalledPart): Promise<BusAddress | undefined> {
  const { ownBus } = await import('../../config/configure.ts'); // not needed for the start of the command
  return ownBus({ flags: given, env, cwd, home: homeIn(env) });
}

/** An answer must come within three seconds (SPEC §11); what could not be read in time is reported. A bus is read after that, for at most the same time. */
const maxCatchUpMs = 2_500;

/** Until the person stops it, or the time is up. */
const inTime = ({ signal }: CalledPart): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(maxCatchUpMs)]);

/**
 * Reads what is new in all journals first, then on the bus. If the record cannot be written, or the bus cannot be read, that is reported and what
 * exists is shown. Does not create a data folder without a bus.
 */
export async function catchUp(called: CalledPart, bus?: BusAddress): Promise<void> {
  if (!bus && !existsSync(called.data)) return;
  const { terminal } = called;
  const auditor = auditorFor(called);
  try {
    await noteTeamFindings(auditor, terminal.cwd);
    const { isWhole } = await auditor.pass(undefined, inTime(called));
    if (!isWhole) terminal.note('artoo: the auditor has not read all journals yet; run this again for the rest');
    if (bus) await catchUpOn(bus, auditor, called);
  } catch (error) {
    terminal.note(`artoo: the auditor ${error instanceof Error ? error.message : error}; anything newer than its last run is not shown`);
  }
}

/** Rejects if the record cannot be written. */
async function catchUpOn(bus: BusAddress, auditor: Auditor, called: CalledPart): Promise<void> {
  const { terminal } = called;
  try {
    const { isWhole, unread } = await withBusLogs(bus, called, async (logs) => auditor.pass(await logs.all(), inTime(called)));
    if (unread) throw unread;
    if (!isWhole) terminal.note(`artoo: the auditor has not read all tasks on ${shownBus(bus)} yet; run this again for the rest`);
  } catch (error) {
    if (!(error instanceof ArtooError) || !unreadable.has(error.code)) throw error;
    terminal.note(`artoo: ${error.message}; anything newer on the bus is not shown`);
  }
}

/** The errors with which the auditor cannot read a bus. */
const unreadable: ReadonlySet<ErrorCode> = new Set(['bus_unreachable', 'bus_denied', 'bus_unfit', 'stopped']);
