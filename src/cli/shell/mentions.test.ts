import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { createReadingGate } from '../../tools/files/reading-gate.ts';
import { readMentions } from './mentions.ts';

function project() {
  const home = scratch();
  const cwd = join(home, 'project');
  mkdirSync(join(cwd, 'folder'), { recursive: true });
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(cwd, 'a.txt'), 'text');
  writeFileSync(join(cwd, 'my notes.txt'), 'text');
  writeFileSync(join(cwd, 'photo.jpg'), Buffer.of(255, 216, 0, 1));
  writeFileSync(join(cwd, 'huge.log'), 'text'.repeat(4_000));
  truncateSync(join(cwd, 'huge.log'), 1_000_000_000);
  writeFileSync(join(home, '.ssh/id_ed25519'), 'key');
  return { cwd, home, gate: createReadingGate({ home, data: join(home, '.artoo') }).for({ cwd }) };
}

test.each([
  ['a file is named by its path', 'read @a.txt, then @folder', 'read a.txt, then folder', []],
  ['and at the end of a sentence', 'read @a.txt', 'read a.txt', []],
  ['a path with spaces is quoted', 'read @"my notes.txt" twice', 'read "my notes.txt" twice', []],
  ['what is no file stays as it is', 'ask @anna about me@example.org', 'ask @anna about me@example.org', []],
  [
    'a binary file',
    'shrink @photo.jpg',
    'shrink photo.jpg',
    ['@photo.jpg is not text: artoo can work with the file, but models cannot read it'],
  ],
  ['a file of 1 GB', 'sum up @huge.log', 'sum up huge.log', ['@huge.log is 1.0 GB: models can read it only in parts']],
])('%s', async (_, text, sent, notes) => {
  expect(await readMentions(text, project())).toEqual({ text: sent, notes });
});

test('a secret file is named, and it is said that nothing of it is shown', async () => {
  const { notes } = await readMentions('what is in @~/.ssh/id_ed25519 ?', project());
  expect(notes).toEqual([expect.stringMatching(/^@~\/\.ssh\/id_ed25519 .+; artoo gets its name, not its content$/)]);
});
