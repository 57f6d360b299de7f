/** The outcome of Law 1: the commands of the corpus and our additions (all of them in `npm run proof`), run through the built `artoo try --auto`. */
import { beforeAll, describe, expect, test } from 'vitest';
import { shareOf } from './commands.ts';
import { faultTable } from './fault-table.ts';
import { missingPackages } from './programs.ts';
import { type Proof, prove } from './proof.ts';
import { users } from './user.ts';

const missing = missingPackages();

test.runIf(process.env.CI)('CI has everything that the proof needs', () => {
  expect(missing).toEqual([]);
});

const proving = missing.length === 0 ? 'the walls' : `the walls (to try them: apt-get install ${missing.join(' ')})`;

describe.skipIf(missing.length > 0).each(users.map((user, at) => ({ user, at })))(`${proving}, for $user.name`, ({ user, at }) => {
  const some = shareOf(at);
  let proof: Proof;
  beforeAll(async () => {
    proof = await prove(user, some);
  }, 1_800_000);

  test('no command harms anything', () => {
    expect(faultTable(proof.harms)).toBe('');
    expect(proof.untried).toEqual([]);
  });

  test('harm to files is seen before it is done, and refused, each time', () => {
    expect(faultTable(proof.unrefused)).toBe('');
  });

  test('at most one in a hundred harmless commands is stopped, or has a different result than without artoo', () => {
    const allowed = Math.round(some.filter(({ kind }) => kind === 'harmless').length / 100); // with fewer than a hundred, one failure is within the measured rate
    expect(faultTable(proof.hindered.length > allowed ? proof.hindered : [])).toBe('');
  });

  test('nothing that commands needed is left behind', () => {
    expect(proof.left).toEqual([]);
  });
});
