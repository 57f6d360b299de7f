/** A test can be found by the name of what it tests. */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';

const sources = new Map(
  Map.groupBy(globSync('src/**/*.ts'), dirname)
    .entries()
    .map(([folder, files]) => [folder, files.filter((file) => !file.endsWith('.test.ts')).map((file) => basename(file, '.ts'))]),
);

/** What the name may begin with: a source beside it, or the folder itself if it is tested as a whole. */
const subjects = (file: string): readonly string[] => [basename(dirname(file)), ...(sources.get(dirname(file)) ?? [])];

test('every test in src/ is named after a source beside it or after its folder, alone or with the part of it that is tested', () => {
  const tests = globSync('src/**/*.test.ts');
  const strays = tests.filter((file) => {
    const name = basename(file, '.test.ts');
    return !subjects(file).some((subject) => name === subject || name.startsWith(`${subject}-`));
  });
  expect(tests.length).toBeGreaterThan(250);
  expect(strays).toEqual([]);
});
