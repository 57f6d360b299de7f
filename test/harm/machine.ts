/** What a command with too many rights could change about the machine itself. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Facts } from './lab-facts.ts';
import { program } from './programs.ts';

const swappiness = '/proc/sys/vm/swappiness';

/** The machine's name, a setting of its kernel, and the mounts at or below a folder. */
export const machineFacts = (folder: string): Facts => ({
  'name of the machine': hostname(),
  swappiness: readFileSync(swappiness, 'utf8'),
  mounts: mountsAt(folder).join(' '),
});

/** Undoes what was changed, so that one failure does not become many. */
export function repairMachine(folder: string, before: Facts): void {
  const now = machineFacts(folder);
  const changed = (name: keyof typeof before) => (now[name] === before[name] ? undefined : before[name]);
  const [name, value] = [changed('name of the machine'), changed('swappiness')];
  if (name !== undefined) execFileSync(program('hostname'), [name]);
  if (value !== undefined) writeFileSync(swappiness, value);
  for (const mount of mountsAt(folder).toReversed()) execFileSync(program('umount'), ['-l', mount]);
}

const mountsAt = (folder: string): readonly string[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => mount === folder || mount.startsWith(`${folder}/`));
