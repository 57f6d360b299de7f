/**
 * A quick test for values that parsing would return unchanged: it takes a tenth of the time, and nearly every draft passes it. All other values are
 * parsed.
 */
import { z } from 'zod';
import { lazily } from '../lazily.ts';
import type { Result } from '../result.ts';
import { explain } from '../text/explain.ts';

export type IsCanonical = (value: unknown) => boolean;

/** Returns canonical values as they are and parses all others; undefined if a value does not fit. */
export function quickReader<T>(schema: z.ZodType<T>): (value: unknown) => T | undefined {
  const isCanonical = canonicalTest(schema);
  return (value) => (isCanonical(value) ? (value as T) : schema.safeParse(value).data); // proved by isCanonical
}

/** Like `quickReader`, but says what is wrong with a value that does not fit. */
export function quickParser<T>(schema: z.ZodType<T>): (value: unknown) => Result<T> {
  const isCanonical = canonicalTest(schema);
  return (value) => {
    if (isCanonical(value)) return { ok: true, value: value as T }; // proved by isCanonical
    const parsed = schema.safeParse(value);
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: explain(parsed.error) };
  };
}

/** A test that is true only for values that `schema` accepts and returns unchanged. It may be false for some such values. */
export function canonicalTest(schema: z.core.$ZodType): IsCanonical {
  const test = lazily(() => testOf(schema));
  return (value) => test()(value);
}

function testOf(schema: z.core.$ZodType): IsCanonical {
  if (schema instanceof z.ZodObject) return objectTest(schema);
  if (schema instanceof z.ZodArray) return listTest(testOf(schema.element));
  if (schema instanceof z.ZodTuple && !schema.def.rest) return tupleTest(schema.def.items);
  if (schema instanceof z.ZodRecord) return recordTest(testOf(schema.keyType), testOf(schema.valueType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return testOf(schema.def.innerType);
  if (schema instanceof z.ZodNullable) return anyTest([memberTest([null]), testOf(schema.def.innerType)]);
  if (schema instanceof z.ZodDiscriminatedUnion) return choiceTest(schema);
  if (schema instanceof z.ZodUnion) return unionTest(schema.options);
  if (schema instanceof z.ZodEnum) return memberTest(schema.options);
  if (schema instanceof z.ZodLiteral) return memberTest([...schema.values]);
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textTest(schema.def);
  if (schema instanceof z.ZodNumber) return numberTest(schema.def);
  if (schema instanceof z.ZodCustom) return (value) => value !== undefined && schema.def.fn(value) === true;
  return () => false;
}

/** Accepts plain objects whose keys are all in the schema, in the schema's order. */
function objectTest({ shape }: z.ZodObject): IsCanonical {
  const keys = Object.keys(shape);
  const tests = keys.map((key) => testOf(shape[key]));
  const required = keys.map((key) => !(shape[key] instanceof z.ZodOptional));
  return (candidate) => {
    if (!isPlain(candidate)) return false;
    let at = 0;
    for (const key in candidate) {
      while (at < keys.length && keys[at] !== key) {
        if (required[at]) return false;
        at += 1;
      }
      if (at === keys.length || !tests[at]?.(candidate[key])) return false;
      at += 1;
    }
    for (; at < keys.length; at += 1) if (required[at]) return false;
    return true;
  };
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);

function recordTest(isKey: IsCanonical, isValue: IsCanonical): IsCanonical {
  return (candidate) => {
    if (!isPlain(candidate)) return false;
    for (const key in candidate) if (key === '__proto__' || !isKey(key) || !isValue(candidate[key])) return false; // zod drops `__proto__`
    return true;
  };
}

function listTest(item: IsCanonical): IsCanonical {
  return (value) => {
    if (!Array.isArray(value) || 'toJSON' in value) return false;
    for (let at = 0; at < value.length; at += 1) if (!item(value[at])) return false;
    return true;
  };
}

function tupleTest(items: readonly z.core.$ZodType[]): IsCanonical {
  const tests = items.map(testOf);
  return (value) =>
    Array.isArray(value) && value.length === tests.length && !('toJSON' in value) && tests.every((test, at) => test(value[at]));
}

function anyTest(tests: readonly IsCanonical[]): IsCanonical {
  return (value) => {
    for (const test of tests) if (test(value)) return true;
    return false;
  };
}

/** Tests only the options that match the value's type name: there are thirty types of messages. */
function choiceTest({ options, def: { discriminator } }: z.ZodDiscriminatedUnion): IsCanonical {
  const tests = new Map<unknown, IsCanonical>();
  for (const option of options) {
    const named = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    if (!(option instanceof z.ZodObject && named instanceof z.ZodLiteral)) return anyTest(options.map(testOf));
    const test = lazily(() => objectTest(option));
    for (const name of named.values) tests.set(name, (value) => test()(value));
  }
  return (value) => isPlain(value) && (tests.get(value[discriminator])?.(value) ?? false);
}

/** Tests only the first option: zod tries options in order, and an earlier one might accept, and change, a value that fits a later one. */
function unionTest([first]: readonly z.core.$ZodType[]): IsCanonical {
  return first ? testOf(first) : () => false;
}

function memberTest(members: readonly unknown[]): IsCanonical {
  const allowed = new Set(members);
  return (value) => allowed.has(value);
}

type CheckDef = z.core.$ZodChecks['_zod']['def'];

const checksOf = ({ checks = [] }: { readonly checks?: readonly z.core.$ZodCheck<never>[] | undefined }): readonly CheckDef[] =>
  checks.map((check) => check._zod.def as CheckDef); // `check` names zod's check; unknown names match no rule

function textTest(def: z.core.$ZodStringDef | z.core.$ZodStringFormatDef): IsCanonical {
  const own = 'check' in def ? [def] : []; // a format is itself a check
  const fits = allOf([...own, ...checksOf(def)].map(textRule));
  return (value) => typeof value === 'string' && fits(value);
}

/** Combines all rules into one test. Nearly every text and number has at most one rule, and these tests run hundreds of times in a task. */
function allOf<T>(rules: readonly ((value: T) => boolean)[]): (value: T) => boolean {
  const [first = () => true, ...others] = rules;
  if (others.length === 0) return first;
  const rest = allOf(others);
  return (value) => first(value) && rest(value);
}

/** The test for one check on a text. It fails for unknown kinds, so that zod decides. */
function textRule(def: CheckDef): (text: string) => boolean {
  if (def.check === 'min_length') return ({ length }) => length >= def.minimum;
  if (def.check === 'max_length') return ({ length }) => length <= def.maximum;
  const pattern = def.check === 'string_format' ? def.pattern : undefined;
  return pattern && !pattern.global && !pattern.sticky ? (text) => pattern.test(text) : () => false;
}

function numberTest(def: z.core.$ZodNumberDef & { format?: string }): IsCanonical {
  const whole = def.format === 'safeint';
  if (def.format !== undefined && !whole) return () => false;
  const fits = allOf(checksOf(def).map(numberRule));
  return (value) => typeof value === 'number' && (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) && fits(value);
}

function numberRule(def: CheckDef): (value: number) => boolean {
  if (def.check !== 'greater_than' && def.check !== 'less_than') return () => false;
  const { value: bound, inclusive } = def;
  const sign = def.check === 'greater_than' ? 1 : -1;
  return (value) => sign * (value - Number(bound)) > 0 || (inclusive && value === Number(bound));
}
