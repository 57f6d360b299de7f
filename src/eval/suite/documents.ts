/** The documents of a YAML file, one at a time, however long the file is. */
import type { Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

/** `line`: how many lines of the file come before the document. */
export type DocumentText = { readonly text: string; readonly line: number };

/** The size limit for one document. */
const maxLength = 1 << 20;

/**
 * Leaves out empty documents. Throws `suite_invalid` if the file cannot be read, is not UTF-8, or contains a document that is too long. `hash` is
 * updated with every byte.
 */
export async function* documentsIn(path: string, shown: string, hash?: Hash): AsyncIterable<DocumentText> {
  let text = '';
  let begin = 0;
  let at = 0;
  for await (const line of linesIn(path, shown, hash)) {
    const isMark = /^---(?:\s|$)/.test(line);
    const isEnd = /^\.\.\.\s*$/.test(line);
    if (isMark || isEnd) {
      if (hasContent(text)) yield { text, line: begin };
      text = isMark ? ` ${line.slice(3)}`.trimEnd() : '';
      text = text === '' ? '' : `${text}\n`;
      begin = text === '' ? at + 1 : at;
    } else {
      if (control.test(line)) throw invalid(shown, at, 'there is a control character here; a suite must be plain text');
      text += `${line}\n`;
      if (text.length > maxLength)
        throw invalid(shown, begin, 'this document is longer than 1 MiB; put large files into a folder, and copy the folder');
    }
    at += 1;
  }
  if (hasContent(text)) yield { text, line: begin };
}

const control = /[^\P{Cc}\t\r\n\u0085]/u;
const hasContent = (text: string): boolean => /^\s*[^\s#]/m.test(text);

const invalid = (shown: string, line: number, why: string): ArtooError => new ArtooError('suite_invalid', `${shown}:${line + 1}:1: ${why}`);

async function* linesIn(path: string, shown: string, hash: Hash | undefined): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  for await (const bytes of bytesOf(path, shown)) {
    hash?.update(bytes);
    rest += decoded(() => decoder.decode(bytes, { stream: true }), shown, line);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) yield each.replace(/\r$/, '');
    line += lines.length;
    if (rest.length > maxLength) throw invalid(shown, line, 'this line is longer than 1 MiB');
  }
  rest += decoded(() => decoder.decode(), shown, line);
  if (rest !== '') yield rest.replace(/\r$/, '');
}

function decoded(decode: () => string, shown: string, line: number): string {
  try {
    return decode();
  } catch (cause) {
    throw new ArtooError('suite_invalid', `${shown}: after line ${line} there is text that is not UTF-8`, { cause });
  }
}

async function* bytesOf(path: string, shown: string): AsyncIterable<Buffer> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // so that opening a pipe does not block
    const found = await file.stat();
    if (!found.isFile())
      throw new ArtooError(
        'suite_invalid',
        `${shown} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}; a suite must be a file`,
      );
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>; // without an encoding, the stream yields buffers
  } catch (thrown) {
    if (thrown instanceof ArtooError) throw thrown;
    const code = errnoOf(thrown);
    const why = code === 'ENOENT' || code === 'ENOTDIR' ? 'there is no such file' : `it cannot be read (${code ?? 'unknown'})`;
    throw new ArtooError('suite_invalid', `${shown}: ${why}`, { cause: thrown });
  }
}
