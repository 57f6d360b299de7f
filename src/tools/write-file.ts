/** Writes a whole text file: creates it, or replaces an existing one. A harmful write needs approval first. */
import { hash } from 'node:crypto';
import { constants, open } from 'node:fs/promises';
import { normalize } from 'node:path';
import { z } from 'zod';
import type { FileWrite } from './asking/file-harm.ts';
import { hashOf, hashOfBytes } from './changes/disk/hash-of.ts';
import { statsAt } from './changes/disk/stamp.ts';
import { failedBy } from './failed-by.ts';
import { alreadyWritten, type FileWriting, lookUpReceipt, maxWriteMs, writeUnderLaw } from './files/file-write.ts';
import { placeOf } from './files/place.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const WriteFileInput = z.object({
  path: z.string().min(1).describe('Absolute, or relative to the current folder. Missing folders are created.'),
  content: z.string().describe('The whole text of the file.'),
});
type WriteFileInput = z.infer<typeof WriteFileInput>;

const name = 'write_file';

export const createWriteFile = (writing: FileWriting): Tool<WriteFileInput> => ({
  name,
  description: 'Write a whole text file, new or in place of the one that is there. To change a part of a file, edit_file is better.',
  input: WriteFileInput,
  target: ({ path }) => normalize(path),
  timeoutMs: maxWriteMs,
  changes: () => true,
  repeatable: () => false,
  evidence: { kind: 'writes', path: 'path', text: 'content', isWhole: true },
  run: (input, context) => run(input, context, writing),
  lookUp: (_, context) => lookUpReceipt(context, writing),
});

async function run({ path, content }: WriteFileInput, context: ToolContext, writing: FileWriting): Promise<ToolResult> {
  const asked = writing.gate.pathOf(context.cwd, path);
  if (path.endsWith('/')) return failed('invalid_input', `${path} names a folder, not a file`);
  try {
    const place = await placeOf(asked);
    if ('failure' in place) return place.failure;
    const before = place.holds === 'nothing' ? undefined : await fileAt(place.real, context.signal);
    const after = hashOfBytes(Buffer.from(content));
    const mayTell = writing.gate.for(context)(place.real, { asked }).read === 'whole'; // otherwise, the size would confirm a guess
    if (before?.hash === after && mayTell) return alreadyWritten(asked);
    const what = `${Buffer.byteLength(content)} bytes`;
    const write: FileWrite = { tool: name, place, what, content, hash: after, before };
    return await writeUnderLaw(
      write,
      (effect) => succeeded(`${before ? 'Replaced' : 'Created'} ${effect.path}, ${what}.`, { changed: [effect] }),
      context,
      writing,
    );
  } catch (error) {
    return failedBy(error, `cannot write ${asked}`);
  }
}

const maxReadBytes = 256 * 1024;

/** The current file. Its stats are taken before it is read, so that later writes are noticed. */
async function fileAt(path: string, signal: AbortSignal): Promise<FileWrite['before']> {
  const stats = statsAt(path);
  if (!stats) return undefined;
  if (stats.size > maxReadBytes) return { hash: await hashOf(path, signal), stats, content: undefined };
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const content = await file.readFile({ signal });
  return { hash: hash('sha256', content), stats, content };
}
