/** Checks the arguments that a program passes to the package, for callers without types. */
import type { z } from 'zod';
import { ArtooError, type ErrorCode } from './errors.ts';

/** Returns the value itself, untouched. Throws `code` where it does not fit; the message starts with `what` and the path. */
export function checked<T>(schema: z.ZodType, value: T, code: ErrorCode, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return value;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  throw new ArtooError(code, `${what}${path}: ${issue?.message ?? 'does not fit'}`);
}
