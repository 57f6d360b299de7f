/** The board of a team: what needs the person, its tasks, its agents. Read-only: only `artoo team` changes the board. */
import { type ReactNode, useState } from 'react';
import type { AgentState, Alert, TaskState, TeamStatus } from '../../../team/status.ts';
import { counted } from '../../../view/pages.ts';
import { statusWords } from '../../../view/team/status-words.ts';
import { useDrive } from '../data/drive-context.ts';
import { useWatch } from '../data/use-watch.ts';
import { Empty, Taken } from '../parts/states.tsx';
import { columnsOf, isOver } from '../state/board-columns.ts';
import { errorText } from '../state/error-text.ts';

export function TeamView({ here }: { readonly here: string }): ReactNode {
  const [{ folder, times }, setAsked] = useState({ folder: here, times: 0 }); // `times` counts requests: asking for the same folder again reads it again
  return (
    <article className="team">
      <h1>Team</h1>
      <form
        className="remember"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ folder: String(new FormData(event.currentTarget).get('folder') ?? ''), times: times + 1 });
        }}
      >
        <label>
          The team of the folder
          <input className="code" name="folder" defaultValue={here} spellCheck={false} />
        </label>
        <button type="submit">Show</button>
      </form>
      {folder.trim() === '' ? (
        <Empty title="Which team?">
          <p>Enter the folder of a repository that has a team.</p>
        </Empty>
      ) : (
        <TeamOf key={`${times} ${folder}`} folder={folder} />
      )}
    </article>
  );
}

function TeamOf({ folder }: { readonly folder: string }): ReactNode {
  const drive = useDrive();
  const [called, again] = useWatch(`team ${folder}`, (signal) => drive.team.watch(folder, signal));
  if (called.state === 'failed' && called.error.code === 'usage')
    return (
      <Empty title={errorText(called.error).what}>
        <p>Enter the folder of a repository that has a team.</p>
      </Empty>
    );
  return called.state === 'failed' && called.error.code === 'board_missing' ? (
    <Empty title="There is no team in this folder">
      <p>
        <code>artoo team init</code> makes one, and <code>artoo team demo</code> shows one at work.
      </p>
    </Empty>
  ) : (
    <Taken called={called} what="the board" again={again}>
      {(status) => <Board status={status} />}
    </Taken>
  );
}

function Board({ status }: { readonly status: TeamStatus }): ReactNode {
  const { goal, sprint, sprintStatus, done, tasks, agents, alerts, integrationBranch } = status;
  return (
    <>
      <p className="lead">{goal}</p>
      <p className="is-muted">
        {sprint} {statusWords(sprintStatus)}, {done} of {counted(tasks.length, 'task')} done, branch <code>{integrationBranch}</code>
      </p>
      {alerts.length > 0 && (
        <section aria-labelledby="alerts-title" className="alerts">
          <h2 id="alerts-title">Needs you</h2>
          <ul className="plain">
            {alerts.map((alert) => (
              <AlertItem key={alert.text} alert={alert} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="board-title">
        <h2 id="board-title">Board</h2>
        <div className="board">
          {columnsOf(tasks).map(({ title, members }) => (
            <section key={title} aria-label={title}>
              <h3>
                {title} <span className="is-muted">{members.length}</span>
              </h3>
              <ul className="plain">
                {members.map((task) => (
                  <TaskItem key={task.id} task={task} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>
      <section aria-labelledby="agents-title">
        <h2 id="agents-title">Agents</h2>
        {agents.length === 0 ? (
          <p className="is-muted">No agent is at work.</p>
        ) : (
          <ul className="plain">
            {agents.map((agent) => (
              <AgentItem key={agent.id} agent={agent} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

const AlertItem = ({ alert: { text, more, command, isUrgent } }: { readonly alert: Alert }): ReactNode => (
  <li className={isUrgent ? 'is-fair' : ''}>
    {text}
    {more.map((each) => (
      <p key={each}>{each}</p>
    ))}
    {command !== undefined && (
      <p>
        <code>{command}</code>
      </p>
    )}
  </li>
);

const TaskItem = ({ task }: { readonly task: TaskState }): ReactNode => (
  <li className="card">
    <strong>{task.id}</strong>
    <p>{task.description}</p>
    <p className="is-muted">
      {[
        statusWords(task.status),
        ...(task.who === undefined ? [] : [task.who]),
        ...(task.iteration === undefined ? [] : [`iteration ${task.iteration.join('/')}`]),
        ...(task.cycle === undefined ? [] : [`rejected ${task.cycle.join('/')}`]),
        ...(task.waitsFor.length === 0 ? [] : [`after ${task.waitsFor.join(', ')}`]),
      ].join(' · ')}
    </p>
    {task.reason !== undefined && <p className={isOver(task) ? 'is-muted' : 'is-fair'}>{task.reason}</p>}
    {task.steered && task.steered.why !== task.reason && <p className="is-muted">{task.steered.why}</p>}
  </li>
);

const AgentItem = ({ agent: { id, status, task, runner, isAlive } }: { readonly agent: AgentState }): ReactNode => (
  <li>
    <strong>{id}</strong>{' '}
    {isAlive ? [statusWords(status), ...(task === undefined ? [] : [task])].join(' ') : <span className="is-fair">gone</span>}
    {runner !== undefined && <span className="is-muted"> · {runner}</span>}
  </li>
);
