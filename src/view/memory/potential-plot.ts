/** A plot of attention and decision over time, in plain characters and without colour. Pure. */
import type { TagView } from '../../memory/keeper.ts';
import { short } from '../spans.ts';

type Curve = TagView['curve'];
type Cell = ' ' | '-' | '|' | 'o' | 'x' | '*';

/** Rows of the plot, columns of its labels, and the limits of its width. */
const rows = 11;
const gutter = 8;
const [maxColumns, minColumns] = [121, 31];

/** Empty if there are fewer than two points, or all values are practically equal. */
export function potentialPlot(curve: Curve, width = 80): readonly string[] {
  const values = curve.flatMap(({ attention, decision }) => [attention, decision]);
  const [high, low] = [Math.max(0, ...values), Math.min(0, ...values)];
  if (high - low < 1e-6 || curve.length < 2) return [];
  const columns = odd(Math.max(minColumns, Math.min(maxColumns, width - gutter - 1)));
  const middle = (columns - 1) / 2;
  const rowOf = (value: number) => Math.round(((high - value) / (high - low)) * (rows - 1));
  const zero = rowOf(0);
  const attention = Array.from({ length: columns }, (_, column) => rowOf(at(curve, column / (columns - 1), 'attention')));
  const decision = Array.from({ length: columns }, (_, column) => rowOf(at(curve, column / (columns - 1), 'decision')));
  const cell = (row: number, column: number): Cell => {
    const [isAttention, isDecision] = [attention[column] === row, decision[column] === row];
    if (isAttention && isDecision) return '*';
    if (isAttention || isDecision) return isAttention ? 'o' : 'x';
    return column === middle ? '|' : row === zero ? '-' : ' ';
  };
  const labels: Readonly<Record<number, number>> = { 0: high, [rows - 1]: low, [zero]: 0 };
  const line = (row: number) => {
    const label = labels[row];
    const cells = Array.from({ length: columns }, (_, column) => cell(row, column)).join('');
    return `${(label === undefined ? '' : amount(label)).padStart(gutter - 2)}  ${cells}`.trimEnd();
  };
  return [...Array.from({ length: rows }, (_, row) => line(row)), `${' '.repeat(gutter)}${axis(columns)}`];
}

/** What the characters mean, and what the plot of the past shows. */
export const plotKey: readonly string[] = [
  'o attention   x decision   * both   | today',
  'The past shows only what still counts today, not what has been forgotten since.',
];

const amount = (value: number): string =>
  `${value < 0 ? '−' : ''}${Math.abs(value) < 999.95 ? Math.abs(value).toFixed(1) : short(Math.abs(value))}`;

const odd = (columns: number): number => columns - 1 + (columns % 2);

/** Interpolates between two days. */
function at(curve: Curve, share: number, which: 'attention' | 'decision'): number {
  const place = share * (curve.length - 1);
  const before = Math.floor(place);
  const [from, to] = [curve[before]?.[which] ?? 0, curve[before + 1]?.[which] ?? curve[before]?.[which] ?? 0];
  return from + (to - from) * (place - before);
}

function axis(columns: number): string {
  const [first, now, last] = ['−30 days', 'today', '+30 days'];
  const left = `${first}${' '.repeat((columns - now.length) / 2 - first.length)}${now}`;
  return `${left}${last.padStart(columns - left.length)}`;
}
