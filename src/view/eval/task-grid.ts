/** How every task went under every arm, as small squares: the fuller the square, the more often the task passed. Pure. */
import type { TaskRow } from '../../eval/figures/eval-report.ts';
import { type Html, html } from '../html.ts';
import { counted } from '../pages.ts';

const maxTasks = 400;

export function taskGrid(tasks: readonly TaskRow[], arms: readonly string[]): Html {
  const shown = tasks.slice(0, maxTasks);
  const rest = tasks.length - shown.length;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Every task"><table class="counts grid"><thead><tr><th scope="col">task</th><th scope="col">kind</th>${arms.map((arm) => html`<th scope="col">${arm}</th>`)}</tr></thead>
<tbody>${shown.map(({ task, kind, arms: cells }) => html`<tr><th scope="row">${task}</th><td>${kind}</td>${cells.map(cell)}</tr>`)}</tbody></table></div>
${rest > 0 ? html`<p class="small soft">${counted(rest, 'more task')}, which <code>--json</code> lists.</p>` : html``}`;
}

function cell(count: TaskRow['arms'][number]): Html {
  if (count === null) return html`<td class="soft">–</td>`;
  const share = count.passed / count.trials;
  const tone = share === 1 ? 'good' : share === 0 ? 'bad' : 'fair';
  const text = count.trials === 1 ? (share === 1 ? 'passed' : 'failed') : `${count.passed}/${count.trials}`;
  return html`<td class="${tone}"><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><rect class="frame" x="1" y="1" width="12" height="12" rx="2"/><rect class="full" x="1" y="${(1 + 12 * (1 - share)).toFixed(1)}" width="12" height="${(12 * share).toFixed(1)}" rx="2"/></svg> ${text}</td>`;
}
