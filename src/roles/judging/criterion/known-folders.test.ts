import { expect, test } from 'vitest';
import { foldersAround, foldersSaid } from './known-folders.ts';

test('the folders of a listing are those with a slash', () => {
  expect(
    foldersAround('Operating system: x\nIn the current folder (not listed: 2 more files):\n  src/\n  my docs/\n  a.txt\n  link@'),
  ).toEqual(['src', 'my docs']);
  expect(foldersAround('The current folder is empty.')).toEqual([]);
});

test.each<[string, readonly string[]]>([
  ['What is in the folder inbox?', ['inbox']],
  ['Zähle die Dateien im Ordner bilder.', ['bilder']],
  ['Clean the `tmp` directory.', ['tmp']],
  ['logs 目录里有多少文件？', ['logs']],
  ['What is in this folder?', []],
])('the person calls it a folder: %s', (said, names) => {
  expect(foldersSaid(said)).toEqual(names);
});
