/** The figures that benchmarks have measured, each with the commit and day of its measurement: bench/figures.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Where the figures are kept; ARTOO_BENCH_FIGURES names another file, for a benchmark that runs as another user. */
export const figuresFile: string = process.env.ARTOO_BENCH_FIGURES ?? fileURLToPath(new URL('figures.json', import.meta.url));

const Figure = z.object({
  /** What was measured. */
  name: z.string().min(1),
  figure: z.union([z.number(), z.string()]),
  unit: z.string(),
  /** The ratio to the figure that it is compared with. */
  ratio: z.number().optional(),
  against: z.string().optional(),
  aim: z.string().optional(),
});
export type Figure = z.infer<typeof Figure>;

const Measured = Figure.extend({
  /** The benchmark. */
  bench: z.string().min(1),
  commit: z.string().min(1),
  date: z.iso.date(),
  /** Written down by hand before figures were kept here. */
  by_hand: z.literal(true).optional(),
});
export type Measured = z.infer<typeof Measured>;

export const readFigures = (): readonly Measured[] => z.array(Measured).parse(JSON.parse(readFileSync(figuresFile, 'utf8')));

/** Replaces the figure of the same name, or adds the figure after the others of its benchmark. */
export function withFigure(all: readonly Measured[], figure: Measured): readonly Measured[] {
  const isSame = ({ bench, name }: Measured): boolean => bench === figure.bench && name === figure.name;
  if (all.some(isSame)) return all.map((each) => (isSame(each) ? figure : each));
  const last = all.findLastIndex(({ bench }) => bench === figure.bench);
  return last === -1 ? [...all, figure] : all.toSpliced(last + 1, 0, figure);
}

export const writeFigures = (figures: readonly Measured[]): void => writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`);
