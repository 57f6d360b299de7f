/** What the auditor found in a task, if that can be read quickly: the end of a task does not wait for another process that holds the record. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AuditEvent } from '../../contracts/audit.ts';

const maxWaitMs = 500;

/** Empty if that takes too long; `artoo audit` shows the findings in any case. */
export async function findingsInTime(found: Promise<readonly AuditEvent[]>): Promise<readonly AuditEvent[]> {
  const given = new AbortController();
  try {
    return await Promise.race([found, wait(maxWaitMs, [], { signal: given.signal })]);
  } finally {
    given.abort();
  }
}
