/** Schema errors, in words for a person or a model. */
import type { z } from 'zod';

/**
 * The first three problems, each as `path: what`, on one line. `input` is the value that did not fit: if it is given, fields that it lacks are
 * reported as missing.
 */
export function explain(error: z.ZodError, input?: unknown): string {
  const problems = error.issues.slice(0, 3).map(({ path, message }) => {
    if (path.length === 0) return message;
    return input !== undefined && valueAt(input, path) === undefined ? `${path.join('.')} is missing` : `${path.join('.')}: ${message}`;
  });
  return problems.join('; ');
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? (parent as Readonly<Record<PropertyKey, unknown>>)[key] : undefined), // any object can be read by key
    input,
  );
