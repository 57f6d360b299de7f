/** Which commands stay on their host, and why: those whose result would be different on a worker. Pure. */

import { toolProgramsOf, unknownProgram } from '../../laws/commands/line/shell-line.ts';
import { placesIn } from '../../laws/commands/named-places.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { ContainedRequest } from '../../tools/containment/containment.ts';

export type HostRequest = Pick<ContainedRequest, 'command' | 'call' | 'doors' | 'sockets' | 'background' | 'pausing' | 'places'> & {
  /** The working folder, as a real path. */
  readonly cwd: string;
  readonly home: string;
  /** The folders that are in the snapshot. */
  readonly roots: readonly string[];
  /** Places that exist on every machine of this kind. */
  readonly system: readonly string[];
};

/** Programs that work with the settings, the keys or the services of the person's own machine. */
const ofTheMachine: ReadonlySet<string> = new Set(
  [
    'git hg svn jj gh glab ssh scp sftp rsync gpg gpg2 pass age op aws gcloud az kubectl helm terraform docker podman nerdctl',
    'systemctl service journalctl crontab at sudo su doas mount umount ps top kill pkill killall ss netstat ip ifconfig free',
    'ollama code open xdg-open osascript defaults launchctl',
  ].flatMap((line) => line.split(' ')),
);

/** Why a command has to run on the host; undefined if it may run on a worker. */
export function whyOnHost(request: HostRequest): string | undefined {
  const { command, call, doors = [], sockets = false, background, pausing, places = [], cwd, home, roots, system } = request;
  if (!call) return 'it is not a tool call of a task (a check, for example)';
  if (background) return 'it keeps running in the background';
  if (doors.length > 0 || sockets || pausing) return 'it reaches a network or a program on this machine';
  if (!roots.some((root) => isWithin(root, cwd))) return 'its folder is not sent to workers';
  const unfit = roots.find(
    (root) => root === '/' || isWithin(root, home) || system.some((place) => isWithin(place, root) || isWithin(root, place)),
  );
  if (unfit !== undefined) return `${unfit} contains the home folder or a part of the system`;
  const programs = toolProgramsOf(command);
  if (programs.length > 0 && programs.every((program) => program === unknownProgram)) return 'it is not known which programs it runs';
  const own = programs.find((program) => ofTheMachine.has(program));
  if (own !== undefined) return `${own} acts on this machine itself`;
  const isThere = (path: string) => [...roots, ...system, ...everywhere].some((place) => isWithin(place, path));
  const elsewhere = [...placesIn(command, { cwd, home }).map(({ path }) => path), ...pathsInText(command), ...places].find(
    (path) => path !== '/' && !isThere(path),
  );
  if (elsewhere !== undefined) return `${elsewhere} is not sent to workers`;
  return namesHome.test(command) ? 'it names the home folder' : undefined;
}

/** Places that every command has, on any machine. */
const everywhere = ['/dev', '/proc/self', '/tmp', '/var/tmp'];

/** What looks like a path in scripts of other languages and in quoted text, though it may not be one. */
const pathsInText = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w.~/-])\/[\w.-]+(?:\/[\w.@+-]+)*/g)].map(([path]) => path).filter((path) => path.split('/').length > 2);

const namesHome = /~|\$\{?(?:HOME|OLDPWD|USER|LOGNAME)\b|expanduser|homedir/;
