/** Which project files the person trusts: each by its place and by the hash of what it holds, so that a file that changes is asked about again. */
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { parsedJson } from '../contracts/text/parsed-json.ts';
import { replaceFile } from './replace-file.ts';

const Trusted = z.strictObject({ file: z.string(), hash: z.string().regex(/^[0-9a-f]{64}$/), at: z.iso.datetime() });

/** A project's file, without links on its way, as the person saw it. */
export type Trusted = z.infer<typeof Trusted>;

export const trustFile = (data: string): string => join(data, 'trust.json');

/** Throws `config_invalid` when the record cannot be read: what it says is then unknown. */
export async function readTrust(data: string): Promise<readonly Trusted[]> {
  const path = trustFile(data);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw new ArtooError('config_invalid', `${path} cannot be read (${errnoOf(error) ?? 'unknown'})`, { cause: error });
  }
  const read = z.array(Trusted).safeParse(parsedJson(text));
  if (!read.success)
    throw new ArtooError('config_invalid', `${path} is damaged; remove it, and trust your projects again with artoo trust`);
  return read.data;
}

export const isTrusted = (trusted: readonly Trusted[], file: string, hash: string): boolean =>
  trusted.some((each) => each.file === file && each.hash === hash);

/** Trusts the file as it is now known by its hash; what it held before is no longer trusted. */
export async function addTrust(data: string, { file, hash }: Omit<Trusted, 'at'>, now: Date): Promise<void> {
  const others = (await readTrust(data)).filter((each) => each.file !== file);
  await write(data, [...others, { file, hash, at: now.toISOString() }]);
}

/** Whether there was something to revoke. */
export async function revokeTrust(data: string, file: string): Promise<boolean> {
  const all = await readTrust(data);
  const others = all.filter((each) => each.file !== file);
  if (others.length < all.length) await write(data, others);
  return others.length < all.length;
}

async function write(data: string, trusted: readonly Trusted[]): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const path = await realpath(trustFile(data)).catch(() => trustFile(data)); // a link to the record stays a link
  await replaceFile(path, `${JSON.stringify(trusted, undefined, 2)}\n`, 0o600);
}
