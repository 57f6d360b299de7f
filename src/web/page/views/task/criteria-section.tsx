/** What must be true at the end, and the last finding about it. */
import type { ReactNode } from 'react';
import type { TaskShown } from '../../state/task-model.ts';
import { VerdictList } from './verdict-list.tsx';

export function CriteriaSection({ shown }: { readonly shown: TaskShown }): ReactNode {
  const { rounds, cwd } = shown.story;
  const criteria = rounds.findLast(({ plan }) => plan)?.plan?.criteria ?? [];
  const verdicts = rounds.findLast(({ gate }) => gate)?.gate?.verdicts ?? [];
  const current = rounds.at(-1)?.gate ? verdicts : [];
  const met = current.filter(({ verdict }) => verdict === 'pass').length;
  return (
    <section className="criteria-card" aria-labelledby="criteria-title">
      <h2 id="criteria-title">Done when</h2>
      {criteria.length === 0 ? (
        <p className="is-muted">{shown.story.answer ? 'This was answered without a plan.' : 'The task has not been planned yet.'}</p>
      ) : (
        <>
          <VerdictList criteria={criteria} verdicts={current} cwd={cwd} />
          <p className="is-muted">{current.length === 0 ? `${criteria.length} to be met` : `${met} of ${current.length} met`}</p>
        </>
      )}
    </section>
  );
}
