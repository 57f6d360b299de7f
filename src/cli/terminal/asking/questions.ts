/** What artoo asks the person during a task, and how answers are read. */
import type { SubTaskId } from '../../../contracts/ids.ts';
import type { PayloadOf } from '../../../contracts/messages.ts';
import { visible, visibleLines } from '../../../contracts/text/visible.ts';
import type { Answers } from '../../../engine/person.ts';
import type { About } from '../../../view/asking/harm-lines.ts';
import { whyClarify, whyInterrupted } from '../../../view/asking/why-questions.ts';
import { fit } from '../../../view/wrap.ts';
import { type Confirming, confirm } from './confirm.ts';
import type { AnswerWord } from './menu.ts';
import { type Reviewing, reviewPlan } from './review-plan.ts';

export type Questions = Confirming & Reviewing;

type Ask = (lines: readonly string[], question: string) => Promise<string | undefined>;

/** The task that a question comes from, and the step that asks. */
export type AboutOf = (subtask?: SubTaskId) => About;

export function questionsFor(questions: Questions, aboutOf?: AboutOf): Required<Answers> {
  const { prompter, screen } = questions;
  let allowed: PayloadOf<'ConfirmRequest'> | undefined; // the last action that the person allowed
  const ask: Ask = (lines, question) => prompter.ask(['', ...fit(lines, screen().width)], question, 'task');
  return {
    clarify: ({ question }) => clarify(question, ask, aboutOf?.()),
    async confirm(request) {
      const isAgain = allowed?.action === request.action && allowed.network === request.network && allowed.hash !== request.hash;
      const said = await confirm({ ...request, who: 'R3', isAgain, about: aboutOf?.(request.subtask_id) }, questions);
      allowed = said.allowed ? request : undefined;
      return said;
    },
    interrupted: (call) => decide(call, ask, aboutOf?.(call.subtask_id)),
    review: (plan) => reviewPlan(plan, questions, aboutOf?.()),
  };
}

/** Free text. `w` explains the question; a second `w` is the answer. */
async function clarify(question: string, ask: Ask, about: About | undefined): Promise<string> {
  const answer = await ask([...visibleLines(question), '(Enter alone: use your judgement · w: why this is asked)'], 'Answer: ');
  return (answer?.trim().toLowerCase() === 'w' ? await ask(whyClarify(about), 'Answer: ') : answer) ?? '';
}

/** After an unclear answer the question is asked again; no answer means stop. */
async function decide(
  call: PayloadOf<'InterruptedCall'>,
  ask: Ask,
  about: About | undefined,
): Promise<PayloadOf<'InterruptedReply'>['answer']> {
  const { tool, action, cwd } = call;
  let lines: readonly string[] = [
    'artoo was stopped while this was running; whether it took effect is unknown:',
    ...visibleLines(action).map((line) => `  ${line}`),
    `  (${visible(tool)} in ${visible(cwd)})`,
    '  What it sent may have arrived. If it was contained, it changed nothing here.',
    '  d done: continue · a again: do it once more · s stop: end the task · w why',
  ];
  for (;;) {
    const answer = (await ask(lines, 'Which? '))?.trim().toLowerCase() ?? 's';
    const found = (['done', 'again', 'stop'] as const satisfies readonly AnswerWord[]).find(
      (word) => word === answer || word.slice(0, 1) === answer,
    );
    if (found) return found;
    lines = answer === 'w' || answer === 'why' ? whyInterrupted(call, about) : ['  Type d, a, s or w.'];
  }
}
