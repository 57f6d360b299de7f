/** Verifies the record of a data folder against its own seal and against those that journals name. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AuditSeal } from '../../journal/entry.ts';
import type { JournalFile } from '../auditor.ts';
import { auditFolder, recordTexts } from '../record/record-files.ts';
import { sealIn } from '../record/seal.ts';
import { type NamedSeal, type Verified, verifyRecord } from '../record/verify.ts';

/** Throws `audit_unreadable`. */
export function verifyAudit(data: string, journals: readonly JournalFile[]): Verified & { readonly seals: number } {
  const folder = auditFolder(data);
  const own = sealOf(() => readFileSync(join(folder, 'seal.json'), 'utf8'));
  const named = journals.flatMap(({ task_id, path }): readonly NamedSeal[] => {
    const seal = sealOf(() => /"audit_seal":\{[^}]*\}/.exec(firstLine(path))?.[0] ?? '');
    return seal ? [{ ...seal, by: `the journal of ${task_id}` }] : [];
  });
  const seals = [...(own ? [{ ...own, by: 'seal.json' }] : []), ...named];
  return { ...verifyRecord(recordTexts(folder), seals), seals: seals.length };
}

function sealOf(read: () => string): AuditSeal | undefined {
  try {
    return sealIn(read());
  } catch {
    return undefined; // a file that is gone or cannot be read names none; that of a journal is a finding of its own
  }
}

const maxFirstLine = 1 << 16;

/** The first line names the seal near its end. */
function firstLine(path: string): string {
  const compressed = path.endsWith('.gz');
  if (compressed) return lineOf(gunzipSync(readFileSync(path), { maxOutputLength: 1 << 30 }));
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(maxFirstLine);
    return lineOf(bytes.subarray(0, readSync(fd, bytes, 0, maxFirstLine, 0)));
  } finally {
    closeSync(fd);
  }
}

function lineOf(bytes: Buffer): string {
  const end = bytes.indexOf(10);
  return bytes.toString('utf8', 0, end === -1 ? Math.min(bytes.length, maxFirstLine) : end);
}
