import { expect, test } from 'vitest';
import { notesTag, projectOf, type WorkPlace } from './project.ts';

test.each<[string, WorkPlace, string | undefined]>([
  ['what it was found to be', { cwd: '/work/app/src', identity: 'host/team/app#12ab' }, 'host/team/app#12ab'],
  ['what it was found to be, to the letter', { cwd: '/work/app', identity: '/work/cafe\u0301 ' }, '/work/cafe\u0301 '],
  ['the folder, where there is none', { cwd: '/work/app' }, '/work/app'],
  ['the folder, where what was found has no name', { cwd: '/work/app', identity: ' ' }, '/work/app'],
  ['the folder without a slash at its end', { cwd: '/work/app//' }, '/work/app'],
  ['the root', { cwd: '/' }, '/'],
  ['the folder in one writing of its letters', { cwd: '/work/cafe\u0301' }, '/work/caf\u00e9'],
  ['nothing, where what was found is too long', { cwd: '/work/app', identity: 'x'.repeat(5_000) }, undefined],
  ['nothing, where it is too long', { cwd: `/${'x'.repeat(5_000)}` }, undefined],
  ['nothing, where it is empty', { cwd: '' }, undefined],
])('a project is %s', (_, place, expected) => {
  expect(projectOf(place)).toBe(expected);
});

test('what was found is filed under the project', () => {
  expect(notesTag('/work/app')).toEqual({ space: 'folder:/work/app', entity: 'env:local' });
});
