import { expect, test } from 'vitest';
import { joinWaits } from './join-waits.ts';

test('what several wait for is told once, and again when it changes or is over for all', () => {
  const told: unknown[] = [];
  const join = joinWaits((why) => told.push(why));
  const [log, register] = [join(), join()];
  log('silent');
  register('silent');
  expect(told).toEqual(['silent']);
  log('full');
  register(undefined);
  register('full');
  log(undefined);
  expect(told).toEqual(['silent', 'full']);
  register(undefined);
  register(undefined);
  expect(told).toEqual(['silent', 'full', undefined]);
});
