/** A question to the person, at the top of its task until it is answered. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Answer, Question } from '../../../../app/drive/drive.ts';
import { useDrive } from '../../data/drive-context.ts';
import { asError } from '../../data/use-call.ts';
import { settled } from '../../state/answering.ts';
import { errorInOneSentence } from '../../state/error-text.ts';
import { useTaskId } from '../entry-link.tsx';
import { ClarifyPart } from './clarify-part.tsx';
import { ConfirmPart, ConfirmTitle } from './confirm-part.tsx';
import { InterruptedPart } from './interrupted-part.tsx';
import { PlanPart } from './plan-part.tsx';

/** What each part of a question gets: a function that answers once, and whether the answer is being sent. */
export type Answering = { readonly answer: (reply: Answer['reply']) => void; readonly isSending: boolean };

const titles = {
  ClarifyQuestion: 'It asks what you mean',
  PlanReview: 'This is the plan',
  InterruptedCall: 'It was interrupted',
} as const satisfies Record<Exclude<Question['type'], 'ConfirmRequest'>, string>;

type CardProps = { readonly question: Question; readonly cwd: string; readonly answered: () => void };

/** `answered`: this page has sent an answer. */
export function QuestionCard({ question, cwd, answered }: CardProps): ReactNode {
  const drive = useDrive();
  const task = useTaskId();
  const [state, setState] = useState<{ readonly isSending: boolean; readonly note: string }>({ isSending: false, note: '' });
  const asked = useRef(performance.now());
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' }); // newer browsers return a promise
  }, []);

  async function answer(reply: Answer['reply']): Promise<void> {
    if (performance.now() - asked.current < minReadMs) return; // something typed or clicked just before the question appeared is not an answer
    setState({ isSending: true, note: '' });
    answered();
    const hash = question.type === 'ConfirmRequest' ? { hash: question.payload.hash } : {};
    try {
      const taken = await drive.answer(task, { question: question.id, ...hash, reply });
      setState({ isSending: taken === 'taken', note: settled[taken] });
    } catch (thrown) {
      setState({ isSending: false, note: errorInOneSentence(asError(thrown)) });
    }
  }

  const answering: Answering = { answer: (reply) => void answer(reply), isSending: state.isSending };
  return (
    <section ref={card} className="question" aria-labelledby={`${question.id}-title`} data-question={question.type}>
      <h2 id={`${question.id}-title`}>
        {question.type === 'ConfirmRequest' ? <ConfirmTitle asked={question.payload} /> : titles[question.type]}
      </h2>
      {question.type === 'ConfirmRequest' && <ConfirmPart asked={question.payload} {...answering} />}
      {question.type === 'ClarifyQuestion' && <ClarifyPart asked={question.payload} {...answering} />}
      {question.type === 'PlanReview' && <PlanPart plan={question.payload} cwd={cwd} {...answering} />}
      {question.type === 'InterruptedCall' && <InterruptedPart asked={question.payload} {...answering} />}
      <p className="note" role="status">
        {state.note}
      </p>
    </section>
  );
}

/** The shortest time in which a person can read a question. */
const minReadMs = 400;
