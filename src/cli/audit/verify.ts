/** `artoo audit verify`: whether the record is unaltered. */
import { verifyAudit } from '../../audit/reading/verify-audit.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import { verifyLines } from '../../view/audit/verify-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';

export async function verify(called: CalledPart): Promise<number> {
  const verified = await verifyAudit(called.data, await findTasks(called.data));
  return tell(called, verified, (columns) => verifyLines(verified, columns), verified.faults.length === 0 ? exits.ok : exits.failed);
}
