/** The newest sealed line of the record: if a record ends before this line, it was cut. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { AuditSeal } from '../../journal/entry.ts';

const sealPath = (folder: string): string => join(folder, 'seal.json');

/** The newest seal; undefined if nothing has been sealed yet, or if the file is useless, which `verify` reports. */
export function readSeal(folder: string): AuditSeal | undefined {
  const path = sealPath(folder);
  try {
    return existsSync(path) ? sealIn(readFileSync(path, 'utf8')) : undefined; // every task reads the seal, and an exception would cost more than this check
  } catch {
    return undefined; // a task can start without a seal
  }
}

/** The seal in the text of its file or in the first line of a journal. */
export function sealIn(text: string): AuditSeal | undefined {
  const { n, hash } = /"n":(?<n>\d{1,15}),"hash":"(?<hash>[0-9a-f]{64})"/.exec(text)?.groups ?? {};
  return n === undefined || hash === undefined ? undefined : { n: Number(n), hash };
}

/** Called by the one process that holds the record. Throws `audit_unwritable`. */
export function writeSeal(folder: string, { n, hash }: AuditSeal): void {
  const draft = `${sealPath(folder)}.new`;
  try {
    writeFileSync(draft, `{"n":${n},"hash":"${hash}"}\n`, { mode: 0o600, flush: true });
    renameSync(draft, sealPath(folder));
  } catch (cause) {
    throw new ArtooError('audit_unwritable', `cannot write to ${folder}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}
