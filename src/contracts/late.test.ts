import { expect, test } from 'vitest';
import { both, late, madeOf, there } from './late.ts';

test('nothing is loaded before it is asked for, and then once', async () => {
  let loads = 0;
  const value = late(async () => {
    loads += 1;
    return loads;
  });
  expect([value.now(), loads]).toEqual([undefined, 0]);
  expect(await Promise.all([value.load(), value.load()])).toEqual([1, 1]);
  expect([value.now(), await value.load(), loads]).toEqual([1, 1, 1]);
});

test('after a failure the next one tries again', async () => {
  let loads = 0;
  const value = late(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no');
    return loads;
  });
  await expect(value.load()).rejects.toThrow('no');
  expect(value.now()).toBeUndefined();
  expect(await value.load()).toBe(2);
});

test('a value derived from it is made once, and at once if it is loaded', async () => {
  let made = 0;
  const double = (value: number) => {
    made += 1;
    return 2 * value;
  };
  const later = late(async () => 4);
  const [soon, now] = [madeOf(later, double), madeOf(there(5), double)];
  expect([soon.now(), now.now(), now.now(), made]).toEqual([undefined, 10, 10, 1]);
  expect([await soon.load(), soon.now(), await soon.load(), made]).toEqual([8, 8, 8, 2]);
});

test('what cannot be created is not there, and says why each time', async () => {
  const impossible = madeOf(there(1), () => {
    throw new Error('impossible');
  });
  expect(() => impossible.now()).toThrow('impossible');
  await expect(impossible.load()).rejects.toThrow('impossible');
});

test('two are loaded once both are', async () => {
  const later = late(async () => 'b');
  const pair = both(there('a'), later);
  expect(pair.now()).toBeUndefined();
  expect(await pair.load()).toEqual(['a', 'b']);
  expect(pair.now()).toEqual(['a', 'b']);
});
