/** Texts that several rows and views share. Pure. */
import type { FinalResult, PlanDirective } from '../../contracts/control.ts';
import type { CriterionStory } from '../../history/story/criteria.ts';

/** How a task ended, in a few words. */
export const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

/** How it ended, in a line. */
export const headline = ({ directive, reason, summary }: Pick<FinalResult, 'directive' | 'reason' | 'summary'>): string =>
  `${heading[directive]} (${reason}): ${summary}`;

/** What the next plan must do without. */
export const blockedIn = (tools: PlanDirective['blocked_tools'], targets: PlanDirective['blocked_targets']): readonly string[] => [
  ...tools,
  ...targets.map(({ tool, target }) => `${tool} ${target}`),
];

/** A rationale without its directive and figures, which have rows of their own. */
export const reasonIn = ({ rationale, directive }: { readonly rationale: string; readonly directive: string }): string =>
  rationale.replace(`${directive}: `, '').replace(/ \(D [^)]*\)/, '');

/** What must be true, how much it counts, and what decides it. */
export const criterionText = ({ criterion, weight, check }: CriterionStory): string =>
  `${criterion} (${weight === 1 ? '' : `weight ${weight}, `}${check === null ? 'a model judges' : check})`;
