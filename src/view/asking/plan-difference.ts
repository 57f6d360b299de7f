/** How a plan differs from the one that the person rejected: in its steps, their tools, or what must be true at the end. Pure. */
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible } from '../../contracts/text/visible.ts';

type Planned = Pick<PayloadOf<'PlanReview'>, 'task_criteria' | 'subtasks'>;

export function planDifference(before: Planned, now: Planned): string {
  const kinds = [stepsIn(before, now), toolsIn(before, now), aimsIn(before, now)].filter((kind) => kind !== '');
  return kinds.length === 0 ? 'It is the same plan as before.' : `It differs in ${new Intl.ListFormat('en').format(kinds)}.`;
}

function stepsIn(before: Planned, now: Planned): string {
  const [was, is] = [stepTexts(before), stepTexts(now)];
  if (sameTexts(was, is)) return '';
  return was.length === is.length ? 'its steps' : `its steps (${is.length} instead of ${was.length})`;
}

function toolsIn(before: Planned, now: Planned): string {
  const [was, is] = [toolNames(before), toolNames(now)];
  const [gone, added] = [listed(was, is), listed(is, was)];
  if (gone && added) return `its tools (${added} instead of ${gone})`;
  if (added) return `its tools (now also ${added})`;
  return gone ? `its tools (no longer ${gone})` : '';
}

function aimsIn(before: Planned, now: Planned): string {
  return sameTexts(aimTexts(before), aimTexts(now)) ? '' : 'what must be true at the end';
}

const stepTexts = ({ subtasks }: Planned): readonly string[] => subtasks.map(({ sequence, intent }) => `${sequence}. ${intent}`);
const toolNames = ({ subtasks }: Planned): Set<string> => new Set(subtasks.flatMap(({ tools }) => tools));
const aimTexts = ({ task_criteria }: Planned): readonly string[] => task_criteria.map(({ criterion }) => criterion);
/** Items that the other list lacks. */
const listed = (names: ReadonlySet<string>, others: ReadonlySet<string>): string =>
  [...names]
    .filter((name) => !others.has(name))
    .map(visible)
    .join(', ');

const sameTexts = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((text, at) => text === b[at]);
