/** What a project brings, as it is shown before the person trusts it. Pure. */
import { Config } from '../../config/config.ts';
import type { ProjectFile } from '../../config/config-files.ts';
import { masked } from '../../config/models/api-key.ts';
import type { ProjectPart } from '../../config/project-parts.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Skill } from '../../tools/skills/find-skills.ts';

/** Every part with what it says. */
export const partLines = (parts: readonly ProjectPart[]): readonly string[] =>
  parts.flatMap((part) => (part.kind === 'settings' ? projectLines(part.settings) : skillLines(part.skill)));

function projectLines({ file, values, given }: Pick<ProjectFile, 'file' | 'values' | 'given'>): readonly string[] {
  const keys = Object.keys(Config.shape) as (keyof Config)[]; // the keys of the schema
  const set = keys.filter((key) => key !== 'allow' && key !== 'control' && given([key]));
  return [
    `${visible(file)} sets:`,
    ...(set.length === 0 ? ['  nothing that needs your trust'] : set.map((key) => `  ${key}: ${visible(textOf(values[key]))}`)),
    ...offered(values.allow),
  ];
}

/** Rules that allow are the person's alone. */
const offered = (rules: readonly string[]): readonly string[] =>
  rules.length === 0
    ? []
    : [
        'It would also allow the following, which is not taken from it. Put what you want into your own config.yaml:',
        ...rules.map((rule) => `  - ${visible(rule)}`),
      ];

const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'api_key' && typeof part === 'string' ? masked(part) : part));

const maxNamed = 8;

/** What it says of itself, where it can be read, and what comes with it. */
function skillLines({ name, description, file, files }: Skill): readonly string[] {
  const others = files.filter((each) => each !== 'SKILL.md');
  const named = others.slice(0, maxNamed).map(visible).join(', ');
  const more = others.length > maxNamed ? ` and ${others.length - maxNamed} more` : '';
  return [
    `The skill ${name} says:`,
    `  ${visible(description)}`,
    `  ${visible(file)}${others.length === 0 ? '' : `, with ${named}${more}`}`,
  ];
}
