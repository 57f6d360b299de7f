/** The host's view: a line that only inspects the machine sees it as it is, and cannot change, signal or send anything. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../../contracts/errors.ts';
import { runProcess } from '../../running/process.ts';
import type { Containment } from '../containment.ts';
import { systemPath } from '../programs.ts';
import { removeTree } from '../remove-tree.ts';
import { closedAt } from '../shown/shown-places.ts';
import { closeInherited } from './close-inherited.ts';
import type { Parts } from './run-inside.ts';

/** Rejects with `containment_failed` if the walls could not be built; in that case, nothing has run. */
export function createHostView({ builders, surroundings, staging }: Parts): Containment['look'] {
  const { setpriv, bash, bwrap } = builders;
  const { data, env, secrets } = surroundings;
  const isRoot = process.getuid?.() === 0;

  return async ({ command, view, cwd, timeoutMs, signal, onOutput }) => {
    const closed = [...secrets, data]
      .flatMap(closedAt)
      .flatMap(({ path, isFolder }) => ['--ro-bind', isFolder ? staging.closedFolder : staging.closedFile, path]);
    const named = join(staging.root, 'artoo');
    const walls = [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev/null', '/dev/null', ...closed, '--unshare-ipc', '--unshare-uts'],
      ...['--perms', '0111', '--tmpfs', staging.root, '--symlink', '/bin/bash', named, '--remount-ro', staging.root],
      // Users other than root need a user namespace, in which only their own name is known to the kernel.
      ...(isRoot ? [] : ['--unshare-user', '--disable-userns']),
      ...['--cap-drop', 'ALL', '--die-with-parent', '--chdir', cwd, '--seccomp', '5'],
    ];
    const folder = staging.newFolder();
    try {
      const kept = join(folder, 'walls');
      writeFileSync(kept, [...walls, '--setenv', 'look', look].map((argument) => `${argument}\0`).join(''));
      const ended = await runProcess({
        file: setpriv,
        args: [
          '--pdeathsig',
          'KILL',
          bash,
          '--noprofile',
          '--norc',
          '-c',
          outside,
          staging.filters[view],
          kept,
          bwrap,
          '--args',
          '6',
          ...[named, ...asLook],
        ],
        cwd: '/',
        env: { ...env, PATH: systemPath, HOME: '/nonexistent' },
        timeoutMs,
        signal,
        isGated: true,
        input: command,
        onOutput,
      });
      if (ended.killedBy === null && ended.report !== 'ready\ninside\n')
        throw new ArtooError('containment_failed', `the walls around the command could not be built: ${ended.errors.trim().slice(0, 500)}`);
      return { ...ended, differs: isRoot ? ['socket holders'] : ['socket holders', 'owners'] };
    } finally {
      await removeTree(folder);
    }
  };
}

const outside = `${closeInherited([0, 1, 2, 3, 4])}; echo ready >&3; read -r go <&4 || exit 1; kept=$1; shift; exec "$@" 5<"$0" 6<"$kept"`;

/** Reads the line to its end. Neither the line nor this script is an argument of a process, since `pgrep -f` would find it there. */
const look = 'unset look; echo inside >&3; IFS= read -r -d "" line <&4; exec 3>&- 4<&-; eval -- "$line"';
const asLook = ['--noprofile', '--norc', '-c', 'eval "$look"'];
