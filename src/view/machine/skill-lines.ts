/** The skills of a folder: what each is for, where it comes from, and whether it can be used. Pure. */
import type { JudgedSkill, SkillsHere } from '../../config/skills.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

export function skillLines({ skills, unusable }: SkillsHere, columns = Number.POSITIVE_INFINITY): readonly Line[] {
  if (skills.length + unusable.length === 0)
    return wrapLine(
      line('There are no skills here. A skill is a folder .agents/skills/<name> with a file SKILL.md, in this project or in your home.'),
      columns,
    );
  const indent = [span('    ')];
  return [
    ...skills.flatMap((skill) => [
      ...wrapLine([span(`  /${skill.name}`, 'accent'), span(`  ${visible(skill.description)}`)], columns, indent),
      ...wrapLine([...indent, trustText(skill)], columns, indent),
    ]),
    ...unusable.flatMap(({ path, why }) =>
      wrapLine([span('  ✗ ', 'bad'), span(`${visible(path)} cannot be used: ${visible(why)}`)], columns, indent),
    ),
  ];
}

function trustText({ isOwn, trust }: JudgedSkill) {
  return isOwn ? span('yours', 'muted') : span(ofProject[trust], trust === 'trusted' ? 'muted' : 'fair');
}

const ofProject = {
  trusted: 'from this project, trusted',
  unasked: 'from this project, not trusted yet: `artoo trust` shows it and asks whether you trust it',
  declined: 'from this project, and you said no to it: `artoo trust` asks you again',
} as const satisfies Record<JudgedSkill['trust'], string>;
