/** `artoo/laws`: what a command line would do, before it runs, and what permission rules decide about it. Pure and stable. */

export type { Verdict } from './laws/commands/finding.ts';
export { type Inspection, inspectCommand } from './laws/commands/inspect-command.ts';
export type { Context } from './laws/commands/target.ts';
export type { Effect, FileChange } from './laws/effect.ts';
export { type Rule, readRule, type Use } from './laws/rules/read-rule.ts';
export { type Action, type Decision, decideByRules, type RuleSet } from './laws/rules/rules.ts';
