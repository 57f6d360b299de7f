import { expect, test } from 'vitest';
import { confined } from './confined.ts';
import type { ContainedRun, Containment } from './containment.ts';

const change = (path: string) =>
  ({ path, before: null, after: { kind: 'file', mode: 0o644, uid: 0, gid: 0, size: 1, mtime_ms: 0, hash: '' }, stamp: null }) as const;
const paths = ['/w/a.txt', '/w/.git', '/w/sub/.git/config', '/w', '/elsewhere/b', '/repository/.git/hooks/pre-commit'];

const walls = (run: Partial<ContainedRun>): Containment =>
  ({ kind: 'overlay', detail: '', run: async () => ({ ...run, [Symbol.asyncDispose]: async () => {} }) }) as unknown as Containment; // only `run` is called

const request = { command: 'x', cwd: '/w', workspace: '/w', timeoutMs: 1, signal: new AbortController().signal };

test.each([
  ['workspace', ['/w/a.txt'], ['/w/a.txt']],
  ['nothing', [], []],
] as const)('walls that keep %s apply that alone, and say what they discarded', async (kept, applied, moved) => {
  await using run = await confined(walls({ changes: paths.map(change), moved: ['/w/a.txt', '/elsewhere/b'] }), kept).run(request);
  expect(run.changes.map(({ path }) => path)).toEqual(applied);
  expect(run.discarded).toEqual(paths.filter((path) => !applied.some((each) => each === path)));
  expect(run.moved).toEqual(moved);
});
