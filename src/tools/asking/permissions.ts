/** What the person allows, wants to be asked about, or forbids. More can be allowed while tasks run, for one task or for all. */
import { narrowRuleFor } from '../../laws/rules/narrow-rule.ts';
import { folderAt } from '../../laws/rules/path-pattern.ts';
import type { Rule } from '../../laws/rules/read-rule.ts';
import { type Action, type Decision, decideByRules, type RuleSet } from '../../laws/rules/rules.ts';

export type Permissions = {
  /** If a task is given, rules for that task count too. */
  decide(action: Action, task_id?: string): Decision;
  /** The narrow rule that would allow this kind of action; undefined if no rule may. */
  narrow(action: Action): string | undefined;
  /** The folders that rules free for commands. */
  folders(task_id?: string): readonly string[];
  /** Allows more from now on, for one task or for all. */
  add(rule: Rule, task_id?: string): void;
};

const none: RuleSet = { allow: [], ask: [], deny: [] };

export function createPermissions({ allow, ask, deny }: RuleSet = none): Permissions {
  const allowed = [...allow];
  const byTask = new Map<string, Rule[]>();
  const allowedFor = (task_id = ''): readonly Rule[] => {
    const own = byTask.get(task_id);
    return own ? [...allowed, ...own] : allowed;
  };
  return {
    decide: (action, task_id) => decideByRules({ allow: allowedFor(task_id), ask, deny }, action),
    narrow: narrowRuleFor,
    folders: (task_id) =>
      allowedFor(task_id).flatMap((rule) => (rule.tool === 'folder' && rule.neverAllows === undefined ? [folderAt(rule.path)] : [])),
    add(rule, task_id) {
      if (task_id === undefined) allowed.push(rule);
      else byTask.set(task_id, [...(byTask.get(task_id) ?? []), rule]);
    },
  };
}
