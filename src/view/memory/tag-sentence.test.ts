import { expect, test } from 'vitest';
import { failing, memoryOf, tagView } from '../../../test/support/tag-views.ts';
import type { TagView } from '../../memory/keeper.ts';
import { textOf } from '../style/line.ts';
import { tagSentence } from './tag-sentence.ts';

const whole = { entity: 'env:local' } as const;
const call = { space: 'tool:read_file', entity: 'path:a.txt', state: 'change_path', sigma: 0 } as const;
const line = { space: 'tool:shell', entity: 'path:npm tset', ...failing } as const;

test.each<[string, TagView]>([
  ['✓ `du` has worked once, 2 days ago.', tagView('Exploit', [memoryOf('a')])],
  ['✓ `du` has worked 3 times, the last time yesterday.', tagView('Exploit', [memoryOf('a', { days: 1 }), memoryOf('b'), memoryOf('c')])],
  ['✓ `du` has worked 3 times or more, the last time 2 days ago.', tagView('Exploit', [memoryOf('a'), memoryOf('b'), memoryOf('c')], 9)],
  ['✗ Avoid `du`: it has failed twice, the last time 2 days ago.', tagView('Avoid', [memoryOf('a', failing), memoryOf('b', failing)])],
  [
    '! Careful with `du`: it has worked once and failed once, the last time 2 days ago.',
    tagView('Caution', [memoryOf('a', failing), memoryOf('b')]),
  ],
  ['· `du` has worked once, 60 days ago. This has almost faded.', tagView('Ignore', [memoryOf('a', { days: 60 })])],
  ['✓ Done twice, the last time 2 days ago.', tagView('Exploit', [memoryOf('a', whole), memoryOf('b', whole)])],
  [
    '! Done once, delivered with gaps once and given up once, the last time 2 days ago.',
    tagView('Exploit', [
      memoryOf('a', whole),
      memoryOf('b', { ...whole, state: 'success' }),
      memoryOf('c', { ...whole, state: 'abandon', sigma: -1 }),
    ]),
  ],
  ['· `read_file a.txt` was a dead end once, 2 days ago.', tagView('Caution', [memoryOf('a', call)])],
  ['✗ Avoid `npm tset`: it has failed once, 2 days ago.', tagView('Avoid', [memoryOf('a', line)])],
])('%s', (expected, view) => {
  const sentence = tagSentence(view, Date.now());
  expect(sentence && textOf([sentence.sign, ...sentence.text])).toBe(expected);
});

test('two memories of one task count once', () => {
  const [first, second] = [memoryOf('a'), { ...memoryOf('a'), id: 'a-m02', state: 'break_symmetry' as const }];
  expect(textOf(tagSentence(tagView('Exploit', [first, second]), Date.now())?.text ?? [])).toContain('has worked once');
});

test.each([
  ['notes', memoryOf('a', { space: 'folder:/work', entity: 'env:local', level: 'K', sigma: 0 })],
  ['a fact', memoryOf('a', { space: 'global', entity: 'user', level: 'C', state: 'declared' })],
])('%s have no sentence of their own', (_, megram) => {
  expect(tagSentence(tagView('Caution', [megram]), Date.now())).toBeUndefined();
});
