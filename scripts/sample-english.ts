/**
 * Draws comments and texts of the repository, to check their English (docs/english.md): the same ones for the same seed. `npm run english -- <seed>`.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

type Drawn = { readonly at: string; readonly text: string };

const counts = { comments: 150, strings: 100 } as const;
const minWords = 4;

const files = globSync(['src/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts', 'examples/**/*.ts']).sort();
const words = (text: string): readonly string[] => text.match(/[\p{L}'’]{2,}/gu) ?? [];

/** Consecutive line comments are one comment. */
function commentsIn(file: string, text: string): readonly Drawn[] {
  const { comments } = parseSync(file, text);
  const found: { start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = found.at(-1);
    const plain = type === 'Block' ? value.replaceAll(/^\s*\*+ ?/gm, '') : value;
    if (last && type === 'Line' && /^\s*$/.test(text.slice(last.end, start)) && !text.slice(last.end, start).includes('\n\n'))
      Object.assign(last, { end, text: `${last.text} ${plain}` });
    else found.push({ start, end, text: plain });
  }
  return found.map((each) => ({ at: placeOf(file, text, each.start), text: each.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** A text without any of these words is a table of words, not English. */
const functionWords =
  /\b(?:a|an|the|of|to|in|on|at|by|for|from|with|and|or|not|is|are|was|were|be|it|its|this|that|which|no|has|have|can|cannot|must)\b/;

/** Texts of the product in English, without markup: values show as `…`. */
function stringsIn(file: string, text: string): readonly Drawn[] {
  const found: Drawn[] = [];
  const add = (start: number, said: string): void => {
    const plain = said
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (functionWords.test(plain) && !/^\.{1,2}\//.test(plain)) found.push({ at: placeOf(file, text, start), text: plain });
  };
  new Visitor({
    Literal: ({ value, start }) => typeof value === 'string' && add(start, value),
    TemplateLiteral: ({ quasis, start }) => add(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
    JSXText: ({ value, start }) => add(start, value),
  }).visit(parseSync(file, text).program);
  return found;
}

const placeOf = (file: string, text: string, at: number): string => `${file}:${text.slice(0, at).split('\n').length}`;

/** Which texts are drawn depends only on the seed and on each text itself, so that a change of one text does not affect the others. */
function drawn(all: readonly Drawn[], count: number, seed: string): readonly Drawn[] {
  const rank = ({ text }: Drawn): string => createHash('sha256').update(`${seed}\n${text}`).digest('hex');
  const different = new Map(all.filter(({ text }) => words(text).length >= minWords).map((each) => [each.text, each]));
  return [...different.values()]
    .map((each) => [rank(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, each]) => each);
}

const [seed = '1'] = process.argv.slice(2);
const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
/** Prompts are for models, and their texts are pinned. */
const isOfProduct = (file: string): boolean => file.startsWith('src/') && !file.endsWith('.test.ts') && !/prompt/.test(file);
const samples = {
  comments: sources.flatMap(([file, text]) => commentsIn(file, text)),
  strings: sources.filter(([file]) => isOfProduct(file)).flatMap(([file, text]) => stringsIn(file, text)),
};
for (const [kind, all] of [
  ['comments', samples.comments],
  ['strings', samples.strings],
] as const) {
  console.log(`\n## ${counts[kind]} of ${all.length} ${kind}, seed ${seed}\n`);
  for (const [at, each] of drawn(all, counts[kind], seed).entries()) console.log(`${at + 1}. ${each.text}\n   ${each.at}`);
}
