/** One task: what it is doing and why, what it asks, its answer and rounds, its changes and cost; its journal, its replay, its memories. */
import { type ReactNode, useEffect } from 'react';
import { oneLine } from '../../../../contracts/text/shorten.ts';
import { type FollowedTask, useTask } from '../../data/use-task.ts';
import { TaskProvider } from '../../parts/entry-link.tsx';
import { Failed, Waiting } from '../../parts/states.tsx';
import { addressOf, type TaskPart, type TaskRoute, taskParts } from '../../state/route.ts';
import { Composer } from './composer.tsx';
import { JournalPart } from './journal-part.tsx';
import { MemoryPart } from './memory-part.tsx';
import { Overview } from './overview.tsx';
import { ReplayPart } from './replay-part.tsx';
import { TaskHead } from './task-head.tsx';

const names = { overview: 'Overview', journal: 'Journal', replay: 'Replay', memory: 'Memory' } as const satisfies Record<TaskPart, string>;

export function TaskView({ route }: { readonly route: TaskRoute }): ReactNode {
  const followed = useTask(route.task);
  const goal = followed?.shown.story.goal?.text.trim() ?? '';
  useEffect(() => {
    document.title = goal === '' ? 'artoo' : `${oneLine(goal, 60)} · artoo`;
  }, [goal]);
  return (
    <TaskProvider value={route.task}>
      <article className={`task part-${route.part}`}>
        {followed ? <Body route={route} followed={followed} /> : <Waiting what="the task" />}
      </article>
    </TaskProvider>
  );
}

function Body({ route, followed }: { readonly route: TaskRoute; readonly followed: FollowedTask }): ReactNode {
  const { shown, error, again } = followed;
  if (error && shown.next === 0)
    return (
      <>
        <h1>This task cannot be shown</h1>
        <Failed error={error} again={again} />
      </>
    );
  if (shown.next === 0) return <Waiting what="the task" lines={5} />;
  return (
    <>
      <TaskHead followed={followed} />
      <nav className="tabs" aria-label="Parts of this task">
        {taskParts.map((part) => (
          <a key={part} href={addressOf({ view: 'task', task: route.task, part })} aria-current={part === route.part ? 'page' : undefined}>
            {names[part]}
          </a>
        ))}
      </nav>
      {error && <Failed error={error} again={again} />}
      {route.part === 'overview' && <Overview shown={shown} isRunning={followed.link === 'following'} />}
      {route.part === 'journal' && <JournalPart shown={shown} seq={route.seq} />}
      {route.part === 'replay' && <ReplayPart task={route.task} last={shown.next - 1} seq={route.seq} />}
      {route.part === 'memory' && <MemoryPart task={route.task} />}
      {(route.part === 'overview' || route.part === 'memory') && <Composer followed={followed} />}
    </>
  );
}
