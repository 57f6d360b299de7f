import { expect, test } from 'vitest';
import { diffLines, extentOf } from './diff-lines.ts';

const diff = [
  '@@ -3,3 +3,3 @@',
  ' same',
  '-old',
  '+new',
  ' last',
  '\\ No newline at end of file',
  '@@ -10 +10,2 @@',
  ' ten',
  '+--- more',
].join('\n');

test('the lines of a diff have their numbers in both texts', () => {
  expect(diffLines(diff)).toEqual([
    { kind: 'same', old: 3, new: 3, text: 'same' },
    { kind: 'removed', old: 4, new: null, text: 'old' },
    { kind: 'added', old: null, new: 4, text: 'new' },
    { kind: 'same', old: 5, new: 5, text: 'last' },
    { kind: 'place', old: null, new: null, text: '' },
    { kind: 'same', old: 10, new: 10, text: 'ten' },
    { kind: 'added', old: null, new: 11, text: '--- more' },
  ]);
  expect(extentOf(diff)).toEqual({ added: 2, removed: 1 });
});

test('the names of the files at its beginning are no lines', () => {
  expect(diffLines('--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y')).toMatchObject([
    { kind: 'removed', text: 'x' },
    { kind: 'added', text: 'y' },
  ]);
});
