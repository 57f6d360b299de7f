/** The criterion that code adds if the person gave a schema for the answer (SPEC §12, `--output-schema`). */
import type { Criterion } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/shapes/json.ts';

export const conformingTo = (schema: Json): Criterion => ({
  criterion: 'the answer is JSON without any other text, and conforms to the given schema',
  mode: 'verifiable',
  weight: 5,
  check: { kind: 'output_conforms', schema },
});

/** Whether a criterion is about the form of the answer alone, which code decides. */
export const isOfForm = ({ check }: Criterion): boolean => check?.kind === 'output_conforms';

/** The words that the person's schemas give the answer: names of properties, and labels to choose from. They belong to the form and are not facts that need evidence. */
export const formWords = (criteria: readonly Criterion[]): readonly string[] => [
  ...new Set(criteria.flatMap(({ check }) => (check?.kind === 'output_conforms' ? [...wordsOf(check.schema)] : []))),
];

function* wordsOf(schema: Json): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) for (const part of schema) yield* wordsOf(part);
  else
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties' && typeof value === 'object' && value !== null) {
        yield* Object.keys(value);
        for (const inner of Object.values(value)) yield* wordsOf(inner);
      } else if (keyword === 'enum' || keyword === 'const') yield* choicesIn(value);
      else yield* wordsOf(value);
    }
}

/** Only labels such as `in_progress`: any other choice may be a figure or name something such as a file, and then needs evidence. */
const choicesIn = (value: Json): readonly string[] =>
  [value].flat().filter((choice): choice is string => typeof choice === 'string' && /^[a-z]+(?:_[a-z]+)*$/.test(choice));

/** What the model that writes the answer is told about the form. */
export const formText = (criteria: readonly Criterion[]): readonly string[] =>
  criteria.flatMap(({ check }) =>
    check?.kind === 'output_conforms'
      ? [`The answer must be JSON and nothing else, without a code fence, and conform to this JSON schema: ${JSON.stringify(check.schema)}`]
      : [],
  );
