/** A plan that waits for approval: its steps, what must be true at the end, and how it differs from the previous plan. */
import { type ReactNode, useState } from 'react';
import type { Criterion } from '../../../../contracts/criteria.ts';
import type { PayloadOf } from '../../../../contracts/messages.ts';
import { visible } from '../../../../contracts/text/visible.ts';
import { planDifference } from '../../../../view/asking/plan-difference.ts';
import { aimText } from '../../../../view/words/aim-text.ts';
import { plainly } from '../../../../view/words/plainly.ts';
import type { Answering } from './question-card.tsx';

type PartProps = Answering & { readonly plan: PayloadOf<'PlanReview'>; readonly cwd: string };

export function PlanPart({ plan, cwd, answer, isSending }: PartProps): ReactNode {
  const [instead, setInstead] = useState<string>();
  return (
    <>
      {plan.declined && <p className="lead">Made after you said no. {planDifference(plan.declined, plan)}</p>}
      {plan.reasons.map((reason) => (
        <p key={reason} className="lead is-fair">
          {visible(reason)}
        </p>
      ))}
      <ol className="steps">
        {plan.subtasks.map(({ sequence, intent, tools, success_criteria }, at) => (
          <li key={at} value={sequence}>
            <strong>{visible(intent)}</strong>
            <span className="is-muted"> {tools.length === 0 ? 'no tools' : `with ${tools.map(visible).join(', ')}`}</span>
            <Criteria criteria={success_criteria} cwd={cwd} />
          </li>
        ))}
      </ol>
      <h3>The task is done when</h3>
      <Criteria criteria={plan.task_criteria} cwd={cwd} />
      {plan.amended.map(({ criterion, instead: other, why }) => (
        <p key={criterion} className="is-fair">
          Given up: {visible(criterion)}
          {other === '' ? '' : `; instead: ${visible(other)}`}; because {visible(why)}
        </p>
      ))}
      {instead === undefined ? (
        <div className="choices">
          <button type="button" className="primary" data-key="y" disabled={isSending} onClick={() => answer({ approved: true })}>
            Run this plan
          </button>
          <button type="button" data-key="n" disabled={isSending} onClick={() => setInstead('')}>
            No…
          </button>
        </div>
      ) : (
        <form
          className="reply"
          onSubmit={(event) => {
            event.preventDefault();
            answer({ approved: false, ...(instead.trim() === '' ? {} : { instead: instead.trim() }) });
          }}
        >
          <label>
            What should be different? <span className="is-muted">If you leave this empty, the task ends.</span>
            <input value={instead} onChange={(event) => setInstead(event.target.value)} autoFocus />
          </label>
          <div className="choices">
            <button type="submit" className="primary" disabled={isSending}>
              {instead.trim() === '' ? 'No' : 'No, plan this instead'}
            </button>
            <button type="button" onClick={() => setInstead(undefined)}>
              Back
            </button>
          </div>
        </form>
      )}
    </>
  );
}

const Criteria = ({ criteria, cwd }: { readonly criteria: readonly Criterion[]; readonly cwd: string }): ReactNode => (
  <ul className="criteria">
    {criteria.map(({ criterion, check }) => (
      <li key={criterion}>
        {visible(plainly(aimText(criterion), cwd))} <span className="is-muted">({check ? 'checked by code' : 'judged by a model'})</span>
      </li>
    ))}
  </ul>
);
