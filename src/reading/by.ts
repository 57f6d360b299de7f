/** Schemas of settings, built from readers that report errors in words. */
import { z } from 'zod';
import type { Read } from './quantities.ts';

/** The value that a reader returns, or its error. */
export const by = <T>(read: (raw: unknown) => Read<T>) =>
  z.unknown().transform((raw, context) => {
    const result = read(raw);
    if (result.ok) return result.value;
    context.addIssue(result.error);
    return z.NEVER;
  });

/** A map with exactly these fields. */
export const section = <const F extends z.ZodRawShape>(fields: F, what: string) => z.strictObject(fields, { error: `must be ${what}` });
