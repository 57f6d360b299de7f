/** Schema errors, in words for a person or a model. */
import type { z } from 'zod';

/** The first three problems, each as `path: what`. */
export function explain(error: z.ZodError): string {
  const issues = error.issues.slice(0, 3).map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  return issues.join('; ');
}
