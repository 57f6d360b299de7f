/** A question about what the person means. */
import { type ReactNode, useState } from 'react';
import type { PayloadOf } from '../../../../contracts/messages.ts';
import { Markdown } from '../markdown.tsx';
import type { Answering } from './question-card.tsx';

export function ClarifyPart({ asked, answer, isSending }: Answering & { readonly asked: PayloadOf<'ClarifyQuestion'> }): ReactNode {
  const [text, setText] = useState('');
  return (
    <form
      className="reply"
      onSubmit={(event) => {
        event.preventDefault();
        answer({ answer: text });
      }}
    >
      <Markdown text={asked.question} />
      <label>
        Your answer
        <textarea data-key="y" rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <div className="choices">
        <button type="submit" className="primary" disabled={isSending}>
          {text.trim() === '' ? 'Use your judgement' : 'Answer'}
        </button>
      </div>
    </form>
  );
}
