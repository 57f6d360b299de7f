/** The open questions of a task, and a note if another client answered first. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TaskShown } from '../../state/task-model.ts';
import { EntryLink } from '../entry-link.tsx';
import { QuestionCard } from './question-card.tsx';

export function QuestionList({ shown }: { readonly shown: Pick<TaskShown, 'questions' | 'story' | 'replied'> }): ReactNode {
  const { questions, story, replied } = shown;
  const here = useRef(new Set<string>());
  const open = useRef(new Set<string>());
  const [elsewhere, setElsewhere] = useState<number>();
  useEffect(() => {
    if (replied && open.current.has(replied.question) && !here.current.has(replied.question)) setElsewhere(replied.seq);
    open.current = new Set(questions.map(({ id }) => id));
  }, [questions, replied]);
  return (
    <>
      <p className="note" role="status">
        {elsewhere !== undefined && (
          <>
            Another client answered the question first. <EntryLink seq={elsewhere} />
          </>
        )}
      </p>
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} cwd={story.cwd} answered={() => here.current.add(question.id)} />
      ))}
    </>
  );
}
