/** The skills available in a folder: those of the project, from the folder up to the root of its repository, and the person's own. */
import { existsSync } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { Note } from '../files/marks.ts';
import { foldersUp } from '../look/folders-up.ts';
import type { ReadHead } from '../look/read-head.ts';
import { readSkillText, type SkillText } from './front-matter.ts';
import { type SkillContent, skillContent, skillFiles } from './skill-content.ts';

export type Skill = SkillText &
  SkillContent & {
    /** The path of SKILL.md, as the person would write it. */
    readonly file: string;
    /** The real path of the skill's folder. */
    readonly folder: string;
    /** Whether the skill is the person's own, and so needs no trust. */
    readonly isOwn: boolean;
  };

/** A folder that seems to be a skill but cannot be used, and why. */
export type Unusable = { readonly path: string; readonly why: string };

/** Whether an unusable folder would have had this name. */
export const isSkill =
  (name: string | undefined) =>
  ({ path }: Unusable): boolean =>
    name !== undefined && path.endsWith(`/${name}/SKILL.md`);

/** Whether `/name` is a path on this disk: a path takes precedence over a skill, since commands can see the places that the person names. */
export const isPlace = (name: string): boolean => existsSync(`/${name}`);

export type FoundSkills = { readonly skills: readonly Skill[]; readonly unusable: readonly Unusable[] };

export type SkillSearch = {
  /** The real path of the current folder. */
  readonly cwd: string;
  /** The root of the repository that contains the folder. */
  readonly root: string | undefined;
  readonly home: string;
  readonly readHead: ReadHead;
  readonly note?: Note;
};

const places = ['.agents/skills', '.claude/skills'] as const;
const maxText = 64 * 1024;
const maxSkills = 64;
const maxEntries = 256;

/** The folders that are searched for a project's skills, nearest first. */
export const projectSkillFolders = ({ cwd, root }: Pick<SkillSearch, 'cwd' | 'root'>): readonly string[] =>
  foldersUp(cwd, root).flatMap((folder) => places.map((place) => join(folder, place)));

/** If two skills have the same name, the person's own counts, or else the nearer; the other one is reported. */
export async function findSkills(search: SkillSearch): Promise<FoundSkills> {
  const { home, root, cwd } = search;
  const skills = new Map<string, Skill>();
  const unusable: Unusable[] = [];
  const seen = new Set<string>();
  const own = places.map((place) => ({ folder: join(home, place), isOwn: true }));
  const ofProject = projectSkillFolders(search).map((folder) => ({ folder, isOwn: false }));
  for (const { folder, isOwn } of [...own, ...ofProject]) {
    for (const name of await namesIn(folder, search.note, unusable)) {
      const found = await readSkill(join(folder, name), name, { ...search, isOwn, project: root ?? cwd, seen });
      if (found === undefined) continue;
      const before = 'why' in found ? undefined : skills.get(found.name);
      if ('why' in found) unusable.push(found);
      else if (before) unusable.push({ path: found.file, why: `another skill with that name takes precedence: ${before.file}` });
      else if (skills.size >= maxSkills) unusable.push({ path: found.file, why: `there are more than ${maxSkills} skills` });
      else skills.set(found.name, found);
    }
  }
  return { skills: [...skills.values()], unusable };
}

/** The names in a folder of skills, sorted; empty if the folder does not exist. */
async function namesIn(folder: string, note: Note | undefined, unusable: Unusable[]): Promise<readonly string[]> {
  note?.(folder);
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (names.length >= maxEntries) {
        unusable.push({ path: folder, why: `it has more than ${maxEntries} entries; the others are ignored` });
        break;
      }
      if (entry.isDirectory() || entry.isSymbolicLink()) names.push(entry.name);
    }
  } catch (error) {
    const code = errnoOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') unusable.push({ path: folder, why: `it cannot be read (${code ?? 'unknown'})` });
  }
  return names.sort();
}

type Reading = Pick<SkillSearch, 'readHead' | 'note'> & {
  readonly isOwn: boolean;
  /** The folder that must contain a project's skills. */
  readonly project: string;
  /** Folders that have been read: there may be two ways to reach a folder. */
  readonly seen: Set<string>;
};

/** Undefined if there is no SKILL.md, or if the folder has been read before. */
async function readSkill(path: string, name: string, reading: Reading): Promise<Skill | Unusable | undefined> {
  const { readHead, note = () => {}, isOwn, project, seen } = reading;
  const file = join(path, 'SKILL.md');
  note(path);
  note(file);
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined || seen.has(folder)) return undefined;
  seen.add(folder);
  const head = await readHead(file, maxText);
  if (head === undefined) return undefined;
  const why = (text: string): Unusable => ({ path: file, why: text });
  if (!isOwn && !isWithin(project, folder)) return why('its folder is a link out of the project');
  if ('why' in head) return why(head.why);
  if (head.cut) return why('it is longer than 64 KiB');
  const read = await readSkillText(head.text);
  if (!read.ok) return why(read.error);
  const text = read.value;
  if (text.name !== name) return why(`its name is ${text.name}, but its folder is called ${visible(name)}`);
  if (isOwn) return { ...text, hash: '', files: await skillFiles(folder, note), file, folder, isOwn };
  const content = await skillContent(folder, head.text, note);
  return content.ok ? { ...text, ...content.value, file, folder, isOwn } : why(content.error);
}
