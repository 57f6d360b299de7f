/** The tables of bench/README.md, made from the figures: they contain no other figure, and each row says when it was measured. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Measured, readFigures } from './figures.ts';
import { told } from './report.ts';

const path = new URL('README.md', import.meta.url);

/** Every table is between two marks, the first of which names its benchmarks. */
const table = /(<!-- figures of ([\w, -]+) -->\n)[\s\S]*?(<!-- end of figures -->)/g;

/** The page with its tables made from the figures. */
export const withTables = (page: string, figures: readonly Measured[]): string =>
  page.replaceAll(table, (_, begin: string, names: string, end: string) => {
    const benches = names.split(', ');
    return `${begin}${tableOf(benches.flatMap((name) => figures.filter(({ bench }) => bench === name)))}${end}`;
  });

/** Whose figures the tables of a page show. */
export const benchesIn = (page: string): readonly string[] => [...page.matchAll(table)].flatMap(([, , names = '']) => names.split(', '));

function tableOf(figures: readonly Measured[]): string {
  const rows = figures.map((each) => `| ${[each.name, told(each), each.aim ?? '', measured(each)].join(' | ')} |\n`);
  return `| what | figure | aim | measured |\n|---|---|---|---|\n${rows.join('')}`;
}

const measured = ({ date, commit, by_hand }: Measured): string => `${date}, ${commit}${by_hand ? ', written down by hand' : ''}`;

export const readPage = (): string => readFileSync(path, 'utf8');

export const writeTables = (): void => writeFileSync(path, withTables(readPage(), readFigures()));
