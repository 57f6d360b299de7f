/** Criteria and what was found about each, with the evidence one click away. */
import type { ReactNode } from 'react';
import { visible } from '../../../../contracts/text/visible.ts';
import type { CriterionStory, VerdictStory } from '../../../../history/story/criteria.ts';
import { aimText } from '../../../../view/words/aim-text.ts';
import { plainly } from '../../../../view/words/plainly.ts';
import { EntryLink } from '../../parts/entry-link.tsx';
import { Mark } from '../../parts/mark.tsx';

type ListProps = { readonly criteria: readonly CriterionStory[]; readonly verdicts: readonly VerdictStory[]; readonly cwd: string };

/** Criteria without a verdict are open. */
export function VerdictList({ criteria, verdicts, cwd }: ListProps): ReactNode {
  const found = new Map(verdicts.map((verdict) => [verdict.criterion, verdict]));
  const names = [...new Set([...criteria.map(({ criterion }) => criterion), ...found.keys()])];
  const checks = new Map(criteria.map((each) => [each.criterion, each.check]));
  return (
    <ul className="verdicts">
      {names.map((criterion) => (
        <Verdict key={criterion} criterion={criterion} verdict={found.get(criterion)} check={checks.get(criterion) ?? null} cwd={cwd} />
      ))}
    </ul>
  );
}

type VerdictProps = {
  readonly criterion: string;
  readonly verdict: VerdictStory | undefined;
  readonly check: string | null;
  readonly cwd: string;
};

function Verdict({ criterion, verdict, check, cwd }: VerdictProps): ReactNode {
  const text = visible(plainly(aimText(criterion), cwd));
  const how = check === null ? 'judged by a model' : `checked by code: ${plainly(check, cwd)}`;
  return (
    <li>
      <details>
        <summary>
          <Mark of={verdict?.verdict ?? 'open'} />
          <span>{text}</span>
        </summary>
        <p>
          {verdict ? plainly(verdict.evidence, cwd) || 'No evidence was given.' : 'Nothing is known about it yet.'}{' '}
          {verdict && <EntryLink seq={verdict.seq} />}
        </p>
        <p className="is-muted">{how}</p>
      </details>
    </li>
  );
}
