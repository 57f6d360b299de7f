/** Places that rules are about. */
import type { Rule } from '../../laws/rules/read-rule.ts';
import type { RuleSet } from '../../laws/rules/rules.ts';

/** Places that rules close to commands, which cannot wait for an answer either: `read_file` asks. */
export const closedBy = (rules: RuleSet | undefined): readonly string[] => placesIn([...(rules?.deny ?? []), ...(rules?.ask ?? [])]);

/** What rules are about that allow or forbid reading, as far as it is a file or a whole folder: they hold for commands too. */
export const placesIn = (rules: readonly Rule[] = []): readonly string[] =>
  rules.flatMap((rule) => {
    const names = rule.tool !== 'read' ? [] : rule.path.at(-1) === '**' ? rule.path.slice(0, -1) : rule.path;
    return names.length === 0 || names.some((name) => name.includes('*')) ? [] : [`/${names.join('/')}`];
  });
