/** Texts that several rows and views share. Pure. */
import type { FinalResult, PlanDirective } from '../../contracts/control.ts';
import type { CriterionStory } from '../../history/story/criteria.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { aimText } from './aim-text.ts';
import { failureWords } from './failure-words.ts';

/** How a task ended, in a few words. */
export const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

/** How a task ended, in one line. */
export const headline = ({ directive, summary }: Pick<FinalResult, 'directive' | 'summary'>): string => `${heading[directive]}: ${summary}`;

/** Like `headline`, for views that also show everything that happened: the goal and errors are not repeated. */
export function headlineBeside({ result, reading }: Pick<TaskStory, 'result' | 'reading'>): string {
  if (!result) return '';
  const { directive, summary, failure } = result;
  if (failure !== null) return `${heading[directive]}: ${failureWords(failure)}`;
  return directive === 'accept' && summary === reading?.intent ? heading.accept : headline(result);
}

/** What the next plan must do without. */
export const blockedIn = (tools: PlanDirective['blocked_tools'], targets: PlanDirective['blocked_targets']): readonly string[] => [
  ...tools,
  ...targets.map(({ tool, target }) => `${tool} ${target}`),
];

/** A rationale without its directive and figures, which have rows of their own. */
export const reasonIn = ({ rationale, directive }: { readonly rationale: string; readonly directive: string }): string =>
  rationale.replace(`${directive}: `, '').replace(/ \(D [^)]*\)/, '');

/** What must be true; if a model decides it instead of a check, that is added. */
export const criterionText = ({ criterion, check }: CriterionStory): string =>
  `${aimText(criterion)}${check === null ? ' (a model judges)' : ''}`;

/** The weight of a criterion, and the check that decides it; empty if there is nothing to say. */
export const criterionFigures = ({ weight, check }: CriterionStory): string =>
  [...(weight === 1 ? [] : [`weight ${weight}`]), ...(check === null ? [] : [`check: ${check}`])].join(', ');
