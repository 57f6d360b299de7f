import { expect, test } from 'vitest';
import { honest, lies } from './unsupported.cases.ts';
import { unsupported } from './unsupported.ts';

test.each(honest)('nothing is held against %s', (_, answer, { shown = [], given = [] }) => {
  expect(unsupported(answer, { shown, given })).toEqual([]);
});

test.each(lies)('%s is found out', (_, answer, { shown = [], given = [] }, listed) => {
  expect(unsupported(answer, { shown, given })).toEqual(listed);
});
