/** The loss of each round as a small chart. Pure. */
import { type Html, html, nothing } from '../html.ts';

export type Point = { readonly round: number; readonly L: number };

const [width, height, left, top, bottom] = [320, 96, 28, 18, 20] as const;

/** A line that connects the rounds; nothing for a single round. */
export function lossChart(points: readonly Point[]): Html {
  if (points.length < 2) return nothing;
  const highest = Math.max(1, ...points.map(({ L }) => L));
  const x = (at: number): number => left + (at * (width - 2 * left)) / (points.length - 1);
  const y = (L: number): number => top + (1 - Math.max(0, L) / highest) * (height - top - bottom);
  const dots = points.map(({ round, L }, at) => ({ round, L, cx: x(at).toFixed(1), cy: y(L).toFixed(1) }));
  const named = dots.length <= maxNames;
  const spoken = points.map(({ L }) => L.toFixed(2)).join(', ');
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="Loss from round to round: ${spoken}">
<line class="axis" x1="0" y1="${y(0)}" x2="${width}" y2="${y(0)}"/>
<polyline points="${dots.map(({ cx, cy }) => `${cx},${cy}`).join(' ')}"/>
${dots.map(({ cx, cy }) => html`<circle cx="${cx}" cy="${cy}" r="3.5"/>`)}
${dots.map(({ round, L, cx, cy }) =>
  named
    ? html`<text x="${cx}" y="${Number(cy) - 8}">${L.toFixed(2)}</text><text class="name" x="${cx}" y="${height - 5}">round ${round}</text>`
    : nothing,
)}
</svg>`;
}

/** How many rounds are named: more names would overlap. */
const maxNames = 8;
