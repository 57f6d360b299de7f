/** What artoo asks the person during a task, and how their words are understood. */
import type { PayloadOf } from '../../contracts/messages.ts';
import { visible, visibleLines } from '../../contracts/visible.ts';
import type { Answers } from '../../engine/person.ts';
import { fit } from '../../view/wrap.ts';
import { type Confirming, confirm } from './confirm.ts';

export type Questions = Confirming & {
  /** Lets the person edit a plan, or go on with the text that they made of it before. Nothing when the editor failed. */
  readonly edit: (plan: Plan, draft: string | undefined) => Promise<Edit | undefined>;
};

type Plan = PayloadOf<'PlanReview'>;
/** The text as it was left, and the plan in it; `wrong` says why there is none, and neither that it was left as it was. */
export type Edit = { readonly draft: string; readonly edited?: Edited; readonly wrong?: string };
type Edited = Pick<PayloadOf<'PlanReply'>, 'task_criteria' | 'subtasks'>;

export function questionsFor(questions: Questions): Answers {
  const { prompter, screen, edit } = questions;
  const ask = (lines: readonly string[], question: string) => prompter.ask(['', ...fit(lines, screen().width)], question);
  return {
    clarify: async ({ question }) => (await ask(visibleLines(question), '(Enter alone: use your judgement) > ')) ?? '',
    confirm: (request) => confirm({ ...request, who: 'R3' }, questions),
    interrupted: (call) => decide(call, ask),
    review: (plan) => review(plan, ask, edit),
  };
}

/** Whoever does not say plainly what to do wants nothing done. */
async function decide(
  { tool, action, cwd }: PayloadOf<'InterruptedCall'>,
  ask: (lines: readonly string[], question: string) => Promise<string | undefined>,
): Promise<PayloadOf<'InterruptedReply'>['answer']> {
  const lines = [
    'artoo stopped while this was running; whether it took effect is unknown:',
    ...visibleLines(action).map((line) => `  ${line}`),
    `  (${visible(tool)} in ${visible(cwd)})`,
    '  What it sent may have arrived. If it was contained, it changed nothing here.',
    '  [d]one: continue   [a]gain: do it once more   [s]top: end the task',
  ];
  const answer = (await ask(lines, 'Which? [d/a/S] '))?.trim().toLowerCase() ?? '';
  if (/^d(one)?$/.test(answer)) return 'done';
  return /^a(gain)?$/.test(answer) ? 'again' : 'stop';
}

/** Nothing is carried out that was not shown: an edited plan is asked about again. */
async function review(
  plan: Plan,
  ask: (lines: readonly string[], question: string) => Promise<string | undefined>,
  edit: Questions['edit'],
) {
  let shown = plan;
  let edited: Edited = {};
  let draft: string | undefined;
  let lines = planLines(shown);
  for (;;) {
    const answer = (await ask(lines, 'Carry out this plan? [y]es, [n]o, [e]dit: '))?.trim().toLowerCase();
    if (answer === undefined || answer === '' || answer === 'n' || answer === 'no') return { approved: false };
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

/** Nothing but a plain yes is one. */
const isYes = (answer: string | undefined): boolean => /^y(es)?$/i.test(answer?.trim() ?? '');

export function planLines({ round, task_criteria, subtasks, reasons }: PayloadOf<'PlanReview'>): readonly string[] {
  return [
    ...reasons.map((reason) => `! ${visible(reason)}`),
    `Plan of round ${round}. It is done when:`,
    ...task_criteria.map(({ criterion, check }) => `  - ${visible(criterion)}${check ? ` [${check.kind}]` : ''}`),
    'Steps (equal numbers run in parallel):',
    ...subtasks.flatMap(({ sequence, intent, tools, context, success_criteria }) => [
      `  ${sequence}. ${visible(intent)} (${tools.map(visible).join(', ') || 'no tools'})`,
      ...(context.trim() === '' ? [] : visibleLines(context.trim()).map((line) => `     ${line}`)),
      ...success_criteria.map(({ criterion, check }) => `     - ${visible(criterion)}${check ? ` [${check.kind}]` : ''}`),
    ]),
  ];
}
