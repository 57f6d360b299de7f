import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { gatePerTurn } from './gate-per-turn.ts';

test('all that ask in one turn of the event loop share one look at the disk; a link made meanwhile counts from the next turn on', async () => {
  const home = scratch();
  mkdirSync(join(home, 'others'));
  let looks = 0;
  const strict = gateOf({ home });
  const gate = gatePerTurn({
    ...strict,
    for(task) {
      looks += 1;
      return strict.for(task);
    },
  });
  const callOf = (cwd: string) => ({ cwd, places: [], call: randomUUID() }); // tools pass their whole context
  const readIn = (cwd: string) => gate.for(callOf(cwd))(join(home, 'others/key')).read;

  expect(readIn(home)).toBe('whole');
  symlinkSync('others', join(home, '.ssh'));
  await undefined; // a promise does not end the turn
  expect(readIn(home)).toBe('whole');
  expect(looks).toBe(1);
  expect(readIn(join(home, 'others'))).toBe('no'); // another task does not get the earlier result
  await nextTurn();
  expect(readIn(home)).toBe('no');
});
