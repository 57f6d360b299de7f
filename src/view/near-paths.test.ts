import { expect, test } from 'vitest';
import { nearPath, nearPaths } from './near-paths.ts';

test.each([
  ['/tmp/report', 'report'],
  ['cat /tmp/a "/tmp/b" \'/tmp/c\' >/tmp/d', 'cat a "b" \'c\' >d'],
  ['{"path":"/tmp/a"}', '{"path":"a"}'],
  ['--out=/tmp/a,/tmp/b (/tmp/c)', '--out=a,b (c)'],
  ['/tmp/a/tmp/b', 'a/tmp/b'],
  ['/tmp/../x', '../x'],
])('in %s the paths are shown from the folder', (text, near) => {
  expect(nearPaths(text, '/tmp')).toBe(near);
});

test.each([
  '/var/tmp/report',
  'https://h/tmp/y',
  'file:///tmp/y',
  'scp h:/tmp/y',
  'ls $HOME/tmp/x "$HOME"/tmp/x $' + '{HOME}/tmp/x ~/tmp/x ./tmp/x',
  'größe/tmp/x',
  '/tmpfile /tmp',
  'cd /tmp/ && ls "/tmp/"',
])('%s stays as it is', (text) => {
  expect(nearPaths(text, '/tmp')).toBe(text);
});

test.each(['', '/'])('below %j nothing is shorter', (folder) => {
  for (const text of ['/a', '//a', 'cat //a /b/']) expect(nearPaths(text, folder)).toBe(text);
});

test.each([
  ['/w/notes.txt', '/w', 'notes.txt'],
  ['/w/notes /w/.bashrc', '/w', 'notes /w/.bashrc'],
  ['/w', '/w', '/w'],
  ['/w/', '/w', '/w/'],
  ['/w//etc/hosts', '/w', '/w//etc/hosts'],
  ['/ww/a', '/w', '/ww/a'],
  ['/a', '', '/a'],
])('the path %j is shown from %j as %j', (path, folder, near) => {
  expect(nearPath(path, folder)).toBe(near);
});

test.each([
  ['/w/notes /w/.bashrc was there, and so was /w/a', 'notes /w/.bashrc was there, and so was a'],
  ['/w/a /w/notes /w/.bashrc', 'a notes /w/.bashrc'],
])('in %j a known path loses only its start', (text, near) => {
  expect(nearPaths(text, '/w', ['/w/notes /w/.bashrc'])).toBe(near);
});
