/** Verifies the record of a data folder against its own seal and against the seals that journals name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLineCutter } from '../../contracts/text/line-cutter.ts';
import { chunksOf } from '../../journal/stream.ts';
import type { JournalFile } from '../observing/journal.ts';
import { auditFolder, recordTexts } from '../record/record-files.ts';
import { sealIn } from '../record/seal.ts';
import { type NamedSeal, type Verified, verifyRecord } from '../record/verify.ts';

/** `seals`: how many seals were compared. */
type VerifiedAudit = Verified & { readonly seals: number };

/** Throws `audit_unreadable`. */
export async function verifyAudit(data: string, journals: readonly JournalFile[]): Promise<VerifiedAudit> {
  const folder = auditFolder(data);
  const seals: NamedSeal[] = [];
  const add = (by: string, text: string) => {
    const seal = sealIn(text);
    if (seal) seals.push({ ...seal, by });
  };
  add('seal.json', sealText(folder));
  for (const { task_id, path } of journals)
    add(`the journal of ${task_id}`, /"audit_seal":\{[^}]*\}/.exec(await firstLine(path))?.[0] ?? '');
  return { ...verifyRecord(recordTexts(folder), seals), seals: seals.length };
}

function sealText(folder: string): string {
  try {
    return readFileSync(join(folder, 'seal.json'), 'utf8');
  } catch {
    return ''; // nothing has been sealed yet; or the file was removed, but journals still name a sealed line
  }
}

/** The first line of a journal; empty if it cannot be read, which is reported separately. */
async function firstLine(path: string): Promise<string> {
  const cutter = createLineCutter();
  try {
    for await (const chunk of chunksOf(path)) {
      if ('damaged' in chunk) return '';
      const [line] = cutter.cut(chunk);
      if (line) return line.toString();
    }
  } catch {
    return '';
  }
  return '';
}
