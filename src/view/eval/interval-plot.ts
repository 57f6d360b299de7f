/** Shares with their intervals, one row each, as a drawing. Pure. */
import type { Share } from '../../eval/figures/intervals.ts';
import { type Html, html } from '../html.ts';

/** `label` names the row, `value` is the figure in words. */
export type PlotRow = { readonly label: string; readonly share: Share; readonly value: string; readonly tone: string };

type Axis = { readonly from: number; readonly to: number; readonly ticks: readonly number[]; readonly text: (value: number) => string };

/** An axis from 0 to 100 %. */
export const shareAxis: Axis = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: (value) => `${Math.round(value * 100)} %` };

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(Math.round(value * 100))}`;

/** An axis in percentage points that reaches as far in both directions as the widest interval needs. */
export function differenceAxis(shares: readonly Share[]): Axis {
  const reach = Math.max(0.1, ...shares.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const to = Math.min(1, Math.ceil(reach * 10) / 10);
  return { from: -to, to, ticks: [-to, -to / 2, 0, to / 2, to], text: signed };
}

const [width, left, right, rowHeight, foot] = [640, 190, 100, 30, 26] as const;

export function intervalPlot(rows: readonly PlotRow[], axis: Axis, spoken: string): Html {
  const height = rows.length * rowHeight + foot;
  const x = (value: number): string => (left + ((value - axis.from) / (axis.to - axis.from)) * (width - left - right)).toFixed(1);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${spoken}"><svg class="plot" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${`${spoken}: ${rows.map(({ label, value }) => `${label} ${value}`).join('; ')}`}">
${axis.ticks.map((tick) => html`<line class="${tick === 0 && axis.from < 0 ? 'zero' : 'axis'}" x1="${x(tick)}" y1="0" x2="${x(tick)}" y2="${height - foot + 4}"/><text class="tick" x="${x(tick)}" y="${height - 6}" text-anchor="middle">${axis.text(tick)}</text>`)}
${rows.map(({ label, share, value, tone }, at) => {
  const y = at * rowHeight + rowHeight / 2;
  return html`<g class="${tone}"><text class="name" x="${left - 14}" y="${y + 5}" text-anchor="end">${cut(label)}<title>${label}</title></text><line class="interval" x1="${x(share.low)}" y1="${y}" x2="${x(share.high)}" y2="${y}"/><circle cx="${x(share.value)}" cy="${y}" r="5.5"/><text class="value" x="${width - right + 12}" y="${y + 5}">${value}</text></g>`;
})}
</svg></div>`;
}

const maxLabel = 24;

/** Cuts names in the middle: arms often differ at their ends. */
const cut = (label: string): string =>
  label.length <= maxLabel ? label : `${label.slice(0, maxLabel / 2 - 1)}…${label.slice(-maxLabel / 2)}`;
