/** The host's view: where a line that only looks sees the machine as it is, and can change, signal and send nothing. */
import { ArtooError } from '../../../contracts/errors.ts';
import { runProcess } from '../../running/process.ts';
import type { Containment } from '../containment.ts';
import { systemPath } from '../programs.ts';
import { closedAt } from '../shown/shown-places.ts';
import type { Parts } from './run-inside.ts';

/** Rejects with `containment_failed` when the walls could not be built: then nothing ran. */
export function createHostView({ builders, surroundings, staging }: Parts): Containment['look'] {
  const { setpriv, sh, bwrap } = builders;
  const { data, env, secrets } = surroundings;
  const isRoot = process.getuid?.() === 0;

  return async ({ command, view, cwd, timeoutMs, signal, onOutput }) => {
    const closed = [...secrets, data, staging.root]
      .flatMap(closedAt)
      .flatMap(({ path, isFolder }) => ['--ro-bind', isFolder ? staging.closedFolder : staging.closedFile, path]);
    const walls = [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev/null', '/dev/null', ...closed, '--unshare-ipc', '--unshare-uts'],
      // Others than root need a user namespace, in which only they themselves have a name.
      ...(isRoot ? [] : ['--unshare-user', '--disable-userns']),
      ...['--cap-drop', 'ALL', '--die-with-parent', '--chdir', cwd, '--seccomp', '5'],
    ];
    const ended = await runProcess({
      file: setpriv,
      args: ['--pdeathsig', 'KILL', sh, '-c', 'exec "$@" 5<"$0"', staging.filters[view], bwrap, ...walls, sh, '-c', inside, command],
      cwd: '/',
      env: { ...env, PATH: systemPath, HOME: '/nonexistent' },
      timeoutMs,
      signal,
      onOutput,
    });
    if (ended.killedBy === null && ended.report !== 'inside\n')
      throw new ArtooError('containment_failed', `the walls around the command could not be built: ${ended.errors.trim().slice(0, 500)}`);
    return ended;
  };
}

const inside = 'echo inside >&3; exec /bin/bash --noprofile --norc -c -- "$0" 3>&-';
