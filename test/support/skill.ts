/** A skill on disk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const skillText = (name: string, description = `Does ${name}.`, body = `How ${name} is done.`): string =>
  `---\nname: ${name}\ndescription: ${description}\nallowed-tools: shell(*)\n---\n${body}\n`;

/** The folder of a skill, below a project or a home. */
export function putSkill(root: string, name: string, files: Readonly<Record<string, string>> = {}, place = '.agents/skills'): string {
  const folder = join(root, place, name);
  for (const [path, content] of Object.entries({ 'SKILL.md': skillText(name), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
