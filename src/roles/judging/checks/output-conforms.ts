/** The kind of check that holds if the answer is JSON that conforms to a schema. Added by code if the person asked for it (`--output-schema`). */
import { Json } from '../../../contracts/shapes/json.ts';
import { parsedJson } from '../../../contracts/text/parsed-json.ts';
import { misfits, schemaFaults } from '../../../tools/observing/json-schema.ts';
import type { CheckKind, CheckOf } from './check-kind.ts';
import { briefly, fail, oneLine, pass } from './finding.ts';

export const outputConforms: CheckKind<CheckOf<'output_conforms'>> = {
  whyInvalid({ schema }) {
    const [fault] = schemaFaults(schema);
    return fault && `the schema cannot be used: ${briefly(`${fault.at} ${fault.why}`)}`;
  },
  decide({ schema }, { output }) {
    if (output === null) return fail('there is no output');
    const text = typeof output === 'string' ? jsonTextIn(output) : JSON.stringify(output);
    const value = text === undefined ? undefined : Json.safeParse(parsedJson(text));
    if (!value?.success) return fail('the answer is not JSON, or has other text around it');
    const found = misfits(schema, value.data);
    if (found.length === 0) return pass('the answer conforms to the schema');
    return fail(oneLine(found.map(({ at, why }) => `${at === '' ? 'the answer' : at}: ${why}`).join('; ')));
  },
  proves: () => true,
};

const fenced = /^```[\w-]*\n([\s\S]*)\n```$/;

/** The JSON of an answer, without the fence that models often put around it; undefined if the answer is not JSON. */
export function jsonTextIn(answer: string): string | undefined {
  const whole = answer.trim();
  return [whole, fenced.exec(whole)?.[1]?.trim() ?? ''].find((text) => parsedJson(text) !== undefined);
}
