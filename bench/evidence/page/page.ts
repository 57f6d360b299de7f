/** docs/evidence.md and its figures, kept in step with the results. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Results } from '../results.ts';
import { figuresOf } from './figures.ts';
import { blocksOf } from './tables.ts';

const inDocs = (name: string): URL => new URL(`../../../docs/${name}`, import.meta.url);

const block = /(<!-- evidence: ([\w-]+) -->\n)[\s\S]*?(<!-- end of evidence -->)/g;

/** The page with every marked place filled in from the results. */
export function withResults(page: string, results: Results): string {
  const blocks = blocksOf(results);
  return page.replaceAll(block, (_, begin: string, name: string, end: string) => {
    const made = blocks[name];
    if (made === undefined) throw new Error(`nothing is made for the place "${name}" of the page`);
    return `${begin}${made}\n${end}`;
  });
}

/** The places that a page marks. */
export const placesIn = (page: string): readonly string[] => [...page.matchAll(block)].map(([, , name = '']) => name);

export const readPage = (): string => readFileSync(inDocs('evidence.md'), 'utf8');
export const readFigure = (name: string): string => readFileSync(inDocs(name), 'utf8');

export function writePage(results: Results): void {
  writeFileSync(inDocs('evidence.md'), withResults(readPage(), results));
  for (const [name, svg] of Object.entries(figuresOf(results))) writeFileSync(inDocs(name), svg);
}
