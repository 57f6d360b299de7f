/** Reads the files that show what kind of project it is: its manifests, and the beginning of its README. */
import { join } from 'node:path';
import type { Project } from '../../contracts/surroundings.ts';
import { clip } from '../../contracts/text/shorten.ts';
import type { Names } from './listing.ts';
import { manifestNames, markNames, projectKind } from './project.ts';
import type { ReadHead } from './read-head.ts';

const maxManifestBytes = 64 * 1024;
const readmeNames = ['README.md', 'README', 'README.rst', 'README.txt', 'readme.md'];
const maxReadmeLines = 12;
const maxReadmeLength = 800;

/** A folder, and the names of its entries. */
export type Listed = { readonly folder: string; readonly names: Names };

/** The project in the first of these folders that has a manifest; otherwise in the first that has a README or a test command. */
export async function readProject(folders: readonly Listed[], readHead: ReadHead): Promise<Project | null> {
  const found = await Promise.all(folders.map((listed) => projectAt(listed, readHead)));
  return found.find(({ manifests }) => manifests.length > 0) ?? found.find(({ readme, test_command }) => readme ?? test_command) ?? null;
}

async function projectAt({ folder, names }: Listed, readHead: ReadHead): Promise<Project> {
  const there = new Set(names.files.map((name) => name.replace(/@$/, '')));
  const mayBeThere = (name: string): boolean => there.has(name) || !names.whole;
  const [heads, readme] = await Promise.all([
    Promise.all(
      manifestNames.filter(mayBeThere).map(async (name) => {
        const head = await readHead(join(folder, name), maxManifestBytes);
        return head && 'text' in head ? ([[name, head.text]] as const) : [];
      }),
    ),
    readmeIn(folder, readmeNames.filter(mayBeThere), readHead),
  ]);
  const manifests = new Map<string, string>(heads.flat());
  const marks = new Set(markNames.filter((name) => there.has(name)));
  const { scripts, testCommand } = projectKind({ manifests, marks, names: [...names.files, ...names.folders] });
  return { folder, manifests: [...manifests.keys()], scripts, test_command: testCommand, readme };
}

async function readmeIn(folder: string, names: readonly string[], readHead: ReadHead): Promise<string | null> {
  for (const name of names) {
    const head = await readHead(join(folder, name), maxReadmeLength * 4);
    if (!head || 'why' in head) continue;
    const [words = ''] = head.text.split('\n```', 1); // a few lines of an example say little
    const lines = words.split('\n').filter((line) => line.trim() !== '');
    return clip(lines.slice(0, maxReadmeLines).join('\n'), maxReadmeLength);
  }
  return null;
}
