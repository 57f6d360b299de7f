/** Why the controller decided as it did, in one sentence that a person can act on: the state, the numbers, what changes next. */
import { oneLine } from '../contracts/text/shorten.ts';
import type { Decision } from './decide.ts';

/** `missed`: how many criteria were missed. `because`: why the task ends, if it does. */
export function rationale(findings: Omit<Decision, 'rationale'>, missed: number, because = ''): string {
  return `${findings.macro_state}: ${numbers(findings, missed)}; ${because || whatChanges(findings)}.`;
}

function numbers({ loss: { D, P, Omega }, grad_l, failure_class, prev_directive }: Omit<Decision, 'rationale'>, missed: number): string {
  const nothing = D === 0 ? 'nothing is missing' : 'nothing was judged';
  const gap = missed === 0 ? nothing : `${missed} ${missed === 1 ? 'criterion' : 'criteria'} missed`;
  const trend = prev_directive === 'init' ? 'first round' : `∇L ${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;
  const of = missed === 0 ? '' : ` ${failure_class}`;
  return `${gap} (D ${D.toFixed(2)}, P ${P.toFixed(2)}${of}, Ω ${Omega.toFixed(2)}, ${trend})`;
}

function whatChanges({ macro_state, blocked_tools, blocked_targets, failed_criterion }: Omit<Decision, 'rationale'>): string {
  const next = failed_criterion === null ? '' : `, to meet "${clip(failed_criterion)}"`;
  switch (macro_state) {
    case 'break_symmetry':
    case 'change_approach':
      return blocked_tools.length === 0
        ? `the next plan takes another approach${next}`
        : `the next plan does without ${some(blocked_tools)}${next}`;
    case 'change_path':
    case 'refine':
      return blocked_targets.length === 0
        ? `the next plan ${macro_state === 'refine' ? 'makes it more precise' : 'keeps its approach but takes another path'}${next}`
        : `the next plan keeps its approach but not ${some(blocked_targets.map(({ tool, target }) => `${tool} ${target}`))}${next}`;
    case 'accept':
      return 'every criterion passed';
    case 'success':
      return 'close enough to deliver with its gaps';
    case 'abandon':
      return 'what was achieved is handed over';
  }
}

/** The first few items, to keep the sentence short. */
function some(items: readonly string[]): string {
  const named = items.slice(0, 3).map(clip).join(', ');
  return items.length > 3 ? `${named} and ${items.length - 3} more` : named;
}

const clip = (text: string): string => oneLine(text, 80);
