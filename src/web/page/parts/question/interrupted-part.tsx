/** A call that may or may not have taken effect when artoo was stopped. */
import type { ReactNode } from 'react';
import type { PayloadOf } from '../../../../contracts/messages.ts';
import { visible, visibleLines } from '../../../../contracts/text/visible.ts';
import type { Answering } from './question-card.tsx';

const choices = [
  ['again', 'Do it again'],
  ['done', 'It was done: continue'],
  ['stop', 'Stop the task'],
] as const;

export function InterruptedPart({ asked, answer, isSending }: Answering & { readonly asked: PayloadOf<'InterruptedCall'> }): ReactNode {
  return (
    <>
      <p className="lead">artoo was stopped while this was running; whether it took effect is unknown.</p>
      <div className="action">
        <span className="is-muted">
          {visible(asked.tool)}, in {visible(asked.cwd)}
        </span>
        <pre tabIndex={0}>{visibleLines(asked.action).join('\n')}</pre>
      </div>
      <div className="choices">
        {choices.map(([reply, says], at) => (
          <button
            key={reply}
            type="button"
            data-key={at === 0 ? 'y' : at === 2 ? 'n' : undefined}
            disabled={isSending}
            onClick={() => answer({ answer: reply })}
          >
            {says}
          </button>
        ))}
      </div>
    </>
  );
}
