import { expect, test } from 'vitest';
import { read, shell, workOf } from '../../../test/support/judged-work.ts';
import { exhibits } from './judge-prompt.ts';

const shownFor = (deeds: Parameters<typeof workOf>[0], room?: number): string => {
  const { calls, cwd } = workOf(deeds);
  return exhibits({ cwd, asked: [], calls, changes: [], written: [], facts: { unseen: [], outdated: [] }, ...(room && { room }) }).join(
    '\n',
  );
};

test('what two calls returned alike is shown once, with the newer', () => {
  const long = 'one line of it\n'.repeat(100);
  const text = shownFor([read('a.txt', long), read('b.txt', 'short'), read('c.txt', 'short'), shell('cat a.txt', long)]);
  expect(text.split(long)).toHaveLength(2);
  expect(text).toContain('1.1.1/R3/1.1 read_file {"path":"a.txt"}\nworked:\n(the same as 1.1.1/R3/4.1)');
  expect(text.match(/\nshort\n/g)).toHaveLength(2);
});

test('older calls lose their middle where all of them are more than the model takes', () => {
  const deeds = [...'abcdef'].map((name) => read(`${name}.txt`, name.repeat(7_000)));
  expect(shownFor(deeds).length).toBeGreaterThan(42_000);
  const text = shownFor(deeds, 12_000);
  expect(text.length).toBeLessThan(14_000);
  expect(text).toContain('f'.repeat(7_000));
  expect([text, shownFor(deeds)].map((each) => each.includes('Not all calls fit here in full.'))).toEqual([true, false]);
});

test('a file that was moved is one change', () => {
  const changes = [
    { path: '/p/a', change: 'deleted' },
    { path: '/p/b', change: 'created', moved_from: '/p/a' },
  ] as const;
  const nothing = { cwd: '/p', asked: [], calls: [], written: [], facts: { unseen: [], outdated: [] } };
  expect(exhibits({ ...nothing, changes }).join('\n')).toContain('<changed>\nmoved a to b\n</changed>');
});

test('what git and other tools keep for themselves is counted, and what git runs is listed', () => {
  const changed = (path: string) => ({ path: `/p/${path}`, change: 'created' }) as const;
  const changes = ['a.ts', '.git/objects/ab/cd', '.git/logs/HEAD', '__pycache__/a.pyc', '.git/hooks/pre-commit'].map(changed);
  const nothing = { cwd: '/p', asked: [], calls: [], written: [], facts: { unseen: [], outdated: [] } };
  expect(exhibits({ ...nothing, changes }).join('\n')).toContain(
    '<changed>\ncreated a.ts\ncreated .git/hooks/pre-commit\nand 3 that git and other tools keep for themselves\n</changed>',
  );
});

test('where only the person knows that a call took effect, the judge is told that more may have changed', () => {
  const { calls } = workOf([shell('make', '')]);
  const exhibited = { cwd: '/p', asked: [], changes: [], written: [], facts: { unseen: [], outdated: [] } };
  const told = (assured: object) => exhibits({ ...exhibited, calls: calls.map((call) => ({ ...call, ...assured })) }).join('\n');
  expect(told({})).toContain('since the task began: nothing.');
  expect(told({ assured: true })).toContain('since the task began, as far as is known: nothing.');
});
