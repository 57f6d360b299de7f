/** Checks whether the auditor is on and can write its record. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { hintFor } from '../../contracts/errors.ts';
import { type Finding, ok, type Subject, warning } from './finding.ts';

export const auditorSubject: Subject = { name: 'auditor', about: 'machine' };

/** Tasks also run without the auditor, so a fault is only a warning. */
export async function checkAuditor(data: string, isOn: boolean): Promise<Finding> {
  if (!isOn) return warning(auditorSubject, 'switched off: nothing checks what tasks do', 'Remove `audit: false` from your configuration.');
  const folder = join(data, 'audit');
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(auditorSubject, 'on; artoo audit shows what it found');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return ok(auditorSubject, 'on (its record is created with the first task)');
    return warning(auditorSubject, `cannot write to ${folder}: ${errnoOf(error) ?? error}`, hintFor('audit_unwritable'));
  }
}
