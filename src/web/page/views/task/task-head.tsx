/** The goal of a task, its state, and what it has used so far. */
import type { ReactNode } from 'react';
import { clip } from '../../../../contracts/text/shorten.ts';
import { spentTexts } from '../../../../view/picture/spent.ts';
import { lasting } from '../../../../view/spans.ts';
import { useNow } from '../../data/use-now.ts';
import type { FollowedTask } from '../../data/use-task.ts';
import { badgeOf } from '../../state/task-badge.ts';
import { elapsed } from '../../state/times.ts';

const maxTitleLength = 160;

export function TaskHead({ followed }: { readonly followed: FollowedTask }): ReactNode {
  const { shown, link } = followed;
  const { story, now } = shown;
  const isRunning = link === 'following' && !now.isOver;
  const time = useNow(isRunning);
  const { word, tone } = badgeOf(shown, isRunning);
  const goal = story.goal?.text.trim() ?? '';
  const took = isRunning && now.started !== null ? elapsed(time - now.started) : lasting(story.time.active_ms);
  const facts = [took, ...spentTexts(now.spent), ...(story.models.length === 0 ? [] : [story.models.join(', ')])];
  return (
    <header className="task-head">
      <p className="standing">
        <span className={`badge ${tone}`}>{word}</span>
        <span className="facts">{facts.join(' · ')}</span>
      </p>
      <h1>{clip(goal, maxTitleLength)}</h1>
      {goal.length > maxTitleLength && (
        <details>
          <summary>The whole goal</summary>
          <p className="as-is">{goal}</p>
        </details>
      )}
      <p className="place">
        in <code>{story.cwd}</code>
        {story.origin && (
          <>
            {' '}
            · {story.origin.resumed ? 'continues' : 'forked from'}{' '}
            <a href={`#/tasks/${encodeURIComponent(story.origin.task_id)}`}>{story.origin.task_id.slice(-8)}</a>{' '}
            {story.origin.resumed ? 'after' : 'at'} entry {story.origin.resumed ? story.origin.seq - 1 : story.origin.seq}
          </>
        )}
      </p>
    </header>
  );
}
