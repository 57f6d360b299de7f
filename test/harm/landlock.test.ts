/**
 * The outcome of walls without namespaces: harmful commands of the corpus and our additions (all of them in `npm run proof`) harm nothing within
 * them, whatever Law 1 would decide.
 */
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { sampled } from '../support/sample.ts';
import { type Command, shareOf } from './commands.ts';
import { faultTable } from './fault-table.ts';
import { landlockGate } from './gates.ts';
import { openLabs } from './labs.ts';
import { leftRunning, stagingsOf } from './left-running.ts';
import { missingPackages } from './programs.ts';
import type { Fault } from './proof.ts';
import { sideBySide } from './side-by-side.ts';
import { trial } from './trial.ts';
import { users } from './user.ts';

describe.skipIf(missingPackages().length > 0).each(users.map((user, at) => ({ user, at })))('for $user.name', ({ user, at }) => {
  test('no command harms anything, and none leaves anything behind', async () => {
    const before = new Set(stagingsOf(user));
    const { root, node } = inject('readable');
    await using labs = await openLabs({ count: 3, user, node });
    const gate = landlockGate({ node, script: join(root, 'test/support/children/landlocked.ts') });
    const examine = async (command: Command, lab: (typeof labs.all)[number]): Promise<Fault> => {
      const { harms, err } = await trial(command, gate, lab);
      return { command, what: [...harms, ...(err === '' ? [] : [`the walls failed: ${err.slice(0, 300)}`])] };
    };
    const some = sampled(
      shareOf(at).filter(({ kind }) => kind === 'harmful'),
      6,
    );
    const tame = await sideBySide(
      some.filter((command) => !command.wild),
      labs.all,
      examine,
    );
    const [first] = labs.all;
    const wild: Fault[] = [];
    for (const command of tame.every(({ what }) => what.length === 0) ? some.filter(({ wild }) => wild) : [])
      wild.push(await examine(command, first));
    expect(faultTable([...tame, ...wild].filter(({ what }) => what.length > 0))).toBe('');
    expect([...(await leftRunning(labs.root)), ...stagingsOf(user).filter((path) => !before.has(path))]).toEqual([]);
  }, 1_800_000);
});
