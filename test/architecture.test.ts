import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const map = page.slice(page.indexOf('## To change X'));
const rows = map.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| to change'));

test('the map in docs/architecture.md has rows', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(
  rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  ),
)('to change %s, look in what is there: %s', (_, where = '') => {
  const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !existsSync(join(root, 'src', path)))).toEqual([]);
});
