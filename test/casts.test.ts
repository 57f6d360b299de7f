/** A cast says why it is safe: in a comment on one of its lines, or on the line above. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'));

/** Whether it is worth parsing the text, which takes some milliseconds: ` as ` in something that is neither a comment nor an import. */
const mayCast = (text: string): boolean =>
  /^(?! *(?:\/[/*]|\*|import|export \{)).*? as (?!const\b)/m.test(text.replaceAll(/\/\/.*|\/\*\*.*?\*\//g, ''));

/** The lines, counted from 1, of casts without a reason. */
function unexplained(file: string, text: string): readonly number[] {
  if (!mayCast(text)) return [];
  const { program, comments } = parseSync(file, text);
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  const explained = new Set(comments.map(({ end }) => lineAt(end)));
  const found: number[] = [];
  new Visitor({
    TSAsExpression({ start, end, typeAnnotation: type }) {
      if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const') return;
      const [first, last] = [lineAt(start), lineAt(end)];
      const isExplained = Array.from({ length: last - first + 2 }, (_, at) => first - 1 + at).some((line) => explained.has(line));
      if (!isExplained) found.push(first);
    },
  }).visit(program);
  return found;
}

test.each([
  ['a cast without a comment', 'const a = b as C;', [1]],
  ['one over several lines', '\nconst a = {\n  b,\n} as C;', [2]],
  ['a comment on its line', 'const a = b as C; // it was checked', []],
  ['a comment above it', '// it was checked\nconst a = b as C;', []],
  ['a constant', 'const a = [1] as const;', []],
  ['a name for an import', "import { a as b } from './a.ts';", []],
])('%s', (_, text, lines) => {
  expect(unexplained('a.ts', text)).toEqual(lines);
});

test('every cast in src/ says why it is safe', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const without = sources.flatMap((file) => unexplained(file, readFileSync(file, 'utf8')).map((line) => `${file}:${line}`));
  expect(without).toEqual([]);
});
