/** A sprint of programs whose supervisors are killed again and again ends like any other, and no program outlives it. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBoardFile } from '../../src/team/board/file.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { reviewCriteria } from '../../src/team/review/verdict.ts';
import { startChild } from '../support/child.ts';
import { running } from '../support/processes.ts';
import { git } from '../support/repository.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';
import { aTask } from './boards.ts';
import { repositoryWithTask } from './team-repository.ts';
import { lettersIn } from './written-letters.ts';

const criteria = reviewCriteria(aTask()).map((criterion) => ({ criterion, verdict: 'pass', evidence: 't1.txt:1' }));

/**
 * Each supervisor lives for this many changes of the team's files; with fewer, none would get past the first turn. Fenced programs end with it;
 * others keep running.
 */
const lives = isProof
  ? Array.from({ length: 20 }, (_, at) => 21 + at).flatMap((changes) => [[changes, 'fenced'] as const, [changes, 'unfenced'] as const])
  : [[30, 'unfenced'] as const];

test.each(lives)(
  'with every supervisor killed at its change number %i, and %s programs',
  async (changes, how) => {
    const [root, data, program] = [repositoryWithTask(), scratch(), join(scratch(), 'fake-agent')];
    copyFileSync(new URL('../support/fake-agent.sh', import.meta.url), program);
    const env = { CRITERIA: JSON.stringify(criteria), ...(how === 'fenced' && { FENCED: '1' }) };
    let kills = 0;
    for (;;) {
      const child = await startChild('runs-program-team.ts', [root, data, program, 'works', 'approves', String(changes)], { env });
      const ended = await child.ended;
      await using file = openBoardFile({ root });
      expect(await file.validate()).toEqual([]);
      if (ended !== 'SIGKILL') {
        expect([ended, child.lines.at(-1)], child.lines.join('\n')).toEqual([0, 'done']);
        break;
      }
      kills += 1;
      expect(kills).toBeLessThan(100);
    }
    expect(kills).toBeGreaterThan(0);
    await using file = openBoardFile({ root });
    expect((await file.read()).tasks).toMatchObject([{ status: 'MERGED', iteration: 1 }]);
    expect(replayJournal(root)).toMatchObject({ difference: undefined, foreign: 1 }); // the board as it was
    const letters = lettersIn(root);
    expect(new Set(letters.map(({ id }) => id)).size).toBe(letters.length);
    expect(letters.filter(({ kind }) => kind !== 'checkpoint').map(({ kind }) => kind)).toEqual(['submit', 'verdict']);
    expect(git(root, 'log', '--no-merges', '--format=%s', 'integration').trim().split('\n')).toEqual(['greet', 'first']);
    await expect.poll(() => running(program)).toEqual([]);
  },
  900_000,
);
