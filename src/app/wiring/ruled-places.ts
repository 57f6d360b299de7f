/** The places that rules name. */
import type { Rule } from '../../laws/rules/read-rule.ts';
import type { RuleSet } from '../../laws/rules/rules.ts';

/** Places that rules close to commands. Places to ask about are among them: a command cannot wait for an answer, so only `read_file` asks. */
export const closedBy = (rules: RuleSet | undefined): readonly string[] => placesIn([...(rules?.deny ?? []), ...(rules?.ask ?? [])]);

/** The files and whole folders in rules that allow or forbid reading: these rules hold for commands too. */
export const placesIn = (rules: readonly Rule[] = []): readonly string[] =>
  rules.flatMap((rule) => {
    const names = rule.tool !== 'read' ? [] : rule.path.at(-1) === '**' ? rule.path.slice(0, -1) : rule.path;
    return names.length === 0 || names.some((name) => name.includes('*')) ? [] : [`/${names.join('/')}`];
  });
