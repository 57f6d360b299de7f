/** Which skills there are in this folder, and why others are left out. */
import { asArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isPlace } from '../../tools/skills/find-skills.ts';
import { type JudgedSkill, type SkillPlace, skillsIn } from '../skills.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const subject = { name: 'skills', about: 'machine' } as const;

/** Empty if there are none. Never throws. `commands`: the commands of the shell. */
export async function checkSkills(place: SkillPlace, commands: readonly string[]): Promise<readonly Finding[]> {
  try {
    const { skills, unusable } = await skillsIn(place);
    const offered = skills.filter(({ trust }) => trust === 'trusted');
    return [
      ...(offered.length === 0 ? [] : [ok(subject, `on offer: ${offered.map(named).join(', ')}`)]),
      ...skills.flatMap((skill) => untrusted(skill)),
      ...offered.flatMap((skill) => hidden(skill, commands)),
      ...unusable.slice(0, maxShown).map(({ path, why }) => warning(subject, visible(`${path} is left out: ${why}`))),
      ...(unusable.length > maxShown ? [warning(subject, `${unusable.length - maxShown} more are left out`)] : []),
    ];
  } catch (thrown) {
    const { message, hint } = asArtooError(thrown, 'config_invalid');
    return [failed(subject, message, hint)];
  }
}

const maxShown = 20;

const named = ({ name, isOwn }: JudgedSkill): string => `${name} (${isOwn ? 'yours' : "the project's"})`;

function untrusted({ trust, file }: JudgedSkill): readonly Finding[] {
  if (trust === 'trusted') return [];
  if (trust === 'declined')
    return [ok(subject, visible(`${file} is left out: you declined its current content; artoo trust asks you again`))];
  return [
    warning(subject, visible(`${file} is left out: you have not been asked yet`), 'artoo trust shows it and asks whether you trust it.'),
  ];
}

function hidden({ name, file }: JudgedSkill, commands: readonly string[]): readonly Finding[] {
  const what = commands.includes(name) ? 'the command' : isPlace(name) ? 'a path on this disk' : undefined;
  if (what === undefined) return [];
  return [
    warning(
      subject,
      visible(`/${name} means ${what}, not the skill ${file}`),
      'Models can still use the skill; to call it yourself, rename it.',
    ),
  ];
}
