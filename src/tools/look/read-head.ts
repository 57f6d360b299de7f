/** Reads the beginning of a text file: never waits for a pipe or a device, and never reads what is kept from models. */
import { stat } from 'node:fs/promises';
import { errnoOf } from '../../contracts/errno.ts';
import { withoutValues } from '../../laws/places/env-file.ts';
import { openFile } from '../files/open-file.ts';
import { isMissing } from '../files/place.ts';
import type { TaskGate } from '../files/reading-gate.ts';

/** `cut`: whether the file is longer. `why`: why an existing file is not read. Undefined if nothing exists at the path. */
export type Head = { readonly text: string; readonly cut: boolean } | { readonly why: string } | undefined;

export type ReadHead = (path: string, maxBytes: number) => Promise<Head>;

/** A reader for files that may be read. */
export const createReadHead =
  (gate: TaskGate): ReadHead =>
  async (path, maxBytes) => {
    try {
      const entry = await stat(path);
      if (!entry.isFile()) return { why: entry.isDirectory() ? 'it is a folder' : 'it is not a regular file' };
      const opened = await openFile(path, gate);
      if ('read' in opened) return { why: `it ${opened.why}` };
      await using _ = opened;
      const { file, stats, isNames } = opened;
      if (!stats.isFile()) return { why: 'it is not a regular file' }; // a pipe may have replaced the file
      const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
      const head = textIn(buffer.subarray(0, bytesRead), maxBytes);
      return isNames && head && 'text' in head ? { ...head, text: withoutValues(head.text).text } : head;
    } catch (error) {
      const code = errnoOf(error);
      if (code === undefined) throw error;
      if (isMissing(error)) return undefined;
      return { why: code === 'ELOOP' ? 'its symlinks form a loop' : `it cannot be read (${code})` };
    }
  };

function textIn(bytes: Buffer, maxBytes: number): Head {
  const cut = bytes.length > maxBytes;
  try {
    // In stream mode, the decoder drops a character that was cut in two.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, maxBytes), { stream: cut });
    return text.includes('\0') ? { why: 'it is not text' } : { text, cut };
  } catch {
    return { why: 'it is not UTF-8 text' };
  }
}
