/** The texts of whole files for a judge to read, limited for each file and in total. */
import { withoutMiddle } from '../../contracts/text/shorten.ts';
import type { ContentsSeen } from './observation.ts';
import { type Reading, readText } from './observe-file.ts';

/** The limits for one file, and for all files together. */
const maxFileLength = 30_000;
const maxTotalLength = 60_000;
/** The largest file that is read. */
const maxBytes = 4 * 1024 * 1024;

/** Files are shown in order; those that do not fit are listed as left out. */
export async function contentsOf(paths: readonly string[], reading: Omit<Reading, 'maxBytes'>): Promise<ContentsSeen> {
  const files: ContentsSeen['files'][number][] = [];
  let room = maxTotalLength;
  for (const path of paths) {
    const read = await readText(path, { ...reading, maxBytes });
    if (read.of === 'nothing') files.push({ path, why: read.why });
    else if (read.of === 'file')
      files.push({
        path,
        why: read.type === null ? 'it is not there' : read.type === 'folder' ? 'it is a folder' : 'it is not a regular file',
      });
    else if (room < minShown && read.text.length > room)
      files.push({ path, why: `left out: ${read.text.length} characters, after many others` });
    else {
      const text = withoutMiddle(
        read.text,
        Math.min(maxFileLength, room),
        ({ from, to, lines, total }) => `… lines ${from} to ${to} of ${lines} left out (${total} characters in all) …`,
      );
      room -= text.length;
      files.push({ path, text });
    }
  }
  return { of: 'contents', files };
}

/** The shortest part of a file that is worth showing. */
const minShown = 1_000;
