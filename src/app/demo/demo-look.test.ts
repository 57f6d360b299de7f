import { expect, test } from 'vitest';
import { Surroundings } from '../../contracts/surroundings.ts';
import { demoLook } from './demo-look.ts';

const clock = { now: () => Date.parse('2026-01-01T00:00:00.000Z'), monotonic: () => 0 };
const look = (files: Readonly<Record<string, string>>) =>
  demoLook({ files }, clock)({ cwd: '/scratch/home', workspace: '/scratch/workspace' }, AbortSignal.timeout(1_000));

test('tells of the files of the scenario, folders first and each once', async () => {
  const { listing } = await look({ 'b.txt': '', 'notes/a.md': '', 'notes/old/c.md': '', 'a.txt': '' });
  expect(listing).toEqual({ entries: ['notes/', 'a.txt', 'b.txt'], more_folders: 0, more_files: 0, whole: true });
});

test('is a valid look, and says that it leaves out the machine', async () => {
  const seen = await look({});
  expect(Surroundings.parse(seen)).toEqual(seen);
  expect(seen).toMatchObject({ at: '2026-01-01T00:00:00.000Z', cwd: '/scratch/home', programs: [], instructions: [] });
  expect(seen.left_out).toHaveLength(1);
});
