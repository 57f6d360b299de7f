/** Skills: folders with instructions for one kind of work. Only names and descriptions are offered; the text is read when needed. */
import { z } from 'zod';
import { record } from './shapes/shape.ts';

/** The name of a skill, which is also the name of its folder. */
export const SkillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const OfferedSkill = record({
  name: SkillName,
  description: z.string().min(1).max(1024),
  /** The path of the skill's SKILL.md. */
  file: z.string(),
});
export type OfferedSkill = z.infer<typeof OfferedSkill>;

/** The skill that the person chose for the task, with its text. */
export const ChosenSkill = record({ name: SkillName, file: z.string(), text: z.string() });
export type ChosenSkill = z.infer<typeof ChosenSkill>;

/** The tool that reads the text of a skill. */
export const skillTool = 'skill';

/** The skill that the first word of a goal names, as in `/pdf-report make one of these`. The skill may not exist. */
export function skillNamedIn(goal: string): string | undefined {
  const [, name] = /^\/([a-z0-9-]{1,64})(?:\s|$)/.exec(goal.trimStart()) ?? [];
  return SkillName.safeParse(name).success ? name : undefined;
}
