/** `artoo demo cluster`, as a stranger runs it. */
import { expect, test } from 'vitest';
import { newHome } from '../support/command.ts';
import { runArtoo } from '../support/run-artoo.ts';
import { isProof } from '../support/sample.ts';

/** `npm test` runs one seed of the chaos test, which takes the same path. */
test.runIf(isProof)('a worker is killed in the middle of one task, and nothing is lost', async () => {
  const { code, out, err } = await runArtoo(['demo', 'cluster'], { at: newHome() });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/kill -9 \d+ {2}worker (?:anna|ben|cleo) is killed in the middle of \d commands/);
  expect(out).toContain('because the previous one fell silent');
  expect(out).toContain('Eight results, each applied once. Replayed from its journal, the task makes the same decisions.');
});
