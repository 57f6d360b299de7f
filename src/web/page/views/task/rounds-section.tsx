/** The rounds of a task: sub-tasks, attempts, calls, and criteria with their evidence one click away. */
import { memo, type ReactNode } from 'react';
import { visible } from '../../../../contracts/text/visible.ts';
import type { AttemptStory, CallStory } from '../../../../history/story/attempt.ts';
import type { RoundStory } from '../../../../history/story/round.ts';
import type { SubTaskStory } from '../../../../history/story/subtask.ts';
import { counted } from '../../../../view/pages.ts';
import { lasting } from '../../../../view/spans.ts';
import { callSaid } from '../../../../view/words/call-words.ts';
import { plainly } from '../../../../view/words/plainly.ts';
import { EntryLink } from '../../parts/entry-link.tsx';
import { type Finding, Mark } from '../../parts/mark.tsx';
import { VerdictList } from './verdict-list.tsx';

/** `isUnderWay`: whether parts that have not ended may still end. */
type SectionProps = { readonly rounds: readonly RoundStory[]; readonly cwd: string; readonly isUnderWay: boolean };

export const RoundsSection = memo(function RoundsSection({ rounds, cwd, isUnderWay }: SectionProps): ReactNode {
  if (rounds.every(({ subtasks, rejected }) => subtasks.length + rejected.length === 0)) return null;
  return (
    <section className="rounds" aria-labelledby="rounds-title">
      <h2 id="rounds-title">Sub-tasks</h2>
      {rounds.map((round) => (
        <Round key={round.round} round={round} cwd={cwd} isTitled={rounds.length > 1} isUnderWay={isUnderWay} />
      ))}
    </section>
  );
});

type RoundProps = { readonly round: RoundStory; readonly cwd: string; readonly isTitled: boolean; readonly isUnderWay: boolean };

const Round = memo(function Round({ round, cwd, isTitled, isUnderWay }: RoundProps): ReactNode {
  const { subtasks, rejected, no_plan } = round;
  return (
    <div className="round">
      {isTitled && (
        <h3>
          Round {round.round} <EntryLink seq={round.seq} />
        </h3>
      )}
      {rejected.map(({ seq, reasons }) => (
        <p key={seq} className="is-muted">
          A plan was turned down: {plainly(reasons.join('; '), cwd)} <EntryLink seq={seq} />
        </p>
      ))}
      {no_plan && (
        <p>
          No plan was found: {plainly(no_plan.reasons.join('; '), cwd)} <EntryLink seq={no_plan.seq} />
        </p>
      )}
      <ol className="subtasks">
        {subtasks.map((subtask) => (
          <SubTask key={subtask.subtask_id} subtask={subtask} cwd={cwd} isUnderWay={isUnderWay} />
        ))}
      </ol>
    </div>
  );
});

function findingOf({ end, started }: SubTaskStory, isUnderWay: boolean): readonly [Finding, string] {
  if (!end && started) return isUnderWay ? ['busy', 'under way'] : ['open', 'not finished'];
  if (!end) return ['open', 'not started'];
  return end.status === 'matched' ? ['pass', 'done'] : ['fail', end.refused ? 'refused' : 'not done'];
}

type SubTaskProps = { readonly subtask: SubTaskStory; readonly cwd: string; readonly isUnderWay: boolean };

const SubTask = memo(function SubTask({ subtask, cwd, isUnderWay }: SubTaskProps): ReactNode {
  const { intent, attempts, verdicts, criteria, end, seq } = subtask;
  const [finding, word] = findingOf(subtask, isUnderWay);
  const calls = attempts.reduce((sum, attempt) => sum + attempt.calls.length, 0);
  const facts = [counted(calls, 'call'), ...(attempts.length > 1 ? [counted(attempts.length, 'attempt')] : [])];
  return (
    <li>
      <details>
        <summary>
          <Mark of={finding} word={word} />
          <span className="intent">{visible(intent)}</span>
          <span className="is-muted facts">{facts.join(', ')}</span>
        </summary>
        <div className="inside">
          {end?.why && <p className={end.status === 'matched' ? '' : 'is-bad'}>{plainly(end.why, cwd)}</p>}
          <VerdictList criteria={criteria} verdicts={verdicts} cwd={cwd} />
          {attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} isTitled={attempts.length > 1} cwd={cwd} />
          ))}
          <p className="is-muted">
            Handed out in entry <EntryLink seq={seq} />
          </p>
        </div>
      </details>
    </li>
  );
});

type AttemptProps = { readonly attempt: AttemptStory; readonly isTitled: boolean; readonly cwd: string };

const Attempt = memo(function Attempt({ attempt, isTitled, cwd }: AttemptProps): ReactNode {
  const { calls, claim, correction } = attempt;
  return (
    <div className="attempt">
      {isTitled && (
        <h4>
          Attempt {attempt.attempt} <EntryLink seq={attempt.seq} />
        </h4>
      )}
      <ul className="calls">
        {calls.map((call) => (
          <Call key={`${call.seq} ${call.key}`} call={call} cwd={cwd} />
        ))}
      </ul>
      {claim && claim.says !== '' && <p className="claim">It says: {plainly(claim.reason ?? claim.says, cwd)}</p>}
      {correction && (
        <p className="is-fair">
          Sent back: {plainly(correction.wrong.replaceAll(/^- /gm, '').replaceAll('\n', '; '), cwd)} <EntryLink seq={correction.seq} />
        </p>
      )}
    </div>
  );
});

const callMarks = {
  ok: 'pass',
  failed: 'fail',
  'needs a yes': 'unverifiable',
  'not made': 'fail',
  unknown: 'busy',
} as const satisfies Record<CallStory['state'], Finding>;

const Call = memo(function Call({ call, cwd }: { readonly call: CallStory; readonly cwd: string }): ReactNode {
  const { tool, target, state, output, ms, exit_code, seq } = call;
  const facts = [...(ms !== null && ms >= 100 ? [lasting(ms)] : []), ...(exit_code ? [`exit code ${exit_code}`] : [])];
  const word = state === 'ok' ? 'done' : state === 'unknown' ? 'under way, or its outcome is unknown' : state;
  return (
    <li>
      <details>
        <summary>
          <Mark of={callMarks[state]} word={word} />
          <code>{visible(plainly(callSaid(tool, target, state === 'ok'), cwd))}</code>
          <span className="is-muted facts">{facts.join(', ')}</span>
        </summary>
        <pre tabIndex={0}>{output === '' ? '(no output)' : output}</pre>
        <EntryLink seq={seq} />
      </details>
    </li>
  );
});
