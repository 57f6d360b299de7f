/** What the task is doing and why, in words, with live output. Keeps its height, so that nothing below it jumps. */
import type { ReactNode } from 'react';
import type { Activity } from '../../../../view/picture/state.ts';
import { useNow } from '../../data/use-now.ts';
import { PipelineStrip } from '../../parts/pipeline-strip.tsx';
import { nowWords } from '../../state/now-words.ts';
import { pipelineOf } from '../../state/pipeline.ts';
import type { TaskShown } from '../../state/task-model.ts';
import { elapsed } from '../../state/times.ts';

type SectionProps = { readonly shown: TaskShown; readonly isRunning: boolean; readonly isReplay: boolean };

export function NowSection({ shown, isRunning, isReplay }: SectionProps): ReactNode {
  const { now, questions } = shown;
  const time = useNow(isRunning);
  const [first, ...others] = now.activities;
  const words = nowWords(shown, isRunning);
  return (
    <section className="now" aria-labelledby="now-title">
      <h2 id="now-title" className="unseen">
        Now
      </h2>
      <p className="doing" role="status" aria-live="polite">
        <strong>{words.what}</strong> {words.about}
      </p>
      <p className="since">
        {first && isRunning && questions.length === 0 ? elapsed(time - first.since) : ' '}
        {words.why !== '' && <span className="why-now">{words.why}</span>}
      </p>
      {isRunning && !isReplay && questions.length === 0 && <Meanwhile activity={first} time={time} />}
      {others.length > 0 && (
        <ul className="others">
          {others.slice(0, 4).map((activity) => (
            <li key={`${activity.since}${activity.call}${activity.subtask?.index ?? ''}`}>
              {activity.subtask?.intent ?? activity.call} <span className="is-muted">{elapsed(time - activity.since)}</span>
            </li>
          ))}
          {others.length > 4 && <li className="is-muted">and {others.length - 4} more</li>}
        </ul>
      )}
      <PipelineStrip stages={pipelineOf(shown)} />
    </section>
  );
}

/** If a model is silent for longer than this, the page shows that. */
const quietMs = 10_000;

/** The end of what a command has printed or a model is writing. */
function Meanwhile({ activity, time }: { readonly activity: Activity | undefined; readonly time: number }): ReactNode {
  const { output = [], text = '', asked = null } = activity ?? {};
  const isQuiet = asked !== null && text === '' && output.length === 0 && time - asked.since > quietMs;
  return (
    <section className="meanwhile" aria-label="Its output" tabIndex={0}>
      <pre>
        {output.length > 0
          ? output.join('\n')
          : isQuiet
            ? `No answer from the model for ${elapsed(time - asked.since)}`
            : text.slice(-maxText)}
      </pre>
    </section>
  );
}

const maxText = 1_200;
