import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const reading = (runner: object) => readConfig({ runners: { mine: runner } });

test('a runner needs a command with a place for what it is to do', () => {
  expect(reading({ command: ['mine', '-p', '{task}'] })).toMatchObject({
    ok: true,
    values: { runners: { mine: { command: ['mine', '-p', '{task}'], hosts: [], settings: [] } } },
  });
});

test.each([
  [{ command: ['mine'] }, /\{task\}/],
  [{ command: [] }, /./],
  [{ command: ['mine', '{task}'], settings: ['/etc/shadow'] }, /below your home/],
  [{ command: ['mine', '{task}'], settings: ['.mine/../.ssh'] }, /below your home/],
  [{ command: ['mine', '{task}'], hosts: ['*'] }, /host/],
  [{ command: ['mine', '{task}'], host: ['example.org'] }, /did you mean hosts/],
])('%j is refused', (runner, why) => {
  const read = reading(runner);
  expect(read.ok ? [] : read.faults.map(({ error }) => error).join()).toMatch(why);
});
