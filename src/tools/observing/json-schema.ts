/** JSON schemas (draft 2020-12): whether a value matches a schema, and whether a schema can be used. Pure. */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Json } from '../../contracts/shapes/json.ts';
import { at as pointed } from './json-pointer.ts';

/** A place in a value, as a JSON pointer, and what is wrong with it. */
export type Misfit = { readonly at: string; readonly why: string };

/** The places where a value does not match a schema, only the innermost ones. A single one if the schema cannot be used. */
export function misfits(schema: Json, value: Json): readonly Misfit[] {
  try {
    return misfitsIn(schema, value);
  } catch (error) {
    return [{ at: '', why: `the schema cannot be used: ${error instanceof Error ? error.message : error}` }];
  }
}

/** Why a schema cannot be used, by places in the schema; empty if it can be used. */
export function schemaFaults(schema: Json): readonly Misfit[] {
  const wrong = misfitsIn(schemaOfSchemas, schema);
  return wrong.length > 0 ? wrong : faultsBelow(schema, '', schema);
}

/** Faults that the meta-schema does not find: patterns and references. */
function faultsBelow(node: Json, at: string, whole: Json): readonly Misfit[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each, index) => faultsBelow(each, `${at}/${index}`, whole));
  return Object.entries(node).flatMap(([key, value]) => {
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (values.has(key)) return [];
    const why = typeof value === 'string' ? faultOf(key, value, whole) : undefined;
    return why === undefined ? faultsBelow(value, place, whole) : [{ at: place, why }];
  });
}

/** Keywords whose values are data, not schemas. */
const values: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

function faultOf(key: string, value: string, whole: Json): string | undefined {
  if (key === 'pattern' && !isPattern(value)) return 'is not a regular expression';
  if (key !== '$ref') return undefined;
  if (!value.startsWith('#')) return 'leads out of this file; only references within it are followed';
  const isNamed = value !== '#' && !value.startsWith('#/'); // every other fragment is an anchor
  return isNamed || pointed(whole, value.slice(1)).found ? undefined : 'leads to nothing in this file';
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}

function misfitsIn(schema: Json, value: Json): readonly Misfit[] {
  if (schema === true) return [];
  if (typeof schema !== 'object' || schema === null) return [{ at: '', why: 'nothing conforms to this schema' }];
  const { errors } = new Validator(schema as Schema, '2020-12', false).validate(value); // the schema is an object, and for any fault in it this throws
  const reasons = errors.filter((error) => !errors.some((other) => isInside(other, error)) && error.keyword !== 'false');
  return [...new Map(reasons.map((error) => [`${error.instanceLocation} ${error.error}`, misfitOf(error)])).values()];
}

/** Whether one error is caused by another one inside it, and so adds nothing. */
const isInside = (inner: OutputUnit, outer: OutputUnit): boolean =>
  inner.keywordLocation !== outer.keywordLocation && inner.keywordLocation.startsWith(`${outer.keywordLocation}/`);

const misfitOf = ({ instanceLocation, error }: OutputUnit): Misfit => ({ at: instanceLocation.replace(/^#/, ''), why: worded(error) });

/** Rewords those messages of the validator that are hard to read. */
const worded = (error: string): string =>
  error
    .replace(/^Instance does not have required property (".*")\.$/, '$1 is missing')
    .replace(/^Property (".*") does not match additional properties schema\.$/, '$1 is not allowed')
    .replace(/^Instance type "(\w+)" is invalid\. Expected (.*)\.$/, 'is of type $1, not $2')
    .replace(/^Instance does not match any of (.*)\.$/, 'is none of $1');

const names = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const [schemaItself, count, text] = [{ $ref: '#' }, { type: 'integer', minimum: 0 }, { type: 'string' }];
const [schemas, schemasByName] = [
  { type: 'array', items: schemaItself, minItems: 1 },
  { type: 'object', additionalProperties: schemaItself },
];
const all = (keywords: readonly string[], form: Json): Readonly<Record<string, Json>> =>
  Object.fromEntries(keywords.map((keyword) => [keyword, form]));

/** The values that supported keywords may have; other keywords are allowed and have no effect. */
const schemaOfSchemas: Json = {
  type: ['object', 'boolean'],
  properties: {
    type: { anyOf: [{ enum: names }, { type: 'array', items: { enum: names }, minItems: 1 }] },
    enum: { type: 'array' },
    required: { type: 'array', items: text },
    uniqueItems: { type: 'boolean' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    ...all(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], { type: 'number' }),
    ...all(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'], count),
    ...all(['$ref', '$id', '$anchor', 'pattern', 'format', 'title', 'description'], text),
    ...all(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'], schemasByName),
    ...all(['allOf', 'anyOf', 'oneOf', 'prefixItems'], schemas),
    ...all(
      [
        'items',
        'contains',
        'additionalProperties',
        'propertyNames',
        'not',
        'if',
        'then',
        'else',
        'unevaluatedProperties',
        'unevaluatedItems',
      ],
      schemaItself,
    ),
  },
};
