/** The state of a task, as data for the calling program. Pure. */
import type { Question } from '../app/drive/drive.ts';
import type { Rest } from '../app/drive/watch-task.ts';
import type { Declined } from '../contracts/execution.ts';
import { toldUnmet } from '../contracts/told-unmet.ts';
import { planLines } from '../view/asking/plan-lines.ts';
import type { Report } from './tool-shapes.ts';

/** A question that the caller may answer: it approves nothing that could harm. */
export type CallerQuestion = Extract<Question, { readonly type: 'ClarifyQuestion' | 'PlanReview' }>;
/** A question that only the person may answer. */
export type PersonQuestion = Exclude<Question, CallerQuestion>;

export const isForCaller = (question: Question): question is CallerQuestion =>
  question.type === 'ClarifyQuestion' || question.type === 'PlanReview';

export const isForPerson = (question: Question): question is PersonQuestion => !isForCaller(question);

type TaskRest = {
  readonly task_id: string;
  readonly rest: Rest | undefined;
  readonly open: readonly Question[];
  readonly refused: Report['refused'];
};

export function reportOf({ task_id, rest, open, refused }: TaskRest): Report {
  if (rest && 'result' in rest) {
    const { directive, reason, output, unmet, ungrounded, declined, changed, cost, next_moves } = rest.result;
    return {
      ...{ task_id, state: 'ended', directive, reason, output, unmet: [...toldUnmet(unmet)], ungrounded: [...ungrounded] },
      ...(declined && { declined: declined.map(declinedText) }),
      changed: changed.map(({ path, change }) => ({ path, change })),
      cost: {
        ...{ usd: cost.usd, unpriced: [...cost.unpriced], active_ms: cost.active_ms },
        ...{ input_tokens: cost.input_tokens, output_tokens: cost.output_tokens },
        ...(cost.estimated && { estimated: true }),
      },
      ...{ question: null, refused, next_moves: [...next_moves] },
    };
  }
  const asked = open.find(isForCaller);
  const state = rest ? 'stopped' : asked ? 'asks' : open.some(isForPerson) ? 'asks_person' : 'running';
  return {
    ...{ task_id, state, directive: null, reason: rest?.error.message ?? null, output: null, unmet: [], ungrounded: [], changed: [] },
    ...{ cost: null, question: asked ? questionText(asked) : null, refused, next_moves: [] },
  };
}

const declinedText = ({ action, edited, mentioned }: Declined): NonNullable<Report['declined']>[number] => ({
  action,
  ...(edited !== undefined && { edited }),
  ...(mentioned && { mentioned: [...mentioned] }),
});

const questionText = (question: CallerQuestion): NonNullable<Report['question']> =>
  question.type === 'ClarifyQuestion'
    ? { kind: 'clarification', text: question.payload.question }
    : { kind: 'plan', text: planLines(question.payload).join('\n') };
