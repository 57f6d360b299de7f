/** Texts that several rows and views share. Pure. */
import type { FinalResult, PlanDirective } from '../../contracts/control.ts';
import { type RefusedPart, refusedPart } from '../../contracts/refused-part.ts';
import type { CriterionStory } from '../../history/story/criteria.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { aimText } from './aim-text.ts';
import { failureWords } from './failure-words.ts';

/** What a directive that ends a task says, in a few words. */
export const heading = { accept: 'Done', success: 'Delivered with gaps', abandon: 'Not done' } as const;

/** The headings of a task that met its criteria; the sign and colour of the last two are those of a result with gaps. */
const met = {
  none: heading.accept,
  some: 'Done, except for what you refused',
  all: 'Nothing was changed, because you refused it',
} as const satisfies Record<RefusedPart, string>;

type Ended = Pick<FinalResult, 'directive'> & { readonly refused_part: RefusedPart };

/** How a task ended: a few words, and what kind of end it is for the person. Something refused never looks done. */
export const endOf = ({ directive, refused_part }: Ended): { readonly kind: FinalResult['directive']; readonly text: string } =>
  directive === 'accept'
    ? { kind: refused_part === 'none' ? 'accept' : 'success', text: met[refused_part] }
    : { kind: directive, text: heading[directive] };

/** How a task ended, in one line. */
export const headline = (result: Pick<FinalResult, 'directive' | 'summary' | 'declined' | 'changed'>): string =>
  `${endOf({ ...result, refused_part: refusedPart(result) }).text}: ${result.summary}`;

/** Like `headline`, for views that also show everything that happened: the goal and errors are not repeated. */
export function headlineBeside({ result, reading }: Pick<TaskStory, 'result' | 'reading'>): string {
  if (!result) return '';
  const { directive, summary, failure } = result;
  const { text } = endOf(result);
  if (failure !== null) return `${text}: ${failureWords(failure)}`;
  return directive === 'accept' && summary === reading?.intent ? text : `${text}: ${summary}`;
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
