/** A rule that comes with a yes counts at once, for everything that follows. */

import type { Confirmed } from '../engine/person.ts';
import { readRule } from '../laws/rules/read-rule.ts';
import type { Permissions } from '../tools/asking/permissions.ts';

/** One that cannot be read allows nothing: the yes itself still counts once. */
export function applyRule(
  { allowed, rule: text }: Confirmed,
  permissions: Permissions,
  base: { readonly cwd: string; readonly home: string },
): void {
  const rule = allowed && text !== undefined ? readRule(text, base) : undefined;
  if (rule && !('wrong' in rule)) permissions.add(rule);
}
