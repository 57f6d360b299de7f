/** Writes a whole text file: a new one, or in place of one that is there. What could harm is not done without a yes. */
import { hash } from 'node:crypto';
import { normalize, resolve } from 'node:path';
import { z } from 'zod';
import { createFile } from './create-file.ts';
import { removeDraft } from './draft.ts';
import { errnoOf, failedBy } from './errno.ts';
import { boundsOf, effectOf, type FileChange, harmHash, harmOf, ownAt } from './harm.ts';
import { type Place, placeOf } from './place.ts';
import { fingerprint, replaceFile } from './replace-file.ts';
import { failed, type LookUp, needsYes, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const WriteFileInput = z.object({
  path: z.string().min(1).describe('Absolute, or relative to the current folder. Missing folders are created.'),
  content: z.string().describe('The whole text of the file.'),
});
type WriteFileInput = z.infer<typeof WriteFileInput>;

const name = 'write_file';

export const writeFile: Tool<WriteFileInput> = {
  name,
  description: 'Write a whole text file, new or in place of the one that is there. To change a part of a file, edit_file is better.',
  input: WriteFileInput,
  target: ({ path }) => normalize(path),
  timeoutMs: 60_000,
  changes: () => true,
  repeatable: () => false,
  run,
  lookUp,
};

async function run({ path, content }: WriteFileInput, context: ToolContext): Promise<ToolResult> {
  const { cwd, approved, signal } = context;
  const asked = resolve(cwd, path);
  if (path.endsWith('/')) return failed('invalid_input', `${path} names a folder, not a file`);
  try {
    const place = await placeOf(asked);
    if ('failure' in place) return place.failure;
    const before = place.holds === 'nothing' ? undefined : (await fingerprint(place.real, signal)).hash;
    const change = changeOf(place, content, before);
    if (before === change.after) return succeeded(`${asked} has exactly this content already. Nothing was changed.`);
    const harm = harmOf(change, await boundsOf(context), cwd);
    if (harm && harm.hash !== approved) return needsYes(harm);
    signal.throwIfAborted();
    if (before === undefined) await createFile({ place, content, call: callOf(content), signal });
    else if ((await replaceFile({ path: place.real, before, content, call: callOf(content), signal })) === 'changed meanwhile')
      return failed('failed', `${asked} was changed meanwhile by somebody else and left as it is`);
    return written(change);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return failed('exists', `${asked} was made meanwhile by somebody else and left as it is`);
    return failedBy(error, `cannot write ${asked}`);
  }
}

const changeOf = (place: Place, content: string, before: string | undefined): FileChange => ({
  tool: name,
  place,
  what: `${Buffer.byteLength(content)} bytes`,
  before,
  after: hash('sha256', content),
});

const callOf = (content: string): string => `${name}\0${content}`;

function written(change: FileChange): ToolResult {
  const effect = effectOf(change);
  return succeeded(`${effect.change === 'created' ? 'Created' : 'Replaced'} ${effect.path}, ${change.what}.`, { changed: [effect] });
}

/**
 * The file has its content as a whole or not at all, so the world shows what came of a call. Whatever was not done can be done again: a file that has
 * the content already is left alone, and any other one falls under Law 1 as before.
 */
async function lookUp({ path, content }: WriteFileInput, context: ToolContext): Promise<LookUp> {
  const { cwd, approved, own, signal } = context;
  try {
    const place = await placeOf(resolve(cwd, path));
    if ('failure' in place) return 'not_done';
    await removeDraft(place.real, callOf(content));
    if (place.holds === 'nothing') return 'not_done';
    const found = await fingerprint(place.real, signal);
    const created = changeOf({ ...place, holds: 'nothing' }, content, undefined);
    if (found.hash !== created.after) return 'not_done';
    const owned = ownAt(place, own);
    if (owned.some(({ hash }) => hash === found.hash)) return 'not_done'; // it was so before
    const changed = { ...created, place, before: 'unknown' };
    if (approved !== undefined) return written(approved === harmHash(created, cwd) ? created : changed);
    if (owned.length > 0) return written(changed);
    // Where both were free, whether another file was there before does not show. Nearly always there was none.
    return place.holds === 'link' || harmOf(created, await boundsOf(context), cwd) ? 'not_done' : written(created);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return 'not_done'; // unreadable: not written by us
  }
}
