/** The skills that a task may use, as a look sees them: names and descriptions, and the text of the skill that the person chose. */
import type { Surroundings } from '../../contracts/surroundings.ts';
import type { TaskGate } from '../files/reading-gate.ts';
import { type FoundSkills, findSkills, isPlace, isSkill } from '../skills/find-skills.ts';
import { offeredSkills, type ReadSkillTrust } from '../skills/offered-skills.ts';
import { skillText } from '../skills/skill-text.ts';
import { createReadHead } from './read-head.ts';
import { createUntilChanged, type UntilChanged } from './unchanged.ts';

export type SkillLookOptions = { readonly home: string; readonly readTrust: ReadSkillTrust };

/** `missed`: why the chosen skill cannot be used, if there is something with its name. */
export type SkillsAround = Pick<Surroundings, 'skills' | 'chosen_skill'> & { readonly missed?: string };

type SkillsRequest = {
  readonly folder: string;
  /** The root of the repository that contains the folder. */
  readonly root: string | undefined;
  readonly gate: TaskGate;
  /** The skill that the goal names. */
  readonly chosen: string | undefined;
};

type Wait = Parameters<UntilChanged<FoundSkills>>[2];

/** `artoo doctor` reports what is left out. Rejects if the record of trust cannot be read. */
export function createSkillLook({ home, readTrust }: SkillLookOptions) {
  let through: { readonly gate: TaskGate; readonly seen: UntilChanged<FoundSkills> } | undefined;

  return async ({ folder, root, gate, chosen }: SkillsRequest, wait: Wait): Promise<SkillsAround> => {
    if (through?.gate !== gate) through = { gate, seen: createUntilChanged() };
    const found = await through.seen(
      `${folder}\0${root}`,
      async (note) => ({ value: await findSkills({ cwd: folder, root, home, readHead: createReadHead(gate), note }), isWhole: true }),
      wait,
    );
    const { skills, withheld } = await offeredSkills(found, readTrust); // read every time, so that the person's answer takes effect at once
    const named = skills.find(({ name }) => name === chosen && !isPlace(name));
    const missed = named ? undefined : [...withheld, ...found.unusable].find(isSkill(chosen));
    return {
      ...(skills.length === 0 ? {} : { skills: skills.map(({ name, description, file }) => ({ name, description, file })) }),
      ...(named ? { chosen_skill: { name: named.name, file: named.file, text: skillText(named) } } : {}),
      ...(missed ? { missed: `the skill ${missed.path}: ${missed.why}` } : {}),
    };
  };
}
