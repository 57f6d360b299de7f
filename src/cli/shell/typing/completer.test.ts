import { expect, test } from 'vitest';
import { createCompleter } from './completer.ts';

const offered = [
  { name: 'pdf-2', description: 'Makes PDFs.', file: '/p/SKILL.md' },
  { name: 'log', description: 'Another log.', file: '/l/SKILL.md' },
];
const files = () => Promise.reject(new Error('no file is looked for'));
const complete = (before: string, skills = async () => offered) =>
  createCompleter(files, skills).complete(before, { signal: new AbortController().signal, isAsked: true });

test('skills are completed beside commands, which count more', async () => {
  expect(await complete('/p')).toMatchObject({ choices: [{ text: '/plan' }, { text: '/pdf-2', summary: 'Makes PDFs.' }] });
  expect(await complete('/pdf-')).toEqual({ prefix: '/pdf-', choices: [{ text: '/pdf-2', summary: 'Makes PDFs.' }] });
  expect((await complete('/log'))?.choices).toHaveLength(1);
});

test('skills that cannot be read leave the commands', async () => {
  expect((await complete('/plan', () => Promise.reject(new Error('damaged'))))?.choices).toHaveLength(1);
});

test('a file whose whole name is typed is not offered again, so that Enter sends; Tab offers those whose names continue', async () => {
  const named = async () => ({ like: async (word: string) => ['notes.md', 'notes.md.old'].filter((name) => name.startsWith(word)) });
  const offers = (before: string, isAsked: boolean) =>
    createCompleter(named).complete(before, { signal: new AbortController().signal, isAsked });
  expect((await offers('read @notes', false))?.choices).toHaveLength(2);
  expect(await offers('read @notes.md', false)).toBeUndefined();
  expect(await offers('read @notes.md', true)).toEqual({ prefix: '@notes.md', choices: [{ text: '@notes.md.old' }] });
});
