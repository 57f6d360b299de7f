/** What artoo asks the person during a task, and how their words are understood. */
import type { PayloadOf } from '../contracts/messages.ts';
import { visible, visibleLines } from '../contracts/visible.ts';
import type { Answers } from '../roles/person.ts';
import type { Prompter } from './prompter.ts';

export type Questions = {
  readonly prompter: Prompter;
  readonly note: (line: string) => void;
  /** Lets the person edit a plan: what they made of it, what is wrong with that, or nothing when they gave up. */
  readonly edit: (plan: PayloadOf<'PlanReview'>) => Promise<Edited | { readonly wrong: string } | undefined>;
};

type Edited = Pick<PayloadOf<'PlanReply'>, 'task_criteria' | 'subtasks'>;

export function questionsFor({ prompter, note, edit }: Questions): Answers {
  return {
    async clarify({ question }) {
      note('');
      for (const line of visibleLines(question)) note(line);
      return (await prompter.ask('(Enter alone: go on as you see fit) > ')) ?? '';
    },

    async confirm(request) {
      note('');
      for (const line of confirmLines(request)) note(line);
      const answer = await prompter.ask('Allow this once? [y/N] ');
      return isYes(answer);
    },

    async review(plan) {
      note('');
      for (const line of planLines(plan)) note(line);
      for (;;) {
        const answer = (await prompter.ask('Carry out this plan? [y]es, [n]o, [e]dit: '))?.trim().toLowerCase();
        if (answer === 'e' || answer === 'edit') {
          const edited = await edit(plan);
          if (edited && !('wrong' in edited)) return { approved: true, ...edited };
          note(edited ? `That plan cannot be read: ${visible(edited.wrong)}` : 'The editor could not be started, or ended with an error.');
        } else if (answer === undefined || answer === '' || answer === 'n' || answer === 'no') return { approved: false };
        else if (isYes(answer) && plan.reasons.length === 0) return { approved: true };
        else if (isYes(answer)) note('It cannot be carried out as it is: edit it, or say no.');
      }
    },
  };
}

/** Nothing but a plain yes is one. */
const isYes = (answer: string | undefined): boolean => /^y(es)?$/i.test(answer?.trim() ?? '');

/** Effects first, then the action whole, with everything made visible that could disguise it. */
export function confirmLines({ tool, action, cwd, effects, reason }: PayloadOf<'ConfirmRequest'>): readonly string[] {
  return [
    `R3 wants to do something that needs your yes: ${visible(reason)}`,
    ...effects.map(({ change, path }) => `  ${verbs[change]} ${visible(path)}`),
    `  ${tool}, in ${visible(cwd)}:`,
    ...visibleLines(action).map((line) => `    ${line}`),
  ];
}

const verbs = { created: 'creates', changed: 'changes', deleted: 'deletes', metadata: 'changes permissions or times of' } as const;

export function planLines({ round, task_criteria, subtasks, reasons }: PayloadOf<'PlanReview'>): readonly string[] {
  return [
    ...reasons.map((reason) => `! ${visible(reason)}`),
    `Plan of round ${round}. It is done when:`,
    ...task_criteria.map(({ criterion, check }) => `  - ${visible(criterion)}${check ? ` [${check.kind}]` : ''}`),
    'Steps (equal numbers side by side):',
    ...subtasks.flatMap(({ sequence, intent, tools, success_criteria }) => [
      `  ${sequence}. ${visible(intent)} (${tools.map(visible).join(', ') || 'no tools'})`,
      ...success_criteria.map(({ criterion, check }) => `     - ${visible(criterion)}${check ? ` [${check.kind}]` : ''}`),
    ]),
  ];
}
