/** Which project files the person trusts: each by its path and the hash of its content, so that the person is asked again about a changed file. */
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { parsedJson } from '../contracts/text/parsed-json.ts';
import { replaceFile } from './files/replace-file.ts';

const Judged = z.strictObject({
  file: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** Set if the answer was no. */
  declined: z.literal(true).optional(),
});

/** A project's file by its real path, with the content that the person saw, and their answer. */
export type Judged = z.infer<typeof Judged>;

/** `unasked`: the person has not been asked about this content yet. */
export type Trust = 'trusted' | 'declined' | 'unasked';

export const trustFile = (data: string): string => join(data, 'trust.json');

/** The record of trust. Throws `config_invalid` if it cannot be read, because then nothing can be considered trusted. */
export async function readTrust(data: string): Promise<readonly Judged[]> {
  const path = trustFile(data);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw new ArtooError('config_invalid', `${path} cannot be read (${errnoOf(error) ?? 'unknown'})`, { cause: error });
  }
  const read = z.array(Judged).safeParse(parsedJson(text));
  if (!read.success)
    throw new ArtooError('config_invalid', `${path} is damaged; remove it, and trust your projects again with artoo trust`);
  return read.data;
}

export function trustOf(judged: readonly Judged[], file: string, hash: string): Trust {
  const found = judged.find((each) => each.file === file && each.hash === hash);
  if (!found) return 'unasked';
  return found.declined ? 'declined' : 'trusted';
}

/** The person's decision about the content of folders, such as those of skills. Throws `config_invalid` like `readTrust`. */
export async function readTrustIn(data: string): Promise<(content: { readonly folder: string; readonly hash: string }) => Trust> {
  const judged = await readTrust(data);
  return ({ folder, hash }) => trustOf(judged, folder, hash);
}

/** Records the person's answer about the file with this content, in place of any earlier answer. */
export async function recordTrust(
  data: string,
  { file, hash }: Pick<Judged, 'file' | 'hash'>,
  isTrusted: boolean,
  now: Date,
): Promise<void> {
  const others = (await readTrust(data)).filter((each) => each.file !== file);
  await write(data, [...others, { file, hash, at: now.toISOString(), ...(isTrusted ? {} : { declined: true as const }) }]);
}

/** Whether there was something to revoke. */
export async function revokeTrust(data: string, file: string): Promise<boolean> {
  const all = await readTrust(data);
  const others = all.filter((each) => each.file !== file);
  if (others.length < all.length) await write(data, others);
  return others.length < all.length;
}

async function write(data: string, judged: readonly Judged[]): Promise<void> {
  const path = trustFile(data);
  try {
    await mkdir(data, { recursive: true, mode: 0o700 });
    const place = await realpath(path).catch(() => path); // replaces the target, so that a link to the record stays a link
    await replaceFile(place, `${JSON.stringify(judged, undefined, 2)}\n`, 0o600);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `${path} cannot be written (${errnoOf(cause) ?? cause})`, { cause });
  }
}
