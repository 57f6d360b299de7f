/** Reads the text of a skill, and lists its files. Reading a skill does not run, allow or confirm anything in it. */
import { realpath } from 'node:fs/promises';
import { z } from 'zod';
import { skillTool } from '../contracts/skills.ts';
import type { ReadingGate } from './files/reading-gate.ts';
import { repositoryRoot } from './look/git.ts';
import { createReadHead } from './look/read-head.ts';
import { findSkills, isSkill } from './skills/find-skills.ts';
import { offeredSkills, type ReadSkillTrust } from './skills/offered-skills.ts';
import { skillText } from './skills/skill-text.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

export type SkillOptions = { readonly home: string; readonly gate: ReadingGate; readonly readTrust: ReadSkillTrust };

const SkillInput = z.object({ name: z.string().min(1).max(64).describe('The name of a skill on offer.') });
type SkillInput = z.infer<typeof SkillInput>;

export const createSkill = (options: SkillOptions): Tool<SkillInput> => ({
  name: skillTool,
  description: 'Read how to do one kind of work: the text of a skill on offer, and the paths of its files.',
  input: SkillInput,
  target: ({ name }) => `${name}/SKILL.md`,
  timeoutMs: 10_000,
  changes: () => false,
  repeatable: () => true,
  evidence: { kind: 'reads', path: 'name', parts: ['name'] }, // instructions prove nothing about the work
  needs: 'skills',
  run: (input, context) => run(input, context, options),
});

async function run({ name }: SkillInput, context: ToolContext, { home, gate, readTrust }: SkillOptions): Promise<ToolResult> {
  const cwd = await realpath(context.cwd);
  const readHead = createReadHead(gate.for(context));
  const found = await findSkills({ cwd, root: repositoryRoot(cwd), home, readHead });
  const { skills, withheld } = await offeredSkills(found, readTrust);
  const skill = skills.find((each) => each.name === name);
  if (skill) return succeeded(skillText(skill));
  const why = [...withheld, ...found.unusable].find(isSkill(name));
  if (why) return failed('refused', `the skill ${name} is not read (${why.path}): ${why.why}`);
  const names = skills.map((each) => each.name).join(', ');
  return failed('invalid_input', `there is no skill ${JSON.stringify(name)}; ${names === '' ? 'there is none' : `there are ${names}`}`);
}
