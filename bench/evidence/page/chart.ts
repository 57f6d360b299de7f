/** Plain charts as SVG, readable on light and dark backgrounds: lines with their intervals, and rows of dots with theirs. */
import type { Estimate } from '../statistics.ts';

/** Up to six kinds of line; the same kind has the same colour in every figure. */
export type Tone = 'ours' | 'warm' | 'green' | 'violet' | 'plain' | 'rose';

const style = `<style>
.paper { fill: #ffffff } text { fill: #1f2328 } .faint { fill: #59636e } .grid { stroke: #d1d9e0 } .axis { stroke: #818b98 } .aim { stroke: #59636e; stroke-dasharray: 3 3 }
.line { fill: none; stroke-width: 2 } .line.green { stroke-dasharray: 5 3 } .band { stroke: none; opacity: 0.12 } .span { stroke-width: 1.5 }
.ours { stroke: #0969da; fill: #0969da } .warm { stroke: #bc4c00; fill: #bc4c00 } .green { stroke: #1a7f37; fill: #1a7f37 } .violet { stroke: #8250df; fill: #8250df } .plain { stroke: #59636e; fill: #59636e } .rose { stroke: #bf3989; fill: #bf3989 }
.line.ours, .line.warm, .line.green, .line.violet, .line.plain, .line.rose { fill: none } text.ours, text.warm, text.green, text.violet, text.plain, text.rose { stroke: none }
@media (prefers-color-scheme: dark) {
.paper { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 } .grid { stroke: #2b323b } .axis { stroke: #656c76 } .aim { stroke: #9198a1 } .band { opacity: 0.18 }
.ours { stroke: #4493f8; fill: #4493f8 } .warm { stroke: #f0883e; fill: #f0883e } .green { stroke: #3fb950; fill: #3fb950 } .violet { stroke: #ab7df8; fill: #ab7df8 } .plain { stroke: #9198a1; fill: #9198a1 } .rose { stroke: #db61a2; fill: #db61a2 }
}
</style>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const at = (value: number): string => String(Math.round(value * 10) / 10);

/** A complete picture of the given size, with one sentence that describes it for people who cannot see it. */
const picture = (width: number, height: number, says: string, drawn: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(says)}">\n${style}\n<rect class="paper" width="100%" height="100%" rx="6"/>\n${drawn}\n</svg>\n`;

const text = (x: number, y: number, said: string, more = ''): string => `<text x="${at(x)}" y="${at(y)}" ${more}>${escaped(said)}</text>`;
const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  `<line class="${kind}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`;

/** The label of a tick. */
type Shown = (value: number) => string;
export const percent: Shown = (value) => `${Math.round(value * 100)} %`;
export const plainly: Shown = (value) => String(Math.round(value * 100) / 100);

type Axis = { readonly title: string; readonly ticks: readonly number[]; readonly shown: Shown };
export type Curve = {
  readonly name: string;
  readonly tone: Tone;
  readonly points: readonly { readonly x: number; readonly y: Estimate }[];
};
export type LinePanel = {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  readonly aim?: number;
};

const panelSize = { width: 440, height: 290, left: 52, right: 20, top: 40, bottom: 46 } as const;
const rowHeight = 20;

const ends = ({ ticks }: Axis): readonly [number, number] => [Math.min(...ticks), Math.max(...ticks)];

function linePanel({ title, x, y, curves, aim }: LinePanel): string {
  const { width, height, left, right, top, bottom } = panelSize;
  const [[x0, x1], [y0, y1]] = [ends(x), ends(y)];
  const toX = (value: number) => left + ((value - x0) / (x1 - x0)) * (width - left - right);
  const toY = (value: number) => height - bottom - ((Math.min(Math.max(value, y0), y1) - y0) / (y1 - y0)) * (height - top - bottom);
  const drawn = curves.map(({ tone, points }) => {
    const there = points.filter((point) => Number.isFinite(point.y.value));
    const along = (of: (y: Estimate) => number) => there.map((point) => `${at(toX(point.x))} ${at(toY(of(point.y)))}`);
    const band = `M${[...along(({ high }) => high), ...along(({ low }) => low).reverse()].join('L')}Z`;
    const dots = there.map((point) => `<circle class="${tone}" cx="${at(toX(point.x))}" cy="${at(toY(point.y.value))}" r="2.5"/>`);
    return `<path class="band ${tone}" d="${band}"/><path class="line ${tone}" d="M${along(({ value }) => value).join('L')}"/>${dots.join('')}`;
  });
  return [
    text(left, 22, title, 'font-weight="600"'),
    ...y.ticks.map(
      (tick) =>
        line(left, toY(tick), width - right, toY(tick), 'grid') +
        text(left - 8, toY(tick) + 4, y.shown(tick), 'class="faint" text-anchor="end"'),
    ),
    ...x.ticks.map((tick) => text(toX(tick), height - bottom + 17, x.shown(tick), 'class="faint" text-anchor="middle"')),
    line(left, toY(y0), width - right, toY(y0), 'axis'),
    text((left + width - right) / 2, height - 8, x.title, 'class="faint" text-anchor="middle"'),
    ...(aim === undefined
      ? []
      : [
          line(left, toY(aim), width - right, toY(aim), 'aim') +
            text(width - right, toY(aim) - 5, 'aim', 'class="faint" text-anchor="end"'),
        ]),
    ...drawn,
  ].join('\n');
}

/** Panels side by side, and one legend below for all of them. */
export function lineChart(says: string, panels: readonly LinePanel[], columns = 2): string {
  const names = new Map(panels.flatMap(({ curves }) => curves.map(({ name, tone }) => [name, tone] as const)));
  const width = columns * panelSize.width;
  const rows = Math.ceil(panels.length / columns);
  const drawn = panels.map((panel, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return `<g transform="translate(${column * panelSize.width} ${row * panelSize.height})">\n${linePanel(panel)}\n</g>`;
  });
  const legend = legendOf([...names], width, rows * panelSize.height + 18);
  return picture(width, rows * panelSize.height + legend.height + 14, says, [...drawn, legend.drawn].join('\n'));
}

function legendOf(
  names: readonly (readonly [string, Tone])[],
  width: number,
  top: number,
): { readonly drawn: string; readonly height: number } {
  const perLetter = 6.4;
  let [x, y] = [panelSize.left, top];
  const drawn = names.map(([name, tone]) => {
    const wide = 30 + name.length * perLetter + 18;
    if (x + wide > width - panelSize.right && x > panelSize.left) [x, y] = [panelSize.left, y + rowHeight];
    const entry = line(x, y - 4, x + 22, y - 4, `line ${tone}`) + text(x + 28, y, name);
    x += wide;
    return entry;
  });
  return { drawn: drawn.join('\n'), height: y - top + rowHeight };
}

export type DotColumn = {
  readonly title: string;
  readonly ticks: readonly number[];
  readonly shown: Shown;
  readonly neutral: number;
  readonly aim?: number;
};
export type DotRow = { readonly name: string; readonly values: readonly (Estimate & { readonly tone: Tone })[] };

/** One row for each name, one column for each measure, with a line where nothing differs. */
export function dotChart(says: string, columns: readonly DotColumn[], rows: readonly DotRow[]): string {
  const names = 268;
  const wide = (2 * panelSize.width - names) / columns.length;
  const top = 52;
  const height = top + rows.length * rowHeight + 34;
  const drawn = columns.map(({ title, ticks, shown, neutral, aim }, column) => {
    const [low, high] = [Math.min(...ticks), Math.max(...ticks)];
    const begin = names + column * wide + 20;
    const toX = (value: number) => begin + ((Math.min(Math.max(value, low), high) - low) / (high - low)) * (wide - 48);
    const bottom = height - 30;
    const marks = rows.map(({ values }, row) => {
      const value = values[column];
      if (!value || !Number.isFinite(value.value)) return '';
      const y = top + row * rowHeight + rowHeight / 2;
      return `${line(toX(value.low), y, toX(value.high), y, `span ${value.tone}`)}<circle class="${value.tone}" cx="${at(toX(value.value))}" cy="${at(y)}" r="3.5"/>`;
    });
    return [
      text(begin, 24, title, 'font-weight="600"'),
      ...ticks.map(
        (tick) =>
          line(toX(tick), top - 6, toX(tick), bottom, tick === neutral ? 'axis' : 'grid') +
          text(toX(tick), bottom + 16, shown(tick), 'class="faint" text-anchor="middle"'),
      ),
      ...(aim === undefined
        ? []
        : [line(toX(aim), top - 6, toX(aim), bottom, 'aim') + text(toX(aim), top - 10, 'aim', 'class="faint" text-anchor="middle"')]),
      ...marks,
    ].join('\n');
  });
  const labels = rows.map(({ name }, row) => text(names - 6, top + row * rowHeight + rowHeight / 2 + 4, name, 'text-anchor="end"'));
  return picture(2 * panelSize.width, height, says, [...labels, ...drawn].join('\n'));
}
