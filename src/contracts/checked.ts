/** Checks what a program hands to a function of the package, where the types cannot. */
import type { z } from 'zod';
import { ArtooError, type ErrorCode } from './errors.ts';

/** The value itself, untouched. Throws under `code` and says in words that follow `what` where it does not fit. */
export function checked<T>(schema: z.ZodType, value: T, code: ErrorCode, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return value;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  throw new ArtooError(code, `${what}${path}: ${issue?.message ?? 'does not fit'}`);
}
