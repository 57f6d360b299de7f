/** Saves data that came with a goal to a file in the workspace, where tools can read it, with an excerpt for models. */
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { AttachedData } from '../contracts/intent.ts';

/** How much of a text a model is shown at once. */
const maxShown = 8_192;

export async function attach(bytes: Uint8Array, workspace: string, task_id: TaskId): Promise<AttachedData> {
  const text = textOf(bytes);
  const path = join(workspace, `input-${task_id}.${text === undefined ? 'bin' : 'txt'}`);
  await keepData(path, bytes);
  const excerpt = text?.slice(0, maxShown).toWellFormed() ?? '';
  return { path, bytes: bytes.length, excerpt, whole: text !== undefined && text.length <= maxShown };
}

/** Writes the file, which must not exist. Rejects with `workspace_unwritable`. */
export async function keepData(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause;
    throw new ArtooError('workspace_unwritable', `cannot store the data in ${path}: ${why}`, { cause });
  }
}

/** The bytes as text, if they are text. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined; // text never contains a null byte
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
