/** Validates the arguments that a program passes to the package, for callers without types. */
import { z } from 'zod';
import { ArtooError, type ErrorCode } from '../errors.ts';

/** Returns the value unchanged. Throws `code` if it does not fit; the message starts with `what` and the path. */
export function checked<T>(schema: z.ZodType, value: T, code: ErrorCode, what = ''): T {
  const parsed = schema.safeParse(value, { error: expected, reportInput: true });
  if (parsed.success) return value;
  const { issues } = parsed.error;
  const issue = issues.find(isUnknownKey) ?? issues[0]; // a misspelt key explains why the right one is missing
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const place = `${what}${path}`.replace(/^\./, '') || 'the argument';
  const verb = issue && isUnknownKey(issue) ? 'has' : issue?.input === undefined ? 'is missing; pass' : 'must be';
  throw new ArtooError(code, `${place} ${verb} ${issue?.message}`);
}

/** A range of numbers, both ends included. */
export type Range = { readonly min: number; readonly max?: number; readonly whole?: boolean };

/** A finite number in a range. */
export function numberIn({ min, max = Number.MAX_VALUE, whole = false }: Range) {
  const fits = (value: unknown) =>
    (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) && Number(value) >= min && Number(value) <= max;
  const limits = max === Number.MAX_VALUE ? `of ${min} or more` : `from ${min} to ${max.toLocaleString('en-US')}`;
  return z.custom<number>(fits, { error: `a ${whole ? 'whole ' : ''}number ${limits}` });
}

const isUnknownKey = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';

const kinds: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  date: 'a valid Date',
  number: 'a finite number',
  object: 'an object',
  string: 'a string',
};

/** What was expected; undefined if zod's own message is good enough. */
function expected(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected];
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'too_small':
      return 'a string that is not empty';
    case 'too_big':
      return `a string of at most ${issue.maximum.toLocaleString('en-US')} characters`;
    case 'invalid_format':
      return 'an ISO 8601 time in UTC';
    case 'unrecognized_keys': {
      const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      return `an unknown key, ${issue.keys.join(', ')} (known: ${known.join(', ')})`;
    }
    default:
      return undefined;
  }
}
