/** What the task used, role by role. */
import { memo, type ReactNode } from 'react';
import type { TaskStory } from '../../../../history/story/task-story.ts';
import { costTable } from '../../../../view/cost/cost-table.ts';
import { lasting } from '../../../../view/spans.ts';

export const CostSection = memo(function CostSection({ story }: { readonly story: TaskStory }): ReactNode {
  const { head, rows } = costTable(story.cost);
  const { active_ms, waiting_ms, paused_ms } = story.time;
  const times = [
    `${lasting(active_ms)} of work`,
    ...(waiting_ms >= 1_000 ? [`${lasting(waiting_ms)} waiting for you`] : []),
    ...(paused_ms > 0 ? [`${lasting(paused_ms)} paused`] : []),
  ];
  return (
    <section className="cost" aria-labelledby="cost-title">
      <h2 id="cost-title">What it took</h2>
      <p className="is-muted">{times.join(', ')}</p>
      {rows.length > 0 && (
        <section className="wide" tabIndex={0} aria-label="Cost by role">
          <table className="figures">
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
});
