/** Reads what tells the kind of a project: its manifests, and how its README begins. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { clip } from '../../contracts/shorten.ts';
import type { Project } from '../../contracts/surroundings.ts';
import { manifestNames, markNames, projectKind } from './project.ts';
import type { ReadHead } from './read-head.ts';

const mostManifestBytes = 64 * 1024;
const readmeNames = ['README.md', 'README', 'README.rst', 'README.txt', 'readme.md'];
const mostReadmeLines = 12;
const mostReadme = 800;

/** The project of the first of these folders that has a manifest; else the first that has a README. */
export async function readProject(folders: readonly string[], names: readonly string[], readHead: ReadHead): Promise<Project | null> {
  const found = await Promise.all(folders.map((folder, at) => projectAt(folder, at === 0 ? names : [], readHead)));
  return found.find(({ manifests }) => manifests.length > 0) ?? found.find(({ readme, test_command }) => readme ?? test_command) ?? null;
}

async function projectAt(folder: string, names: readonly string[], readHead: ReadHead): Promise<Project> {
  const heads = await Promise.all(
    manifestNames.map(async (name) => {
      const head = await readHead(join(folder, name), mostManifestBytes);
      return head && 'text' in head ? ([[name, head.text]] as const) : [];
    }),
  );
  const marks = await Promise.all(
    markNames.map((name) =>
      access(join(folder, name)).then(
        () => [name],
        () => [],
      ),
    ),
  );
  const manifests = new Map<string, string>(heads.flat());
  const { scripts, testCommand } = projectKind({ manifests, marks: new Set(marks.flat()), names });
  return { folder, manifests: [...manifests.keys()], scripts, test_command: testCommand, readme: await readmeIn(folder, readHead) };
}

async function readmeIn(folder: string, readHead: ReadHead): Promise<string | null> {
  for (const name of readmeNames) {
    const head = await readHead(join(folder, name), mostReadme * 4);
    if (!head || 'why' in head) continue;
    const [words = ''] = head.text.split('\n```', 1); // pictures and examples say little in a few lines
    const lines = words.split('\n').filter((line) => line.trim() !== '');
    return clip(lines.slice(0, mostReadmeLines).join('\n'), mostReadme);
  }
  return null;
}
