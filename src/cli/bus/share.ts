/** `artoo bus share <folder>`: records that several machines share a folder, so that each may continue what another began there. */
import { resolve } from 'node:path';
import { shareFolder } from '../../cluster/owners/shared-folder.ts';
import { visible } from '../../contracts/text/visible.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { report } from '../terminal/report.ts';

export async function shareOnBus(called: CalledPart): Promise<number> {
  const { words, terminal } = called;
  const folder = await existingFolder(resolve(terminal.cwd, words[0] ?? '.'));
  shareFolder(folder);
  report(called, { shared: folder }, () => [
    `${visible(folder)} is now shared: tasks that begin in it are marked in ${visible('.artoo/shared')}.`,
    'Another machine with this folder at the same path may continue these tasks. A copy of the folder, such as a clone, does not count.',
  ]);
  return exits.ok;
}
