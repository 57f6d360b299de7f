/** Asks whether to carry out a plan. Only a plan that was shown is approved: the question is asked again for an edited plan. */
import type { PayloadOf } from '../../../contracts/messages.ts';
import { visible } from '../../../contracts/text/visible.ts';
import type { About } from '../../../view/asking/harm-lines.ts';
import { planLines } from '../../../view/asking/plan-lines.ts';
import { whyReview } from '../../../view/asking/why-questions.ts';
import type { Screen } from '../../../view/pages.ts';
import { type Paint, withoutColour } from '../../../view/style/paint.ts';
import { fit } from '../../../view/wrap.ts';
import { isYes, type Prompter } from '../prompter.ts';
import { askInstead, undecided } from './ask-instead.ts';
import { menuRows, notUnderstood } from './menu.ts';
import { readNo } from './read-no.ts';

type Plan = PayloadOf<'PlanReview'>;
type Edited = Pick<PayloadOf<'PlanReply'>, 'task_criteria' | 'subtasks'>;

/** The saved text, and the plan in it or why it cannot be read; without either, the plan is unchanged. */
export type Edit = { readonly draft: string; readonly edited?: Edited; readonly wrong?: string };

export type Reviewing = {
  readonly prompter: Prompter;
  readonly screen: () => Screen;
  readonly paint?: Paint;
  /** Lets the person edit a plan, or their earlier draft of it. Undefined if the editor failed. */
  readonly edit: (plan: Plan, draft: string | undefined) => Promise<Edit | undefined>;
};

const labels = ['y yes', 'n no (and what to do instead)', 'e edit the plan', 'w why'];
const keys = ['y', 'n', 'e', 'w'];

/** No answer means no. */
export async function reviewPlan(plan: Plan, reviewing: Reviewing, about?: About): Promise<PayloadOf<'PlanReply'>> {
  const { prompter, screen, edit, paint = withoutColour } = reviewing;
  let shown = plan;
  let edited: Edited = {};
  let draft: string | undefined;
  let lines: readonly string[] = planLines(shown);
  for (;;) {
    const { width } = screen();
    const said = await prompter.ask(['', ...fit(lines, width), ...menuRows(labels, width).map(paint)], 'Carry out this plan? ', 'task');
    if (said === undefined) return { approved: false, unanswered: true };
    const no = readNo(said);
    if (no?.instead !== undefined) return { approved: false, instead: no.instead };
    const answer = said.trim().toLowerCase();
    if (no) {
      const given = await askInstead(reviewing, 'the task');
      if (given) return { approved: false, ...given };
      lines = [undecided];
    } else if (isYes(answer)) {
      if (shown.reasons.length === 0) return { approved: true, ...edited };
      lines = ['It cannot be carried out as it is: edit it, or say no.'];
    } else if (answer === 'e' || answer === 'edit') {
      const made = await edit(shown, draft);
      if (made?.edited) {
        edited = made.edited;
        const { task_criteria = shown.task_criteria, subtasks = shown.subtasks } = edited;
        shown = { ...shown, task_criteria, subtasks, reasons: [] };
      }
      draft = made?.edited ? undefined : (made?.draft ?? draft);
      lines = made?.edited ? planLines(shown) : [whyUnchanged(made)];
    } else if (answer === 'w' || answer === 'why') lines = whyReview(shown, about);
    else lines = [notUnderstood(said, keys, true)];
  }
}

function whyUnchanged(made: Edit | undefined): string {
  if (!made) return 'The editor did not start, or ended with an error.';
  return made.wrong === undefined ? 'The plan is unchanged.' : `That plan cannot be read: ${visible(made.wrong)}`;
}
