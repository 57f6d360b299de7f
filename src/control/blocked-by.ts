/**
 * What a directive forbids in the next plan: the table of SPEC §5. R2 rejects plans that use it (roles/r2-planner/admissible.ts), and R3 refuses the calls
 * (roles/r3-executor/may-call.ts).
 */
import type { PlanDirective } from '../contracts/control.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import type { Blocked, BlockedTarget } from '../contracts/plan.ts';
import { lastAttempt, toolsOf } from './calls.ts';
import type { MacroState } from './macro-state.ts';

/** What is known about a task's calls when a directive is chosen. */
export type Blocking = {
  readonly failing: readonly SubTaskOutcome[];
  readonly earlierTools: readonly string[];
  readonly failedCalls: readonly BlockedTarget[];
  readonly failedThisRound: readonly BlockedTarget[];
  /** Whether any failed criterion is classified as logical. */
  readonly isLogical: boolean;
};

type Sets = { readonly blocked_tools: Blocked['tools']; readonly blocked_targets: Blocked['targets'] };

export function blockedBy(state: 'accept' | MacroState, urgency: PlanDirective['urgency'], known: Blocking): Sets {
  const { blocked_tools, blocked_targets } = blockedIn(state, urgency, known);
  const isNeeded = neededIn(known.failing);
  return { blocked_tools: blocked_tools.filter((tool) => !isNeeded(tool)), blocked_targets };
}

function blockedIn(state: 'accept' | MacroState, urgency: PlanDirective['urgency'], known: Blocking): Sets {
  const used = toolsOf(known.failing.flatMap(({ tool_calls }) => tool_calls));
  switch (state) {
    case 'break_symmetry':
      return { blocked_tools: used, blocked_targets: [] };
    case 'change_approach': {
      const tools = { low: blamedTools(known), normal: used, high: [...new Set([...used, ...known.earlierTools])] };
      return { blocked_tools: tools[urgency], blocked_targets: [] };
    }
    case 'change_path':
      return { blocked_tools: [], blocked_targets: known.failedCalls };
    case 'refine':
      return { blocked_tools: [], blocked_targets: urgency === 'low' ? known.failedThisRound : known.failedCalls };
    case 'accept':
    case 'success':
    case 'abandon':
      return { blocked_tools: [], blocked_targets: [] };
  }
}

/** The tools of the last attempts that failed logically; if the task criteria failed logically, also the tools of every matched sub-task. */
function blamedTools({ failing, isLogical }: Blocking): readonly string[] {
  const blamed = failing.filter(
    ({ status, criteria_verdicts }) =>
      (status === 'matched' && isLogical) ||
      criteria_verdicts.some(({ verdict, failure_class }) => verdict !== 'pass' && failure_class === 'logical'),
  );
  return toolsOf(blamed.flatMap(({ tool_calls }) => lastAttempt(tool_calls)));
}

/**
 * Whether a criterion names the program, in its text or in the command that checks it: a program that the goal itself runs is not the wrong tool,
 * however it was used.
 */
function neededIn(failing: readonly SubTaskOutcome[]): (tool: string) => boolean {
  const texts = failing.flatMap(({ success_criteria }) =>
    success_criteria.flatMap(({ criterion, check }) => [criterion, check?.kind === 'command' ? check.run : '']),
  );
  const named = new Set(texts.flatMap((text) => text.match(/[\w.+-]+/g) ?? []));
  return (tool) => tool.includes(':') && named.has(tool.slice(tool.indexOf(':') + 1));
}
