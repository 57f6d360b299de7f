import { expect, test } from 'vitest';
import { limitTasks } from './run-inside.ts';
import { allowances, systemCallFilter } from './seccomp.ts';

test.each([
  ['6.18.44-fc', true],
  ['6.14.0', true],
  ['7.0', true],
  ['6.13.9', false],
  ['5.15.0-generic', false],
  ['nonsense', false],
])('on Linux %s the number of tasks is limited in the namespace: %s', (kernel, limited) => {
  expect(limitTasks(kernel)).toMatch(limited ? /pid_max$/ : /^:$/);
});

test('a filter is whole instructions, and every jump stays inside', () => {
  const all = ['x64', 'arm64', 'riscv64', 'loong64'].flatMap((machine) =>
    Object.values(allowances).map((allowance) => [machine, allowance] as const),
  );
  for (const [machine, allowance] of all) {
    const filter = systemCallFilter(machine, allowance) ?? Buffer.alloc(0);
    expect([filter.length > 0, filter.length % 8]).toEqual([true, 0]);
    const lines = filter.length / 8;
    for (let at = 0; at < lines; at += 1) {
      expect(at + 1 + Math.max(filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3))).toBeLessThanOrEqual(lines);
    }
    expect(filter.readUInt16LE((lines - 1) * 8)).toBe(0x06); // the last line ends the filter
  }
  expect(systemCallFilter('mips', allowances.offline)).toBeUndefined();
});
