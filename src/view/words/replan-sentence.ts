/** Why there is another plan, in plain words. Pure. */
import type { Directive, PlanDirective } from '../../contracts/control.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { isIdle } from '../../laws/commands/line/idle-programs.ts';
import { aimText } from './aim-text.ts';
import { actionPhrase } from './call-words.ts';

type Directed = Pick<PlanDirective, 'directive' | 'failed_criterion' | 'blocked_tools' | 'blocked_targets' | 'steered'>;

export function replanSentence({ directive, failed_criterion, blocked_tools, blocked_targets, steered = false }: Directed): string {
  if (steered) return 'You have said more since the plan was made; the next plan takes it into account.';
  const missed = failed_criterion === null ? 'That was not enough' : `Not met yet: ${oneLine(aimText(failed_criterion), 160)}`;
  const failed = [
    ...blocked_tools.filter((tool) => !isIdle(tool)).map((tool) => actionPhrase(tool)),
    ...blocked_targets.map(({ tool, target }) => actionPhrase(tool, target)),
  ];
  return `${missed}. ${failed.length === 0 ? changes[directive] : `It plans again, without what did not work: ${some(failed)}`}.`;
}

const changes = {
  break_symmetry: 'It plans something quite different',
  change_approach: 'It plans another approach',
  change_path: 'It plans other steps',
  refine: 'It plans the same again, more carefully',
} as const satisfies Record<Directive, string>;

/** The first few calls, and how many more there are. */
function some(calls: readonly string[]): string {
  const named = calls.slice(0, 3).map((call) => oneLine(call, 80));
  const more = calls.length > 3 ? [`${calls.length - 3} more`] : [];
  return new Intl.ListFormat('en', { type: 'conjunction' }).format([...named, ...more]);
}
