/**
 * A fast yes for values that need no parsing. Parsing a payload costs as much as writing it; nearly all drafts already are what parsing would give, and
 * seeing that costs a tenth. The schema stays the authority: whatever is not plainly canonical is parsed.
 */
import { z } from 'zod';

export type IsCanonical = (value: unknown) => boolean;

/** Reads what is canonical as it is, and parses the rest; nothing where it does not fit. */
export function quickReader<T>(schema: z.ZodType<T>): (value: unknown) => T | undefined {
  const isCanonical = canonicalTest(schema);
  return (value) => (isCanonical(value) ? (value as T) : schema.safeParse(value).data); // as the test says
}

/** A test that is true only for values that `schema` accepts and would give back as they are. It may be false for some of those. */
export function canonicalTest(schema: z.core.$ZodType): IsCanonical {
  if (schema instanceof z.ZodObject) return objectTest(schema);
  if (schema instanceof z.ZodArray) return listTest(canonicalTest(schema.element));
  if (schema instanceof z.ZodRecord) return recordTest(canonicalTest(schema.keyType), canonicalTest(schema.valueType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return canonicalTest(schema.def.innerType);
  if (schema instanceof z.ZodNullable) return orNull(canonicalTest(schema.def.innerType));
  if (schema instanceof z.ZodDiscriminatedUnion) return unionTest(schema);
  if (schema instanceof z.ZodEnum) return memberTest(schema.options);
  if (schema instanceof z.ZodLiteral) return memberTest([...schema.values]);
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textTest(schema.def);
  if (schema instanceof z.ZodNumber) return numberTest(schema.def);
  if (schema instanceof z.ZodCustom) return (value) => value !== undefined && schema.def.fn(value) === true;
  return () => false;
}

/** Plain object, every known key in order of its schema as it should be, and no other. */
function objectTest({ shape }: z.ZodObject): IsCanonical {
  const keys = Object.keys(shape);
  const tests = keys.map((key) => canonicalTest(shape[key]));
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
    for (const key in candidate) if (key === '__proto__' || !isKey(key) || !isValue(candidate[key])) return false; // zod leaves that one out
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

const orNull =
  (test: IsCanonical): IsCanonical =>
  (value) =>
    value === null || test(value);

function unionTest(schema: z.ZodDiscriminatedUnion): IsCanonical {
  const tests = schema.options.map(canonicalTest);
  return (value) => tests.some((test) => test(value));
}

function memberTest(members: readonly unknown[]): IsCanonical {
  const allowed = new Set(members);
  return (value) => allowed.has(value);
}

type CheckDef = z.core.$ZodChecks['_zod']['def'];

const checksOf = ({ checks = [] }: { readonly checks?: readonly z.core.$ZodCheck<never>[] | undefined }): readonly CheckDef[] =>
  checks.map((check) => check._zod.def as CheckDef); // by `check` zod's own say which they are; any other matches none of them

function textTest(def: z.core.$ZodStringDef | z.core.$ZodStringFormatDef): IsCanonical {
  const own = 'check' in def ? [def] : []; // a format is its own check
  const rules = [...own, ...checksOf(def)].map(textRule);
  const [only] = rules;
  if (only && rules.length === 1) return (value) => typeof value === 'string' && only(value);
  return (value) => typeof value === 'string' && rules.every((rule) => rule(value));
}

/** One check on a text. A kind that is not known here is a no: then zod decides. */
function textRule(def: CheckDef): (text: string) => boolean {
  switch (def.check) {
    case 'min_length': {
      const { minimum } = def;
      return (text) => text.length >= minimum;
    }
    case 'max_length': {
      const { maximum } = def;
      return (text) => text.length <= maximum;
    }
    case 'string_format': {
      const { pattern } = def;
      return pattern && !pattern.global && !pattern.sticky ? (text) => pattern.test(text) : () => false;
    }
    default:
      return () => false;
  }
}

function numberTest(def: z.core.$ZodNumberDef & { format?: string }): IsCanonical {
  const whole = def.format === 'safeint';
  if (def.format !== undefined && !whole) return () => false;
  const rules = checksOf(def).map(numberRule);
  return (value) =>
    typeof value === 'number' && (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) && rules.every((rule) => rule(value));
}

function numberRule(def: CheckDef): (value: number) => boolean {
  if (def.check !== 'greater_than' && def.check !== 'less_than') return () => false;
  const { value: bound, inclusive } = def;
  const sign = def.check === 'greater_than' ? 1 : -1;
  return (value) => sign * (value - Number(bound)) > 0 || (inclusive && value === Number(bound));
}
