/** The only way in which a benchmark reports a figure: it is printed, and kept if `npm run bench` runs the benchmark. */
import { type Figure, readFigures, withFigure, writeFigures } from './figures.ts';

export function report(figure: Figure): void {
  console.log(`  ${figure.name.padEnd(60)} ${told(figure)}${figure.aim === undefined ? '' : `   (aim: ${figure.aim})`}`);
  const { ARTOO_BENCH: bench, ARTOO_BENCH_COMMIT: commit, ARTOO_BENCH_DATE: date } = process.env;
  if (bench && commit && date) writeFigures(withFigure(readFigures(), { bench, ...rounded(figure), commit, date }));
}

/** A figure with its unit, and what it is compared with. */
export const told = ({ figure, unit, ratio, against }: Figure): string =>
  [
    `${shown(figure)}${unit === '' ? '' : ` ${unit}`}`,
    ...(against === undefined ? [] : [`${ratio === undefined ? '' : `${shown(ratio)}× of `}${against}`]),
  ].join(', ');

const shown = (value: number | string): string =>
  typeof value === 'string' ? value : value.toLocaleString('en', { maximumSignificantDigits: value < 1_000 ? 3 : 4 });

const rounded = ({ figure, ratio, ...rest }: Figure): Figure => ({
  ...rest,
  figure: typeof figure === 'number' ? plain(figure) : figure,
  ...(ratio === undefined ? {} : { ratio: plain(ratio) }),
});

/** Further digits would differ from run to run. */
const plain = (value: number): number => Number(value.toPrecision(4));
