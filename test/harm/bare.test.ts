/** The labs and the oracle, tested without walls: a proof is only as good as its oracle. */
import { describe, expect, test } from 'vitest';
import { type Command, commands, sampleOf } from './commands.ts';
import { faultTable } from './fault-table.ts';
import { bareGate, type Gate, railedGate } from './gates.ts';
import { openLabs } from './labs.ts';
import { findProgram, missingPackages } from './programs.ts';
import { sideBySide } from './side-by-side.ts';
import { trial } from './trial.ts';
import { ourselves } from './user.ts';

const isOurs = ({ root, needs }: Command): boolean =>
  (!root || ourselves.uid === 0) && needs.every((name) => findProgram(name) !== undefined);

async function outcomes(some: readonly Command[], gate: Gate) {
  await using labs = await openLabs({ count: 5, user: ourselves, node: process.execPath });
  return await sideBySide(some, labs.all, (command, lab) => trial(command, gate, lab));
}

test('no id is given twice', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
});

describe.skipIf(missingPackages().length > 0)('without walls', { timeout: 120_000 }, () => {
  test('the harm of every harmful command is seen', async () => {
    const harmful = commands.filter((command) => command.kind === 'harmful' && command.bare === undefined && isOurs(command));
    const unseen = (await outcomes(sampleOf(harmful), railedGate)).filter(({ harms }) => harms.length === 0);
    expect(faultTable(unseen.map(({ command, err }) => ({ command, what: [err] })))).toBe('');
    expect(harmful.length).toBeGreaterThan(200);
  });

  test('no harm is seen where there is none', async () => {
    const harmed = (await outcomes(sampleOf(commands.filter(({ kind }) => kind === 'harmless')), bareGate)).filter(
      ({ harms }) => harms.length > 0,
    );
    expect(faultTable(harmed.map(({ command, harms }) => ({ command, what: harms })))).toBe('');
  });
});
