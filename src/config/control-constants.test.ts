import { describe, expect, test } from 'vitest';
import { ArtooError } from '../contracts/errors.ts';
import { defaults } from '../control/hyperparameters.ts';
import { readConstants } from './control-constants.ts';

describe('constants that a person names', () => {
  test('are those and no others', () => {
    expect(readConstants(['epsilon=0.05', ' kill = 3 '])).toEqual({ epsilon: 0.05, kill: 3 });
    expect(readConstants([])).toEqual({});
  });

  test.each(Object.entries(defaults))('may be any of them: %s', (name, value) => {
    expect(readConstants([`${name}=${value}`])).toEqual({ [name]: value });
  });

  test.each([
    ['epsilon'],
    ['epsilon='],
    ['=0.1'],
    [''],
    ['epsilom=0.1'],
    ['__proto__=1'],
    ['constructor=1'],
    ['epsilon=much'],
    ['epsilon=-1'],
    ['epsilon=2'],
    ['epsilon=NaN'],
    ['kill=1.5'],
  ])('are refused when they cannot be: %j', (text) => {
    expect(() => readConstants([text])).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  test('are refused when one is there twice, even with the same value', () => {
    expect(() => readConstants(['kill=3', 'epsilon=0.1', 'kill=3'])).toThrow(ArtooError);
  });

  test('are refused with the name that was meant', () => {
    expect(() => readConstants(['epsilom=0.1'])).toThrow('did you mean epsilon?');
  });
});
