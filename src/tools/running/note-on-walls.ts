/** What a person and a model must know to understand the output of a run: what is different inside the walls. */
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { type Around, type OwnSight, ownSightsIn, type Seen, scriptsIn } from '../../laws/commands/own-sight.ts';
import { openToRead } from '../changes/disk/hash-of.ts';
import type { ContainedRun, ContainmentKind } from '../containment/containment.ts';

const maxListed = 8;

const listed = (places: readonly string[]): string =>
  `${places.slice(0, maxListed).join(', ')}${places.length > maxListed ? ` and ${places.length - maxListed} more` : ''}`;

const leftFiles = (count: number): string =>
  `${count === 1 ? 'one entry' : `${count} entries`} that it left in its own /tmp, /var/tmp, /run or /dev/shm ${count === 1 ? 'is' : 'are'} gone`;

const notSeen = (places: readonly string[]): string =>
  `not seen: ${listed(places)} of this machine, because a command has an empty /tmp and /var/tmp of its own; read_file reads such files, and a rule read(${places[0]}) makes that path visible to commands`;

const linked = (count: number): string => `${count === 1 ? 'a hard link' : `${count} hard links`} became separate files`;

/** What programs print when they are not allowed to write. */
const refusals: Readonly<Partial<Record<ContainmentKind, readonly [sign: RegExp, note: string]>>> = {
  overlay: [/Read-only file system|EROFS/, 'what this user may not change is read-only to commands'],
  'fuse-overlay': [/Read-only file system|EROFS/, 'what this user may not change is read-only to commands'],
  copy: [/Read-only file system|EROFS/, 'here a command can write only in the current folder and the workspace'],
  clone: [/Operation not permitted|EPERM/, 'here a command can write only in the current folder and the workspace'],
};

/** The note if the network is granted host by host and everything else is refused. */
const pastTheProxy =
  'it also tried to reach the network directly: addresses, DNS, UDP and ssh are closed, only hosts by http and https can be reached (for git: an https remote)';
const ofMachine =
  "it tried to reach a port that nothing listens on: inside a command's walls, 127.0.0.1 and localhost are its own and not this machine's, whose programs it cannot reach";

type AlsoTold = { readonly sights?: readonly string[]; readonly traffic?: readonly string[] | undefined };

/** Whether a line names the folders whose files are lost, so that the loss matters: programs also put private caches into them. */
const namesOwnFolder = /(?:^|[^\w.])\/(?:tmp|var\/tmp|run|dev\/shm)\b|\bmktemp\b|\bTMPDIR\b/;

/** A line in brackets after the output; empty if there is nothing to say. */
export function noteOnWalls(line: string, run: ContainedRun, kind: ContainmentKind, { sights = [], traffic }: AlsoTold = {}): string {
  const { attemptedNetwork, attemptedSocket, deniedPlaces, hiddenTempPlaces, hardLinks, left, ended, discarded = [] } = run;
  const [sign, refused = ''] = refusals[kind] ?? [];
  return inBrackets([
    ...sights,
    ...(traffic ?? []),
    ...(attemptedNetwork === 'machine'
      ? [ofMachine]
      : attemptedNetwork
        ? [traffic ? pastTheProxy : 'it tried to reach the network, which is off']
        : []),
    ...(attemptedSocket ? ['it tried to reach another program through a local socket, which needs approval'] : []),
    ...(deniedPlaces.length > 0 ? [`closed to commands: ${listed(deniedPlaces)}`] : []),
    ...(hiddenTempPlaces.length > 0 ? [notSeen(hiddenTempPlaces)] : []),
    ...(sign?.test(ended.output) ? [refused] : []),
    ...(discarded.length > 0 ? [`its changes there have no effect: ${listed(discarded)}`] : []),
    ...(hardLinks > 0 ? [linked(hardLinks)] : []),
    ...(left.files > 0 && namesOwnFolder.test(`${line}\n${ended.output}`) ? [leftFiles(left.files)] : []),
    ...(left.processes > 0 ? ['what it left running was ended with it'] : []),
  ]);
}

/** The note for a line that only inspects the machine. */
export const noteOnLook = (line: string, around: Around, seen: Seen): string => inBrackets(ownSightsIn([line], around, seen).map(told));

const inBrackets = (notes: readonly string[]): string => (notes.length === 0 ? '' : `\n[artoo: ${notes.join('; ')}]`);

/** For a line that ran in a view, including the scripts that it runs: what its programs could see of the machine and what they could not. */
export function sightNotes(line: string, around: Around, { differs, ended, changes }: ContainedRun): readonly string[] {
  const now = new Map(changes.map(({ path, from }) => [path, from]));
  const scripts = scriptsIn(line, around).slice(0, maxScripts);
  const texts = [line, ...scripts.flatMap((path) => scriptAt(now.get(path) ?? path) ?? [])];
  return ownSightsIn(texts, around, { differs, printed: ended.output }).slice(0, maxListed).map(told);
}

const told = ({ program, saw, instead }: OwnSight): string =>
  `${program} ${saw}${instead === undefined ? '' : ` (for that: \`${instead}\` as a line of its own)`}`;

const maxScripts = 8;
const maxScriptBytes = 64 * 1024;

/** The text of a shell script; undefined for any other file. */
function scriptAt(path: string): string | undefined {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch {
    return undefined; // the file does not exist, or may not be read
  }
  try {
    const stats = fstatSync(fd);
    const text = stats.isFile() && stats.size <= maxScriptBytes ? readFileSync(fd, 'utf8') : '';
    return /^#!(?!.*sh\b)|\0/.test(text.slice(0, 200)) ? undefined : text;
  } finally {
    closeSync(fd);
  }
}
