/** What a project brings that counts only once the person trusts it: its file of settings, and its skills. Each is trusted by its content. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Skill } from '../tools/skills/find-skills.ts';
import { type ProjectFile, readProjectFile } from './config-files.ts';
import { needsTrust } from './project-layer.ts';
import type { SkillPlace } from './skills.ts';
import type { Trust } from './trust.ts';

/** `file`: what trust is recorded for, without links on its way. */
export type ProjectPart = { readonly file: string; readonly hash: string; readonly trust: Trust } & (
  | { readonly kind: 'settings'; readonly settings: ProjectFile }
  | { readonly kind: 'skill'; readonly skill: Skill }
);

/** Throws `config_invalid`. */
export async function readProjectParts({ data, cwd, home }: SkillPlace): Promise<readonly ProjectPart[]> {
  const settings = await readProjectFile(data, cwd);
  const own = settings ? [{ kind: 'settings', settings, file: settings.file, hash: settings.hash, trust: settings.trust } as const] : [];
  if (!mayHaveSkills(cwd)) return own;
  const { skillsIn } = await import('./skills.ts'); // most projects have none
  const { skills } = await skillsIn({ data, cwd, home });
  const brought = skills.filter(({ isOwn }) => !isOwn);
  return [...own, ...brought.map((skill) => ({ kind: 'skill', skill, file: skill.folder, hash: skill.hash, trust: skill.trust }) as const)];
}

/** Whether the person has not said anything yet about something that needs their word. */
export const isOpen = (part: ProjectPart): boolean =>
  part.trust === 'unasked' && (part.kind !== 'settings' || needsTrust(part.settings).length > 0);

/** Whether there is a folder of skills in this folder or above it: quick, and more often yes than the search. */
function mayHaveSkills(cwd: string): boolean {
  const isHere = ['.agents/skills', '.claude/skills'].some((place) => existsSync(join(cwd, place)));
  return isHere || (dirname(cwd) !== cwd && mayHaveSkills(dirname(cwd)));
}
