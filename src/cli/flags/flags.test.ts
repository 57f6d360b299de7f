import { expect, test } from 'vitest';
import { allowFlag, taskFlags } from './flag-table.ts';
import { parseFlags } from './flags.ts';

test('a flag that may be given again keeps all it was given, whole; of another the last counts', () => {
  const args = ['--allow', 'shell(a, b)', '--budget=1m', '--allow=shell(c)', 'goal', '--budget', '2m'];
  expect(parseFlags(args, taskFlags)).toEqual({ flags: { allow: ['shell(a, b)', 'shell(c)'], budget: '2m' }, words: ['goal'] });
});

test.each([[['--allow']], [['--allow', '']], [['--allow', '--allow']], [['--alow', 'x']]])('%j is a usage error', (args) => {
  expect(() => parseFlags(args, [allowFlag])).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('--allow') }),
  );
});
