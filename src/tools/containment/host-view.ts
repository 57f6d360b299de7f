/** The host's view: where a line that only looks sees the machine as it is, and can change, signal and send nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import type { HostView } from '../../laws/commands/looking-programs.ts';
import { runProcess } from '../running/process.ts';
import type { Containment } from './containment.ts';
import { masksOver } from './masks.ts';
import { systemPath } from './programs.ts';
import type { Parts } from './run-inside.ts';
import { onHost, systemCallFilter } from './seccomp.ts';

/** Rejects with `containment_failed` when the walls could not be built: then nothing ran. */
export function createHostView({ builders, surroundings, staging }: Parts): Containment['look'] {
  const { setpriv, sh, bwrap } = builders;
  const { data, env, secrets } = surroundings;
  const isRoot = process.getuid?.() === 0;
  let folder: string | undefined;

  /** A file with the filter on system calls. */
  function filterFor(view: HostView): string {
    const filter = systemCallFilter(process.arch, onHost[view]);
    if (filter === undefined) throw new ArtooError('containment_failed', `there is no filter on system calls for ${process.arch}`);
    folder ??= staging.newFolder();
    const path = join(folder, view);
    writeFileSync(path, filter);
    return path;
  }

  return async ({ command, view, cwd, timeoutMs, signal }) => {
    const closed = masksOver([...secrets, data], ['/'], staging).flatMap(({ path, by }) => ['--ro-bind', by, path]);
    const walls = [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev/null', '/dev/null', ...closed, '--unshare-ipc', '--unshare-uts'],
      // Others than root need a user namespace, in which only they themselves have a name.
      ...(isRoot ? [] : ['--unshare-user', '--disable-userns']),
      ...['--cap-drop', 'ALL', '--die-with-parent', '--chdir', cwd, '--seccomp', '5'],
    ];
    const ended = await runProcess({
      file: setpriv,
      args: ['--pdeathsig', 'KILL', sh, '-c', 'exec "$@" 5<"$0"', filterFor(view), bwrap, ...walls, sh, '-c', inside, command],
      cwd: '/',
      env: { ...env, PATH: systemPath, HOME: '/nonexistent' },
      timeoutMs,
      signal,
    });
    if (ended.killedBy === null && ended.report !== 'inside\n')
      throw new ArtooError('containment_failed', `the walls around the command could not be built: ${ended.errors.trim().slice(0, 500)}`);
    return ended;
  };
}

const inside = 'echo inside >&3; exec /bin/bash --noprofile --norc -c -- "$0" 3>&-';
