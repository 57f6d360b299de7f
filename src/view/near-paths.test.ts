import { expect, test } from 'vitest';
import { nearPaths } from './near-paths.ts';

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
