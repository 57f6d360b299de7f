/** What a model is shown of a skill: its text, and the files that belong to it. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import type { Skill } from './find-skills.ts';

export function skillText({ body, folder, files }: Skill): string {
  const others = files.filter((file) => file !== 'SKILL.md').map((file) => `  ${oneLine(file, 300)}`);
  return others.length === 0 ? body : `${body}\n\nFiles of this skill, in ${folder}:\n${others.join('\n')}`;
}
