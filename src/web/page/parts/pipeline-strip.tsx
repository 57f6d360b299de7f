/** The stages of a task, and what each role works on. */
import { memo, type ReactNode } from 'react';
import type { Stage } from '../state/pipeline.ts';

export const PipelineStrip = memo(function PipelineStrip({ stages }: { readonly stages: readonly Stage[] }): ReactNode {
  return (
    <ol className="pipeline" aria-label="Stages of the task">
      {stages.map(({ name, who, state, doing, last, job }) => (
        <li key={name} className={state} aria-current={state === 'busy' ? 'step' : undefined}>
          <span className="name">
            {name} <span className="who">{who}</span>
          </span>
          <span className="what">{doing[0] ?? (last === '' ? job : last)}</span>
          {doing.length > 1 && <span className="more">and {doing.length - 1} more at the same time</span>}
        </li>
      ))}
    </ol>
  );
});
