import { expect, test } from 'vitest';
import { whyChecksFail } from './try-checks.ts';

const ends = (exits: Readonly<Record<string, number>>) => {
  const ran: string[] = [];
  return { ran, run: async (command: string) => ({ exit: exits[command] ?? 0, output: ran.push(command) ? `out of ${command}` : '' }) };
};
const inTime = new AbortController().signal;

test('each check runs until one fails, and its coder is told how', async () => {
  const { ran, run } = ends({ b: 3 });
  expect(await whyChecksFail(['a'], run, inTime)).toBe(undefined);
  expect(await whyChecksFail(['a', 'b', 'c'], run, inTime)).toMatch(/^b ends with 3: make it pass.*\nout of b$/s);
  expect(ran).toEqual(['a', 'a', 'b']);
});

test.each([
  ['ends when it is stopped', async () => ({ exit: 126, output: 'half' })],
  ['rejects when it is stopped', () => Promise.reject(new Error('stopped'))],
])('a check that takes too long and %s is named as such', async (_, run) => {
  expect(await whyChecksFail(['sleep 1000'], run, AbortSignal.abort())).toMatch(/^sleep 1000 did not end within 10 minutes/);
});

test('what fails for another reason is thrown', async () => {
  await expect(whyChecksFail(['a'], () => Promise.reject(new Error('no space left')), inTime)).rejects.toThrow('no space left');
});
