import { expect, test } from 'vitest';
import { honestFigures, lyingFigures } from '../../../test/support/figures.ts';
import { unsupported } from './unsupported.ts';

test.each(honestFigures)('nothing is held against $what', ({ answer, shown = [], given = [], derivations }) => {
  expect(unsupported(answer, { shown, given }, derivations)).toEqual([]);
});

test.each(lyingFigures)('a lie is found out: $what', ({ answer, shown = [], given = [], derivations, listed }) => {
  expect(unsupported(answer, { shown, given }, derivations)).toEqual(listed);
});
