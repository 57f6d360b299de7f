/**
 * What was sent in this shell and in earlier ones: one JSON string per line in `<data>/history`, long texts in separate files in
 * `<data>/history-long`, readable only by their owner.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../../../config/files/replace-file.ts';
import { errnoOf } from '../../../contracts/errno.ts';
import { parsedJson } from '../../../contracts/text/parsed-json.ts';
import { createRedactor, secretsIn } from '../../../journal/redact.ts';
import { keepLong, nameOf, readLong } from './long-texts.ts';
import { cleanPaste } from './pastes.ts';

export type History = {
  /** The newest last. */
  readonly entries: readonly string[];
  /** Keeps a text with its keys redacted. Resolves to the reason if it could not be written; even then, this shell keeps it until it ends. */
  add(text: string): Promise<string | undefined>;
};

const maxEntries = 2_000;
/** How much of the file is read; a longer file is shortened. */
const maxBytes = 1024 * 1024;
/** A longer text is more like a document, and gets a separate file. */
const maxLength = 50_000;

/** A file that cannot be read counts as an empty history. */
export async function openHistory(path: string, env: Readonly<Record<string, string | undefined>>): Promise<History> {
  const redact = createRedactor(secretsIn(env));
  const { texts, isLong } = await readEnd(path).catch(() => ({ texts: [], isLong: false }));
  const entries = texts.slice(-maxEntries);
  if (isLong) await replaceFile(path, entries.map(lineOf).join(''), 0o600).catch(() => {}); // the next shell tries again
  return {
    entries,
    async add(text) {
      const whole = String(redact(cleanPaste(text).trim())); // redacting a text yields a text
      if (whole === '' || entries.at(-1) === whole) return undefined;
      entries.push(whole);
      if (entries.length > maxEntries) entries.shift();
      return append(path, whole);
    },
  };
}

const lineOf = (text: string): string => `${JSON.stringify(text.length > maxLength ? { long: nameOf(text) } : text)}\n`;

async function append(path: string, text: string): Promise<string | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (text.length > maxLength && !(await keepLong(folderOf(path), text))) return undefined;
    await using file = await open(path, 'a', 0o600);
    await file.write(lineOf(text)); // in one piece, so that several shells can share the file
    return undefined;
  } catch (error) {
    return String(errnoOf(error) ?? error);
  }
}

async function readEnd(path: string): Promise<{ readonly texts: string[]; readonly isLong: boolean }> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const from = Math.max(0, size - maxBytes);
  const lines = (await readFrom(file, from, size - from)).split('\n');
  const texts: string[] = [];
  for (const line of from === 0 ? lines : lines.slice(1)) {
    const found = textIn(line);
    const text = found && 'long' in found ? await readLong(folderOf(path), found.long) : found?.text;
    if (text !== undefined) texts.push(text);
  }
  return { texts, isLong: from > 0 };
}

const folderOf = (path: string): string => `${path}-long`;

async function readFrom(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}

/** Foreign lines are skipped. */
function textIn(line: string): { readonly text: string } | { readonly long: string } | undefined {
  const read: unknown = parsedJson(line);
  if (typeof read === 'object' && read !== null && 'long' in read)
    return typeof read.long === 'string' && /^[\da-f]{64}$/.test(read.long) ? { long: read.long } : undefined;
  const text = typeof read === 'string' ? cleanPaste(read).trim() : '';
  const isCut = text.length === maxLength && text.endsWith('\n…'); // an earlier version of artoo kept only the beginning
  return text === '' || text.length > maxLength || isCut ? undefined : { text };
}
