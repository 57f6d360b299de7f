/** Words that more than one row is made of. Pure. */
import type { FinalResult, PlanDirective } from '../../contracts/control.ts';
import type { CriterionStory } from '../../history/story/criteria.ts';

/** How a task ended, in a word or three. */
export const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

/** How it ended, in a line. */
export const headline = ({ directive, reason, summary }: Pick<FinalResult, 'directive' | 'reason' | 'summary'>): string =>
  `${heading[directive]} (${reason}): ${summary}`;

/** What the next plan must do without. */
export const blockedIn = ({
  blocked_tools,
  blocked_targets,
}: Pick<PlanDirective, 'blocked_tools' | 'blocked_targets'>): readonly string[] => [
  ...blocked_tools,
  ...blocked_targets.map(({ tool, target }) => `${tool} ${target}`),
];

/** Why, without the numbers that stand beside it. */
export const reasonIn = ({ rationale, directive }: { readonly rationale: string; readonly directive: string }): string =>
  rationale.replace(`${directive}: `, '').replace(/ \(D [^)]*\)/, '');

/** What must be true, how much it counts, and what decides it. */
export const criterionText = ({ criterion, weight, check }: CriterionStory): string =>
  `${criterion} (${weight === 1 ? '' : `weight ${weight}, `}${check === null ? 'a model judges' : check})`;
