/** What the person allows, wants to be asked about, and forbids; more may be allowed while tasks run. */
import { narrowRuleFor } from '../../laws/rules/narrow-rule.ts';
import { folderAt } from '../../laws/rules/path-pattern.ts';
import type { Rule } from '../../laws/rules/read-rule.ts';
import { type Action, type Decision, decideByRules, type RuleSet } from '../../laws/rules/rules.ts';

export type Permissions = {
  decide(action: Action): Decision;
  /** The narrow rule that would allow this kind of action; undefined where none may. */
  narrow(action: Action): string | undefined;
  /** The folders that rules name as free for commands. */
  folders(): readonly string[];
  /** Allows more from now on. */
  add(rule: Rule): void;
};

const none: RuleSet = { allow: [], ask: [], deny: [] };

export function createPermissions({ allow, ask, deny }: RuleSet = none): Permissions {
  const allowed = [...allow];
  return {
    decide: (action) => decideByRules({ allow: allowed, ask, deny }, action),
    narrow: narrowRuleFor,
    folders: () => allowed.flatMap((rule) => (rule.tool === 'folder' && rule.neverAllows === undefined ? [folderAt(rule.path)] : [])),
    add: (rule) => void allowed.push(rule),
  };
}
