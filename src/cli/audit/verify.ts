/** `artoo audit verify`: whether the record is as it was written. */
import { verifyAudit } from '../../audit/reading/verify-audit.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import { verifyLines } from '../../view/audit/verify-lines.ts';
import { exits } from '../command.ts';
import { type AuditCommand, tell } from './audit-command.ts';

export async function verify(command: AuditCommand): Promise<number> {
  const verified = await verifyAudit(command.data, await findTasks(command.data));
  tell(command, verified, () => verifyLines(verified));
  return verified.faults.length === 0 ? exits.ok : exits.failed;
}
