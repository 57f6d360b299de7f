/** A judge that passes each criterion, with evidence from what it is shown. */
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { ModelRequest } from '../../src/models/model.ts';

/** Its answer, in the shape that R4a and R4b both read. The evidence for a plausible criterion is the output; for any other, the last call. */
export function judgedFairly({ turns }: Pick<ModelRequest, 'turns'>): Json {
  const text = turns[0]?.text ?? '';
  const outputs = [...text.matchAll(/<output>\n(.*?)\n<\/output>/gs)].map(([, output = '']) => output);
  const [said = ''] = (outputs.at(-1) ?? '').split(/[<\n]/, 1); // without marks, which are escaped in prompts
  const call = [...text.matchAll(/<call>\n(\S+\/R3\/\S+) /g)].at(-1)?.[1];
  const [, criteria = ''] = /Criteria:\n(.*?)(?:\n\n|$)/s.exec(text) ?? [];
  const asked = [...criteria.matchAll(/^(\d+)\. \((\w+)\)/gm)];
  return {
    merged_output: outputs.join('\n\n'),
    summary: 'It is done.',
    verdicts: asked.map(([, at, mode]) => ({
      criterion: Number(at),
      verdict: 'pass',
      failure_class: null,
      evidence: [mode === 'plausible' ? said : (call ?? said)],
    })),
    what_was_wrong: '',
    what_to_do: '',
  };
}
