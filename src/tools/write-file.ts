/** Creates a new text file below the current folder or the workspace. It never touches anything that is there already. */
import { hash, randomUUID } from 'node:crypto';
import { constants, copyFile, type FileHandle, link, lstat, mkdir, open, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { errnoOf, failedBy } from './errno.ts';
import { failed, type LookUp, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const WriteFileInput = z.object({
  path: z.string().min(1).describe('Absolute, or relative to the current folder. Missing folders are created.'),
  content: z.string().describe('The whole text of the file.'),
});
type WriteFileInput = z.infer<typeof WriteFileInput>;

export const writeFile: Tool<WriteFileInput> = {
  name: 'write_file',
  description: 'Create a new text file. A file that exists is left as it is and the call fails.',
  input: WriteFileInput,
  target: ({ path }) => path,
  repeatable: false,
  run,
  lookUp,
};

/** The file is either there as a whole or not at all, so the world shows what came of a call. Another file in its place is not ours. */
async function lookUp({ path, content }: WriteFileInput, { cwd }: ToolContext): Promise<LookUp> {
  const target = resolve(cwd, path);
  await removeDraft(target, content);
  const isFile = await lstat(target).then(
    (found) => found.isFile(),
    () => false,
  ); // a pipe would never end
  const found = isFile ? await readFile(target, 'utf8').catch(() => undefined) : undefined; // absent or unreadable: not written by us
  return found === content ? created(target, content) : 'not_done';
}

/** What a killed process may have left half done. */
async function removeDraft(target: string, content: string): Promise<void> {
  const folder = await realpath(dirname(target)).catch(ifMissing);
  if (folder !== undefined) await rm(draftOf(join(folder, basename(target)), content), { force: true });
}

const created = (target: string, content: string): ToolResult =>
  succeeded(`Created ${target}, ${Buffer.byteLength(content)} bytes.`, { changed: [{ path: target, change: 'created' }] });

async function run({ path, content }: WriteFileInput, { cwd, workspace, signal }: ToolContext): Promise<ToolResult> {
  const target = resolve(cwd, path);
  if (path.endsWith('/')) return failed('invalid_input', `${path} names a folder, not a file`);
  try {
    const folder = await locate(dirname(target));
    const refusal = whyNot(join(folder.path, basename(target)), await Promise.all([cwd, workspace].map(locate)));
    if (refusal) return failed('permission', `${target} ${refusal}; nothing was written`);
    if (!(await stat(folder.existing)).isDirectory()) return failed('invalid_input', `${folder.existing} is not a folder`);
    signal.throwIfAborted();
    await create(folder, basename(target), content, signal);
    return created(target, content);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return failed('exists', `${target} exists and was left untouched`);
    return failedBy(error, `cannot write ${target}`);
  }
}

/** Where a path really lies: its deepest folder that exists, without symlinks, and the ones still missing below it. */
type Location = { readonly path: string; readonly existing: string; readonly missing: readonly string[] };

async function locate(path: string): Promise<Location> {
  const existing = await realpath(path).catch(ifMissing);
  if (existing !== undefined) return { path: existing, existing, missing: [] };
  if ((await lstat(path).catch(ifMissing))?.isSymbolicLink())
    throw Object.assign(new Error(`${path} is a link to nowhere`), { code: 'ENOENT' });
  const parent = await locate(dirname(path));
  const here = join(parent.path, basename(path));
  return { path: here, existing: parent.existing, missing: [...parent.missing, here] };
}

/** Nothing there is an answer here; any other trouble is not. */
function ifMissing(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
}

/** The reason why a file may not be created there, if there is one. */
function whyNot(file: string, roots: readonly Location[]): string | undefined {
  const below = roots
    .map((root) => relative(root.path, file))
    .filter((way) => way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..');
  if (below.length === 0) return 'is neither below the current folder nor in the workspace';
  const open = below.some((way) => !way.split(sep).some((segment) => segment.startsWith('.')));
  return open ? undefined : 'is hidden, and hidden files can change how programs behave just by being there';
}

/** Makes the missing folders and the file, or nothing. */
async function create({ path, missing }: Location, name: string, content: string, signal: AbortSignal): Promise<void> {
  const made: string[] = [];
  try {
    for (const folder of missing) if (await makeFolder(folder)) made.unshift(folder);
    await writeNew(join(path, name), content, signal);
  } catch (error) {
    for (const folder of made) await rmdir(folder).catch(() => {}); // not empty: somebody else uses it by now
    throw error;
  }
}

/** Whether it had to be made: another call may have been faster. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && (await lstat(folder)).isDirectory()) return false;
    throw error;
  }
}

/** How a file system says that it has no hard links. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Written beside its place and then linked into it: a file that appears is whole, and one that is there already stays. */
async function writeNew(path: string, content: string, signal: AbortSignal): Promise<void> {
  const { draft, file: opened } = await openDraft(path, content);
  try {
    await using file = opened;
    await file.writeFile(content, { signal });
    await file.sync(); // a full disk may only show when the bytes have to go there
    await link(draft, path).catch((error) => {
      if (!withoutLinks.has(errnoOf(error))) throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** A new draft. Its name can be told from the call, so that one left by a killed process is found; a second call of the same kind at once takes another. */
async function openDraft(path: string, content: string): Promise<{ draft: string; file: FileHandle }> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const openNew = async (draft: string) => ({ draft, file: await open(draft, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY) });
  const usual = draftOf(path, content);
  return openNew(usual).catch((error) => {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return openNew(`${usual}-${randomUUID()}`);
  });
}

const draftOf = (path: string, content: string): string =>
  join(dirname(path), `.artoo-${hash('sha256', `${path}\0${content}`).slice(0, 32)}`);
