/** Which of the programs that a plan may want are installed. Programs are looked up, never run. */
import { access, constants, readdir, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Note } from '../files/marks.ts';

const wanted = [
  'python3 pip uv pytest node npm pnpm yarn bun deno tsc cargo rustc go java mvn gradle gcc clang make cmake ruby php perl git gh rg fd jq',
  'sqlite3 psql docker podman kubectl curl wget zip unzip pandoc ffmpeg convert pdftotext libreoffice tesseract',
].flatMap((names) => names.split(' '));

/**
 * Programs in the order of the list. Folders are listed, instead of looking up each name, because there are fewer folders than names. A program that
 * is added, replaced or removed changes its folder, which is recorded; files that are not executable yet are recorded too.
 */
export async function programsOn(path: string, note: Note): Promise<readonly string[]> {
  const folders = [...new Set(path.split(delimiter).filter(isAbsolute))];
  const listed = await Promise.all(folders.map(async (folder) => ({ folder, names: await namesOf(folder, note) })));
  const found = await Promise.all(
    wanted.map(async (name) => {
      for (const { folder, names } of listed) if (names.has(name) && (await isProgram(join(folder, name), note))) return [name];
      return [];
    }),
  );
  return found.flat();
}

async function namesOf(folder: string, note: Note): Promise<ReadonlySet<string>> {
  note(folder);
  return new Set(await readdir(folder).catch(() => []));
}

async function isProgram(path: string, note: Note): Promise<boolean> {
  if (await mayBeRun(path)) return true;
  note(path);
  return mayBeRun(path); // the recorded state
}

const mayBeRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    async () => (await stat(path)).isFile(),
    () => false,
  );
