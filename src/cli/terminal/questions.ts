/** What artoo asks the person during a task, and how answers are read. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import type { Answers } from '../../engine/person.ts';
import { fit } from '../../view/wrap.ts';
import { type Confirming, confirm } from './confirm.ts';
import { isYes } from './prompter.ts';
import { readNo } from './read-no.ts';

export type Questions = Confirming & {
  /** Lets the person edit a plan, or their earlier draft of it. Undefined when the editor failed. */
  readonly edit: (plan: Plan, draft: string | undefined) => Promise<Edit | undefined>;
};

type Ask = (lines: readonly string[], question: string) => Promise<string | undefined>;
type Plan = PayloadOf<'PlanReview'>;
/** The text that was saved, and the plan in it or why it cannot be read; without either, the plan is unchanged. */
export type Edit = { readonly draft: string; readonly edited?: Edited; readonly wrong?: string };
type Edited = Pick<PayloadOf<'PlanReply'>, 'task_criteria' | 'subtasks'>;

export function questionsFor(questions: Questions): Answers {
  const { prompter, screen, edit } = questions;
  let allowed: PayloadOf<'ConfirmRequest'> | undefined; // what the person said yes to last
  const ask: Ask = (lines, question) => prompter.ask(['', ...fit(lines, screen().width)], question, 'task');
  return {
    clarify: async ({ question }) => (await ask([...visibleLines(question), '(Enter alone: use your judgement)'], 'Answer: ')) ?? '',
    async confirm(request) {
      const isAgain = allowed?.action === request.action && allowed.network === request.network && allowed.hash !== request.hash;
      const said = await confirm({ ...request, who: 'R3', isAgain }, questions);
      allowed = said.allowed ? request : undefined;
      return said;
    },
    interrupted: (call) => decide(call, ask),
    review: (plan) => review(plan, ask, edit),
  };
}

/** What is not understood is asked again; no answer at all means stop. */
async function decide({ tool, action, cwd }: PayloadOf<'InterruptedCall'>, ask: Ask): Promise<PayloadOf<'InterruptedReply'>['answer']> {
  let lines = [
    'artoo was stopped while this ran; whether it took effect is unknown:',
    ...visibleLines(action).map((line) => `  ${line}`),
    `  (${visible(tool)} in ${visible(cwd)})`,
    '  What it sent may have arrived. If it was contained, it changed nothing here.',
    '  d done, go on · a again: do it once more · s stop: end the task',
  ];
  for (;;) {
    const answer = (await ask(lines, 'Which? '))?.trim().toLowerCase() ?? 's';
    const found = (['done', 'again', 'stop'] as const).find((word) => word === answer || word.slice(0, 1) === answer);
    if (found) return found;
    lines = ['  Type d, a or s.'];
  }
}

/** Only a plan that was shown is approved: an edited one is asked about again. */
async function review(plan: Plan, ask: Ask, edit: Questions['edit']) {
  let shown = plan;
  let edited: Edited = {};
  let draft: string | undefined;
  let lines = planLines(shown);
  for (;;) {
    const said = await ask([...lines, '  y yes · n no · n and a sentence: no, and what instead · e edit'], 'Carry out this plan? ');
    const no = said === undefined ? { instead: undefined } : readNo(said);
    if (no) return { approved: false, ...(no.instead !== undefined && { instead: no.instead }) };
    const answer = said?.trim().toLowerCase();
    lines = [];
    if (isYes(answer) && shown.reasons.length === 0) return { approved: true, ...edited };
    if (isYes(answer)) lines = ['It cannot be carried out as it is: edit it, or say no.'];
    if (answer !== 'e' && answer !== 'edit') continue;
    const made = await edit(shown, draft);
    if (made?.edited) {
      edited = made.edited;
      const { task_criteria = shown.task_criteria, subtasks = shown.subtasks } = edited;
      shown = { ...shown, task_criteria, subtasks, reasons: [] };
      draft = undefined;
      lines = planLines(shown);
    } else {
      draft = made?.draft ?? draft;
      lines = [whyNot(made)];
    }
  }
}

function whyNot(made: Edit | undefined): string {
  if (!made) return 'The editor did not start, or ended with an error.';
  return made.wrong === undefined ? 'The plan is unchanged.' : `That plan cannot be read: ${visible(made.wrong)}`;
}

/** A plan as the person reviews it. */
export function planLines({ round, task_criteria, subtasks, reasons }: Plan): readonly string[] {
  const criterionLine = ({ criterion, check }: Criterion) => `- ${visible(criterion)}${check ? ` [${check.kind}]` : ''}`;
  return [
    ...reasons.map((reason) => `! ${visible(reason)}`),
    `Plan for round ${round}. It is done when:`,
    ...task_criteria.map((criterion) => `  ${criterionLine(criterion)}`),
    'Steps (equal numbers run in parallel):',
    ...subtasks.flatMap(({ sequence, intent, tools, context, success_criteria }) => [
      `  ${sequence}. ${visible(intent)} (${tools.map(visible).join(', ') || 'no tools'})`,
      ...(context.trim() === '' ? [] : visibleLines(context.trim()).map((line) => `     ${line}`)),
      ...success_criteria.map((criterion) => `     ${criterionLine(criterion)}`),
    ]),
  ];
}
