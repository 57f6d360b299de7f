/** The criterion that code adds where the person gave a schema for the answer (SPEC §12, `--output-schema`). */
import type { Criterion } from '../../contracts/criteria.ts';
import type { Json } from '../../contracts/json.ts';

export const conformingTo = (schema: Json): Criterion => ({
  criterion: 'the answer is JSON without any other text, and conforms to the given schema',
  mode: 'verifiable',
  weight: 5,
  check: { kind: 'output_conforms', schema },
});

/** Whether a criterion is about the form of the answer alone, which code decides. */
export const isOfForm = ({ check }: Criterion): boolean => check?.kind === 'output_conforms';

/** What a model that writes the answer is told. */
export const formText = (criteria: readonly Criterion[]): readonly string[] =>
  criteria.flatMap(({ check }) =>
    check?.kind === 'output_conforms'
      ? [`The answer must be JSON and nothing else, without a code fence, by this JSON schema: ${JSON.stringify(check.schema)}`]
      : [],
  );
