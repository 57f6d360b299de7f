/** The skills of a folder, and whether the person trusts those of its project. */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { createReadingGate } from '../tools/files/reading-gate.ts';
import { repositoryRoot } from '../tools/look/git.ts';
import { createReadHead } from '../tools/look/read-head.ts';
import { findSkills, isPlace, isSkill, projectSkillFolders, type Skill, type Unusable } from '../tools/skills/find-skills.ts';
import { readTrustIn, type Trust } from './trust.ts';

export type SkillPlace = { readonly data: string; readonly cwd: string; readonly home: string };

/** The person's own skills are trusted. */
export type JudgedSkill = Skill & { readonly trust: Trust };

export type SkillsHere = { readonly skills: readonly JudgedSkill[]; readonly unusable: readonly Unusable[] };

/** The skills that apply in a folder. Throws `config_invalid` if the record of trust cannot be read. */
export async function skillsIn({ data, cwd, home }: SkillPlace): Promise<SkillsHere> {
  const folder = await realpath(cwd);
  const readHead = createReadHead(createReadingGate({ home, data }).for({ cwd: folder }));
  const { skills, unusable } = await findSkills({ cwd: folder, root: repositoryRoot(folder), home, readHead });
  const trustOf = await readTrustIn(data);
  return { skills: skills.map((skill) => ({ ...skill, trust: skill.isOwn ? 'trusted' : trustOf(skill) })), unusable };
}

/**
 * Whether a skill of this name may be called, and if not, why; undefined if there is no such skill, or if `/name` is a path on this disk. Throws like
 * `skillsIn`.
 */
export async function skillCalled(name: string, place: SkillPlace): Promise<'usable' | { readonly why: string } | undefined> {
  const { skills, unusable } = await skillsIn(place);
  if (isPlace(name)) return undefined;
  const skill = skills.find((each) => each.name === name);
  if (skill?.trust === 'trusted') return 'usable';
  if (skill)
    return {
      why: `you have not trusted the current content of the skill ${skill.file}; artoo trust shows it and asks whether you trust it`,
    };
  const missed = unusable.find(isSkill(name));
  return missed && { why: `the skill ${missed.path} cannot be used: ${missed.why}` };
}

/** The real paths of a project's skill folders; missing ones are left out. */
export async function skillFoldersOf(cwd: string): Promise<readonly string[]> {
  const folder = await realpath(cwd);
  const there = projectSkillFolders({ cwd: folder, root: repositoryRoot(folder) }).filter((each) => existsSync(each));
  return Promise.all(there.map((each) => realpath(each)));
}
