import { expect, test } from 'vitest';
import { allowFlag, taskFlags } from './flag-table.ts';
import { parseFlags } from './flags.ts';

test('a repeatable flag keeps all of its values whole; of any other flag, the last value counts', () => {
  const args = ['--allow', 'shell(a, b)', '--budget=1m', '--allow=shell(c)', 'goal', '--budget', '2m'];
  expect(parseFlags(args, taskFlags)).toEqual({ flags: { allow: ['shell(a, b)', 'shell(c)'], budget: '2m' }, words: ['goal'] });
});

const page = { name: 'html', value: '<file>', mayBeAlone: true, help: '' } as const;
const dry = { name: 'dry', help: '' };

test.each<[args: readonly string[], flags: object, words: readonly string[]]>([
  [['last', '--html'], { html: true }, ['last']],
  [['last', '--html', 'x.html'], { html: 'x.html' }, ['last']],
  [['--html=x.html', 'last'], { html: 'x.html' }, ['last']],
  [['last', '--html', '--dry'], { html: true, dry: true }, ['last']],
  [['--html', '--', 'last'], { html: true }, ['last']],
  [['--', '--html', 'last'], {}, ['--html', 'last']],
])('the value of some flags may be left out: %j', (args, flags, words) => {
  expect(parseFlags(args, [page, dry])).toEqual({ flags, words });
});

test('an empty value is not a missing value', () => {
  for (const args of [['--html='], ['--html', '']]) expect(() => parseFlags(args, [page])).toThrow('--html needs a value');
});

test.each([[['--allow']], [['--allow', '']], [['--allow', '--allow']], [['--alow', 'x']]])('%j is a usage error', (args) => {
  expect(() => parseFlags(args, [allowFlag])).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('--allow') }),
  );
});
