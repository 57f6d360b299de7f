import { expect, test } from 'vitest';
import { honestFigures, lyingFigures } from '../../../test/support/figures.ts';
import { unsupported } from './unsupported.ts';

test.each(honestFigures)('nothing is reported about $what', ({ answer, shown = [], given = [], derivations }) => {
  expect(unsupported(answer, { shown, given }, derivations)).toEqual([]);
});

test.each(lyingFigures)('a lie is detected: $what', ({ answer, shown = [], given = [], derivations, listed }) => {
  expect(unsupported(answer, { shown, given }, derivations)).toEqual(listed);
});
