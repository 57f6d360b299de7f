/** The tasks, newest first: those that wait for the person, running tasks, and the others. */
import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import type { TaskSummary } from '../../../history/tasks/task-state.ts';
import { counted } from '../../../view/pages.ts';
import { ago } from '../../../view/spans.ts';
import { useNow } from '../data/use-now.ts';
import { useTasks } from '../data/use-tasks.ts';
import { Mark } from '../parts/mark.tsx';
import { Empty, Taken } from '../parts/states.tsx';
import { addressOf, type Route } from '../state/route.ts';
import { groupsOf, markOf, stateWords } from '../state/task-groups.ts';

type SidebarProps = { readonly route: Route; readonly waiting: ReadonlySet<string>; readonly isOpen: boolean; readonly close: () => void };

export function Sidebar({ route, waiting, isOpen, close }: SidebarProps): ReactNode {
  const [text, setText] = useState('');
  const [called, again] = useTasks(useDeferredValue(text));
  const now = useNow(true);
  const current = route.view === 'task' ? route.task : '';
  return (
    <nav className={isOpen ? 'sidebar open' : 'sidebar'} aria-label="Tasks" id="tasks">
      <a
        className="button primary"
        onClick={close}
        href={addressOf({ view: 'home' })}
        data-key="n"
        aria-current={route.view === 'home' ? 'page' : undefined}
      >
        New task
      </a>
      <label>
        <span className="unseen">Search tasks</span>
        <input
          type="search"
          placeholder="Search tasks"
          data-key={route.view === 'task' && route.part === 'journal' ? undefined : '/'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Taken called={called} what="the tasks" again={again}>
        {({ tasks, total }) => (
          <>
            {tasks.length === 0 && (
              <Empty title={text.trim() === '' ? 'No tasks yet' : 'No matching task'}>
                <p>
                  {text.trim() === '' ? 'What you ask for appears here.' : 'A task matches if every word occurs in its goal or its id.'}
                </p>
              </Empty>
            )}
            {groupsOf(tasks, waiting, now).map(({ title, members }) => (
              <section key={title} aria-label={title}>
                <h2>{title}</h2>
                <ul>
                  {members.map((task) => (
                    <Item
                      key={task.task_id}
                      task={task}
                      isCurrent={isSame(current, task.task_id)}
                      isWaiting={waiting.has(task.task_id)}
                      now={minute(now)}
                      close={close}
                    />
                  ))}
                </ul>
              </section>
            ))}
            {total > tasks.length && (
              <p className="is-muted more">and {counted(total - tasks.length, 'more', 'more')}: search finds them</p>
            )}
          </>
        )}
      </Taken>
    </nav>
  );
}

/** An address may name a task by the end of its id. */
const isSame = (named: string, id: string): boolean => named !== '' && (named === id || (named.length === 8 && id.endsWith(named)));

const minute = (now: number): number => Math.floor(now / 60_000) * 60_000 + 60_000;

type ItemProps = {
  readonly task: TaskSummary;
  readonly isCurrent: boolean;
  readonly isWaiting: boolean;
  readonly now: number;
  readonly close: () => void;
};

const Item = memo(function Item({ task, isCurrent, isWaiting, now, close }: ItemProps): ReactNode {
  const goal = 'goal' in task && task.goal !== '' ? task.goal : task.task_id;
  const word = isWaiting ? 'waiting for you' : stateWords(task);
  return (
    <li>
      <a
        className="item"
        onClick={close}
        href={addressOf({ view: 'task', task: task.task_id, part: 'overview' })}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Mark of={isWaiting ? 'unverifiable' : markOf(task)} word={word} />
        <span className="goal">{goal}</span>
        <span className="when">
          {word}
          {'started' in task ? ` · ${ago(now - Date.parse(task.started))}` : ''}
        </span>
      </a>
    </li>
  );
});
