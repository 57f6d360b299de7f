/** What every part of `artoo audit` gets. */
import { existsSync } from 'node:fs';
import { type Auditor, createAuditor } from '../../audit/auditor.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import type { Line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import type { Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';
import { printJson } from '../terminal/print-json.ts';

export type AuditCommand = {
  /** The words after the name of the part. */
  readonly words: readonly string[];
  readonly given: Parsed['flags'];
  readonly json: boolean;
  readonly data: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
};

/** Prints a result as JSON, or as lines for a person. */
export function tell({ json, terminal }: AuditCommand, result: object, story: (columns: number | undefined) => readonly Line[]): void {
  const { paint, columns } = terminal.paintAnswer ?? { paint: withoutColour, columns: terminal.width };
  if (json) printJson(result, terminal);
  else for (const each of story(columns)) terminal.print(paint(each));
}

export const auditorFor = ({ data }: AuditCommand): Auditor => createAuditor({ data, journals: () => findTasks(data) });

/** What is asked for now is answered within three seconds (SPEC §11): what could not be read by then is told. */
const maxCatchUpMs = 2_500;

/** Reads what is new in all journals first. A record that cannot be written is told, and what is there is shown. Where there is no data folder, none is made. */
export async function catchUp(command: AuditCommand): Promise<void> {
  const { terminal, signal, data } = command;
  if (!existsSync(data)) return;
  try {
    const { isWhole } = await auditorFor(command).pass(undefined, AbortSignal.any([signal, AbortSignal.timeout(maxCatchUpMs)]));
    if (!isWhole) terminal.note('artoo: the auditor has not read all journals yet; run it again for the rest');
  } catch (error) {
    terminal.note(`artoo: the auditor ${error instanceof Error ? error.message : error}; what is new since its last visit is not shown`);
  }
}
