import { expect, test } from 'vitest';
import { honestFigures, lyingFigures } from './unsupported.cases.ts';
import { unsupported } from './unsupported.ts';

test.each(honestFigures)('nothing is held against honest figures: %s', (_, answer, { shown = [], given = [] }, derivations) => {
  expect(unsupported(answer, { shown, given }, derivations)).toEqual([]);
});

test.each(lyingFigures)('wrong figures are found out: %s', (_, answer, { shown = [], given = [] }, listed, derivations) => {
  expect(unsupported(answer, { shown, given }, derivations)).toEqual(listed);
});
