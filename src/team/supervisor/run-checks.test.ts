import { expect, test } from 'vitest';
import { whyChecksFail } from './run-checks.ts';

const ends = (exits: Readonly<Record<string, number>>) => {
  const ran: string[] = [];
  return { ran, run: async (command: string) => ({ exit: exits[command] ?? 0, output: ran.push(command) ? `out of ${command}` : '' }) };
};
const inTime = new AbortController().signal;
const fail = (text: string): never => {
  throw new Error(text);
};

test('each check runs until one fails, and its coder is told how', async () => {
  const { ran, run } = ends({ b: 3 });
  expect(await whyChecksFail(['a'], run, inTime, { tell: fail })).toBe(undefined);
  expect(await whyChecksFail(['a', 'b', 'c'], run, inTime, { tell: fail })).toMatch(/^b ends with 3: make it pass.*\nout of b$/s);
  expect(ran).toEqual(['a', 'a', 'b']);
});

test.each([
  ['ends when it is stopped', async () => ({ exit: 126, output: 'half' })],
  ['rejects when it is stopped', () => Promise.reject(new Error('stopped'))],
])('a check that takes too long and %s is named as such', async (_, run) => {
  const told: string[] = [];
  const why = await whyChecksFail(['sleep 1000'], run, AbortSignal.abort(), { tell: (text) => told.push(text) });
  expect(why).toMatch(/^sleep 1000 did not end within 10 minutes, and was stopped: make it end/);
  expect(told).toEqual(['sleep 1000 did not end within 10 minutes, and was stopped']);
});

test('the person is told of a check that takes long, while it runs', async () => {
  const { promise, resolve: tell } = Promise.withResolvers<string>();
  const run = async () => ({ exit: 0, output: await promise });
  expect(await whyChecksFail(['slow'], run, inTime, { tell, afterMs: 0 })).toBe(undefined);
  expect(await promise).toBe('slow is still running; after 10 minutes it is stopped');
});

test('any other failure is thrown', async () => {
  await expect(whyChecksFail(['a'], () => Promise.reject(new Error('no space left')), inTime, { tell: fail })).rejects.toThrow(
    'no space left',
  );
});
