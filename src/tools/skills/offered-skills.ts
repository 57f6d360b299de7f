/** Which of the skills that were found may be used: the person's own, and those of the project that the person trusts in their current state. */
import type { FoundSkills, Skill, Unusable } from './find-skills.ts';

/** Whether the person trusts the content of a project's skill. */
export type SkillTrust = 'trusted' | 'declined' | 'unasked';

/** Reads the record of trust. Throws `config_invalid` if it cannot be read. */
export type ReadSkillTrust = () => Promise<(skill: Pick<Skill, 'folder' | 'hash'>) => SkillTrust>;

/** `withheld`: the skills that are not trusted. */
export type Offered = { readonly skills: readonly Skill[]; readonly withheld: readonly Unusable[] };

export async function offeredSkills({ skills }: FoundSkills, readTrust: ReadSkillTrust): Promise<Offered> {
  const trustOf = skills.every(({ isOwn }) => isOwn) ? undefined : await readTrust();
  const isUsable = (skill: Skill): boolean => skill.isOwn || trustOf?.(skill) === 'trusted';
  return {
    skills: skills.filter(isUsable),
    withheld: skills.flatMap((skill) =>
      isUsable(skill) ? [] : [{ path: skill.file, why: trustOf?.(skill) === 'declined' ? declined : unasked }],
    ),
  };
}

const declined = 'the person does not trust it in its current form';
const unasked = 'the person has not yet said whether they trust its current form; artoo trust shows it and asks';
