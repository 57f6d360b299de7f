/** D over the cycles of one task, as a line small enough to fit into a text. Pure. */
import type { Cycle } from '../../team/report/task-path.ts';
import { type Html, html, nothing } from '../html.ts';

const [step, height, edge] = [36, 28, 5] as const;

/** A line that connects the rejections; nothing for a single one. */
export function measureChart(cycles: readonly Cycle[]): Html {
  if (cycles.length < 2) return nothing;
  const width = (cycles.length - 1) * step + 2 * edge;
  const dots = cycles.map(({ D }, at) => ({
    x: edge + at * step,
    y: (edge + (1 - Math.min(1, Math.max(0, D))) * (height - 2 * edge)).toFixed(1),
  }));
  const spoken = cycles.map(({ D }) => D.toFixed(2)).join(', ');
  return html`<svg class="chart" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="D from rejection to rejection: ${spoken}">
<line class="axis" x1="0" y1="${height - edge}" x2="${width}" y2="${height - edge}"/>
<polyline points="${dots.map(({ x, y }) => `${x},${y}`).join(' ')}"/>
${dots.map(({ x, y }) => html`<circle cx="${x}" cy="${y}" r="3"/>`)}
</svg>`;
}
