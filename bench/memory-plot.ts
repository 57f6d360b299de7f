/** The curves of memory's costs as one SVG: log-log, readable on light and dark backgrounds, with the fonts of the system. */
import type { ForgettingCost } from './memory-forgetting.ts';
import type { PotentialsCost } from './memory-potentials.ts';

type Point = readonly [x: number, y: number];
type Curve = { readonly name: string; readonly kind: 'ours' | 'scan' | 'get'; readonly points: readonly Point[] };
type Panel = {
  readonly title: string;
  readonly across: string;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly curves: readonly Curve[];
};

const [width, height] = [440, 300] as const;
const margin = { left: 62, right: 34, top: 34, bottom: 48 } as const;

export function plotCosts(potentials: readonly PotentialsCost[], forgetting: readonly ForgettingCost[], size: number): string {
  const panels: readonly Panel[] = [
    {
      title: 'Potentials of a tag',
      across: 'entries at the tag',
      x: [1, 5],
      y: [-7, 0],
      curves: [
        { name: 'plain scan', kind: 'scan', points: potentials.map(({ entries, scan }) => [entries, scan]) },
        { name: 'artoo', kind: 'ours', points: potentials.map(({ entries, ours }) => [entries, ours]) },
        { name: 'one get', kind: 'get', points: potentials.map(({ entries, get }) => [entries, get]) },
      ],
    },
    {
      title: `Forgetting, of ${size.toLocaleString('en')}`,
      across: 'how many are forgotten',
      x: [1, 4],
      y: [-4, 2],
      curves: [
        { name: 'full scan', kind: 'scan', points: forgetting.map(({ forgotten, scan }) => [forgotten, scan]) },
        { name: 'artoo', kind: 'ours', points: forgetting.map(({ forgotten, ours }) => [forgotten, ours]) },
      ],
    },
  ];
  const drawn = panels.map((panel, at) => `<g transform="translate(${at * width} 0)">${draw(panel)}</g>`).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panels.length * width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="What memory costs, by size">\n${style}\n<rect class="paper" width="100%" height="100%" rx="6"/>\n${drawn}\n</svg>\n`;
}

const style = `<style>
.paper { fill: #ffffff } text { fill: #1f2328 } .faint { fill: #59636e } .grid { stroke: #d1d9e0 } .axis { stroke: #59636e }
.curve { fill: none; stroke-width: 2 } .ours { stroke: #0969da; fill: #0969da } .scan { stroke: #bc4c00; fill: #bc4c00 } .get { stroke: #59636e; fill: #59636e; stroke-dasharray: 4 3 }
.curve.ours, .curve.scan, .curve.get { fill: none } text.ours, text.scan, text.get { stroke: none }
@media (prefers-color-scheme: dark) {
.paper { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 } .grid { stroke: #2b323b } .axis { stroke: #9198a1 }
.ours { stroke: #4493f8; fill: #4493f8 } .scan { stroke: #f0883e; fill: #f0883e } .get { stroke: #9198a1; fill: #9198a1 }
}
</style>`;

function draw({ title, across, x, y, curves }: Panel): string {
  const toX = (value: number) => round(margin.left + ((Math.log10(value) - x[0]) / (x[1] - x[0])) * (width - margin.left - margin.right));
  const toY = (value: number) =>
    round(height - margin.bottom - ((Math.log10(value) - y[0]) / (y[1] - y[0])) * (height - margin.top - margin.bottom));
  const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  const columns = powers(x).map(
    (power) =>
      `<line class="grid" x1="${toX(10 ** power)}" x2="${toX(10 ** power)}" y1="${top}" y2="${bottom}"/><text class="faint" x="${toX(10 ** power)}" y="${bottom + 17}" text-anchor="middle">${(10 ** power).toLocaleString('en')}</text>`,
  );
  const rows = powers(y).map(
    (power) =>
      `<line class="grid" x1="${left}" x2="${right}" y1="${toY(10 ** power)}" y2="${toY(10 ** power)}"/><text class="faint" x="${left - 8}" y="${toY(10 ** power) + 4}" text-anchor="end">${duration(power)}</text>`,
  );
  const lines = curves.map(({ name, kind, points }) => {
    const path = points.map(([px, py]) => `${toX(px)},${toY(py)}`);
    const dots = points.map(([px, py]) => `<circle class="${kind}" cx="${toX(px)}" cy="${toY(py)}" r="3"/>`);
    const [nameX, nameY] = points.at(-2) ?? [1, 1];
    const label = `<text class="${kind}" x="${toX(nameX) + 8}" y="${toY(nameY) + (isFlat(points) && kind !== 'get' ? -9 : 18)}">${name}</text>`;
    return `<polyline class="curve ${kind}" points="${path.join(' ')}"/>${dots.join('')}${label}`;
  });
  const words = `<text x="${left}" y="20" font-weight="600">${title}</text><text class="faint" x="${(left + right) / 2}" y="${height - 10}" text-anchor="middle">${across}</text>`;
  return [...columns, ...rows, `<path class="axis" fill="none" d="M${left} ${top}V${bottom}H${right}"/>`, ...lines, words].join('\n');
}

/** Its name is above the curve, or below it if it rises. */
const isFlat = (points: readonly Point[]): boolean => (points.at(-1)?.[1] ?? 1) < 3 * (points[0]?.[1] ?? 1);

const powers = ([from, to]: readonly [number, number]): readonly number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const round = (value: number): number => Math.round(value * 10) / 10;

/** A power of ten of seconds. */
function duration(power: number): string {
  if (power >= 0) return `${10 ** power} s`;
  return power >= -3 ? `${10 ** (power + 3)} ms` : `${10 ** (power + 6)} µs`;
}
