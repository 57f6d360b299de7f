/** Programs that report on the machine but, inside walls, report only on the walls. Decided by the text of the line. Pure. */
import { absolutePath } from '../places/posix-path.ts';
import { type Part, partsOf } from './line/line-parts.ts';
import { type Argument, baseName } from './line/shell-word.ts';
import { hostViewFor } from './programs/looking-programs.ts';
import { isShell } from './programs/wrappers.ts';

/** What can look different inside walls. */
export type Sight = 'processes' | 'network' | 'mounts' | 'sign-ins' | 'services' | 'devices' | 'owners' | 'socket holders';

/** Where a line runs, and the person's home. */
export type Around = { readonly cwd: string; readonly home: string };

/** A program that could not see the whole machine, what it saw instead, and a line that gets the host's view, if there is one. */
export type OwnSight = { readonly program: string; readonly sight: Sight; readonly saw: string; readonly instead: string | undefined };

/**
 * Programs that report something about the machine: all of `programs`; with `args`, only if an argument matches; with `prints`, only if the output
 * matches.
 */
type Looker = { readonly programs: string; readonly args?: RegExp; readonly prints?: RegExp; readonly instead?: string };

const asNobody = /\b(?:nobody|nogroup|65534)\b/;

const sights: Readonly<Record<Sight, { readonly saw: string; readonly lookers: readonly Looker[] }>> = {
  processes: {
    saw: 'saw only its own processes, not those of this machine',
    lookers: [{ programs: 'ps pgrep pidof pkill killall top htop atop btop pstree fuser lsof', instead: 'ps aux' }],
  },
  network: {
    saw: 'saw only a network of its own, not the connections and interfaces of this machine',
    lookers: [
      { programs: 'ss netstat nstat', instead: 'ss -ltn' },
      { programs: 'lsof', args: /^-\w*i/, instead: 'ss -ltn' },
      { programs: 'ip ifconfig route arp nmcli ethtool iwconfig', instead: 'ip addr' },
      { programs: 'hostname', args: /^-\w*[iI]|^--(?:all-)?ip-address/, instead: 'ip addr' },
    ],
  },
  mounts: {
    saw: 'saw only its own mounts, not those of this machine',
    lookers: [{ programs: 'df mount findmnt mountpoint', instead: 'df -h' }],
  },
  'sign-ins': {
    saw: 'could not see who is signed in to this machine',
    lookers: [{ programs: 'w who users last lastb lastlog finger', instead: 'who' }],
  },
  services: {
    saw: 'could not reach the services of this machine, so it shows nothing about them',
    lookers: [{ programs: 'systemctl service journalctl loginctl timedatectl hostnamectl', instead: 'systemctl --failed' }],
  },
  devices: { saw: 'could not see the devices of this machine', lookers: [{ programs: 'lsblk blkid lspci lsusb lsmem', instead: 'lsblk' }] },
  owners: {
    saw: 'saw every owner and group but its own as nobody',
    lookers: [
      { programs: 'ls dir vdir', args: /^-\w*[lnog]|^--format=/, prints: asNobody },
      { programs: 'stat namei tree getfacl id groups ps top', prints: asNobody },
      { programs: 'find', args: /^-(?:ls|printf)$/, prints: asNobody },
      { programs: 'find', args: /^-(?:user|group|uid|gid|nouser|nogroup)$/ },
    ],
  },
  'socket holders': {
    saw: 'could not see which programs hold the connections',
    lookers: [{ programs: 'ss netstat', args: /^-[a-zA-Z]*p|^--processes$|^--program/ }],
  },
};

/** The first process inside walls: output that contains it lists the processes inside the walls. */
const firstProcess = /\/artoo --args 6 /;

/** What looks different inside these walls, and what the line printed. */
export type Seen = { readonly differs: readonly Sight[]; readonly printed: string };

/** One result for each program in these lines of shell, in order: the first entry of `differs` that the program looks at. */
export function ownSightsIn(texts: readonly string[], around: Around, { differs, printed }: Seen): readonly OwnSight[] {
  const found = new Map<string, OwnSight>();
  for (const { words } of texts.flatMap((text) => commandsIn(text, around))) {
    const program = baseName(words[0].literal ?? '');
    for (const sight of found.has(program) ? [] : differs) {
      const looker = sights[sight].lookers.find((each) => isMeant(each, words) && (each.prints?.test(printed) ?? true));
      if (looker && !found.has(program)) found.set(program, ownSight(program, sight, words, looker));
    }
  }
  const all = [...found.values()];
  const isMissed = differs.includes('processes') && !all.some(({ sight }) => sight === 'processes') && firstProcess.test(printed);
  return isMissed ? [...all, { program: 'a program in it', sight: 'processes', saw: sights.processes.saw, instead: 'ps aux' }] : all;
}

function isMeant({ programs, args }: Looker, [first, ...others]: Words): boolean {
  const isNamed = programs.split(' ').includes(baseName(first.literal ?? ''));
  return isNamed && (args === undefined || others.some(({ text }) => args.test(text)));
}

/** The same command, if it would get the host's view when run alone; otherwise a line that shows the same information. */
function ownSight(program: string, sight: Sight, words: Words, { instead }: Looker): OwnSight {
  const itself = words.map(({ text }) => text).join(' ');
  return { program, sight, saw: sights[sight].saw, instead: instead && hostViewFor(itself) ? itself : instead };
}

/** The paths of files that a line runs as scripts, resolved from each folder that the shell may be in. */
export const scriptsIn = (line: string, around: Around): readonly string[] =>
  commandsIn(line, around).flatMap(({ words: [first, ...args], folders = [around.cwd] }) => {
    const program = first.literal ?? '';
    const isRunner = isShell(baseName(program)) || program === 'source' || program === '.';
    const isGivenText = isRunner && args.some(({ text }) => /^-[a-zA-Z]*c$/.test(text));
    if (isGivenText) return [];
    const file = isRunner ? args.find(({ text }) => !text.startsWith('-'))?.literal : program.includes('/') ? program : undefined;
    return file === undefined ? [] : folders.map((folder) => absolutePath(folder, file));
  });

type Words = readonly [Argument, ...Argument[]];

const commandsIn = (line: string, { cwd, home }: Around): readonly Extract<Part, { kind: 'command' }>[] =>
  partsOf(line, [cwd], home).parts.filter((part) => part.kind === 'command');
