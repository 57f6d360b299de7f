/** The kind of check that compares a value in a JSON file, or in the answer. */
import { Json } from '../../../contracts/shapes/json.ts';
import { parsedJson } from '../../../contracts/text/parsed-json.ts';
import { at, isPointer } from '../../../tools/observing/json-pointer.ts';
import type { CheckKind, CheckOf, Finding } from './check-kind.ts';
import { compared, fail, named, oneLine, quoted, unread, unverifiable } from './finding.ts';
import { provesByText } from './proof.ts';

type JsonEquals = CheckOf<'json_equals'>;

export const jsonEquals: CheckKind<JsonEquals> = {
  world: '{ "kind": "json_equals", "path": "…", "pointer": "/a/0", "equals": 1 }',
  form: '{ "kind": "json_equals", "pointer": "/a", "equals": 1 }: of the answer',
  whyInvalid: ({ pointer }) => (isPointer(pointer) ? undefined : `${named(pointer)} is not a JSON pointer, such as /a/0`),
  look: (check) => (check.path === undefined ? undefined : { ...check, path: check.path }),
  decide(check, { output, observation: seen }) {
    const { pointer, equals, path } = check;
    if (!isPointer(pointer)) return unverifiable(`${quoted(pointer)} is not a JSON pointer`);
    if (path === undefined) return inOutput(output, check);
    if (seen?.of !== 'json') return unread(seen);
    return seen.found ? compared(`${seen.path} ${pointer}`, seen.value, equals) : fail(oneLine(seen.why));
  },
  proves: ({ path, pointer, equals }, criterion, weighing) =>
    path !== undefined && provesByText(path, `${pointer.replaceAll('/', ' ')} ${textOf(equals)}`, criterion, weighing),
};

function inOutput(output: Json, { pointer, equals }: JsonEquals): Finding {
  if (output === null) return fail('there is no output');
  const document = typeof output === 'string' ? parsedJson(output) : output;
  if (document === undefined) return fail('the output is not JSON');
  const plain = Json.safeParse(document);
  if (!plain.success) return unverifiable('the output is JSON with a number that is out of range, or it is nested too deeply');
  const place = at(plain.data, pointer);
  return place.found ? compared(`the output ${pointer}`, place.value, equals) : fail(oneLine(`in the output, ${place.why}`));
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
