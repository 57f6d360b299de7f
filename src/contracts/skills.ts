/** Skills: folders of instructions for one kind of work. Only their names and descriptions are offered; their text is read when needed. */
import { z } from 'zod';
import { record } from './shapes/shape.ts';

/** Also the name of the skill's folder. */
export const SkillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const OfferedSkill = record({
  name: SkillName,
  description: z.string().min(1).max(1024),
  /** Its SKILL.md. */
  file: z.string(),
});
export type OfferedSkill = z.infer<typeof OfferedSkill>;

/** The skill that the person chose for the task, with its text. */
export const ChosenSkill = record({ name: SkillName, file: z.string(), text: z.string() });
export type ChosenSkill = z.infer<typeof ChosenSkill>;

/** The tool that reads the text of a skill. */
export const skillTool = 'skill';

/** The skill that the first word of a goal names, as in `/pdf-report make one of these`. It may not exist. */
export function skillNamedIn(goal: string): string | undefined {
  const [, name] = /^\/([a-z0-9-]{1,64})(?:\s|$)/.exec(goal.trimStart()) ?? [];
  return SkillName.safeParse(name).success ? name : undefined;
}
