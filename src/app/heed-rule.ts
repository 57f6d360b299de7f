/** A rule that comes with a yes counts at once, for everything that follows. */
import { readRule } from '../laws/read-rule.ts';
import type { Confirmed } from '../roles/person.ts';
import type { Permissions } from '../tools/permissions.ts';

/** One that cannot be read allows nothing: the yes itself still counts once. */
export function heedRule(
  { allowed, rule: text }: Confirmed,
  permissions: Permissions,
  base: { readonly cwd: string; readonly home: string },
): void {
  const rule = allowed && text !== undefined ? readRule(text, base) : undefined;
  if (rule && !('wrong' in rule)) permissions.add(rule);
}
