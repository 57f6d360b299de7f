/** Ranks tools by how well they match a query: words in their names count most. Pure. */
import type { Json } from '../../contracts/shapes/json.ts';
import { type Definition, offeredName } from './definition.ts';

const maxFound = 8;
const weight = { name: 4, description: 2, input: 1 } as const;

/** The tools whose offered names occur in the query; otherwise all tools that share a word with it, best first. */
export function rankTools(query: string, definitions: readonly Definition[]): readonly Definition[] {
  const named = new Set(query.match(/[\w-]+/g));
  const exact = definitions.filter((definition) => named.has(offeredName(definition)));
  if (exact.length > 0) return exact;
  const wanted = wordsIn(query);
  return definitions
    .map((definition) => ({ definition, score: scoreOf(wanted, definition) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (nameOf(a.definition) < nameOf(b.definition) ? -1 : 1))
    .slice(0, maxFound)
    .map(({ definition }) => definition);
}

const nameOf = ({ server, tool }: Definition): string => `${server} ${tool}`;

function scoreOf(wanted: readonly string[], definition: Definition): number {
  const parts = [
    [weight.name, wordsIn(nameOf(definition))],
    [weight.description, wordsIn(definition.description)],
    [weight.input, wordsIn(propertiesOf(definition.input).join(' '))],
  ] as const;
  const best = (word: string) => Math.max(...parts.map(([points, words]) => (words.some((each) => isAlike(each, word)) ? points : 0)));
  return wanted.reduce((sum, word) => sum + best(word), 0);
}

/** Whether two words are equal, or one begins with the other: `issue` and `issues`. */
const isAlike = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one)));

/** The words in lower case, without the shortest ones; `createIssue` and `create_issue` are two words. */
const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}|\p{Script=Han}+/gu) ?? [],
  ),
];

function propertiesOf(schema: Json): readonly string[] {
  const { properties } = (typeof schema === 'object' && schema !== null ? schema : {}) as { readonly properties?: Json }; // any object can be read by its keys
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
