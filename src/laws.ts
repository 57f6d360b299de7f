/** `artoo/laws`: what a command line does, told before it runs, and what permission rules say about it. Pure and stable. */
export type { Effect, FileChange } from './laws/effect.ts';
export type { Verdict } from './laws/finding.ts';
export { type Inspection, inspectCommand } from './laws/inspect-command.ts';
export { type Rule, readRule, type Use } from './laws/read-rule.ts';
export { type Action, type Decision, decideByRules, type RuleSet } from './laws/rules.ts';
export type { Context } from './laws/target.ts';
