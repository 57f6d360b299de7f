/** Figures over time, one bar each, a dot for a missing one; empty with fewer than two figures. Pure. */
export function sparkline(figures: readonly (number | undefined)[]): string {
  const known = figures.filter((figure) => figure !== undefined && figure > 0);
  if (known.length < 2) return '';
  const top = Math.max(...known.map(Number));
  return figures.map((figure) => (figure === undefined ? '·' : (bars[Math.round((figure / top) * (bars.length - 1))] ?? '▁'))).join('');
}

const bars = '▁▂▃▄▅▆▇█';
