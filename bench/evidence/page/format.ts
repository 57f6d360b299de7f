/** How numbers are written in the page. */
import type { Estimate } from '../statistics.ts';

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const half = ({ low, high }: Estimate): number => (high - low) / 2;
export const times = (e: Estimate, digits = 2): string =>
  Number.isFinite(e.value) ? `${e.value.toFixed(digits)} ± ${half(e).toFixed(digits)}` : '–';
export const percent = (e: Estimate): string =>
  Number.isFinite(e.value) ? `${(100 * e.value).toFixed(1)} ± ${(100 * half(e)).toFixed(1)} %` : '–';
export const points = (e: Estimate): string =>
  `${e.value < 0 ? '−' : '+'}${Math.abs(100 * e.value).toFixed(1)} ± ${(100 * half(e)).toFixed(1)}`;
export const span = ({ value, low, high }: Estimate): string =>
  `${Math.round(100 * value)} % (${Math.round(100 * low)} to ${Math.round(100 * high)})`;
