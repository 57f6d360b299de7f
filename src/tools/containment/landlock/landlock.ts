/**
 * Containment without namespaces: Landlock and a filter for system calls. Nothing permanent can be written, so a command may fail only because it
 * needed to write.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { runProcess } from '../../running/process.ts';
import type { ContainedRequest, ContainedRun, Containment, Surroundings } from '../containment.ts';
import { removeTree } from '../remove-tree.ts';
import { isVirtual, readMounts } from '../shown/mounts.ts';
import { type Places, placesFinder } from '../shown/shown-places.ts';
import type { Staging } from '../staging.ts';
import { failedUnwritten } from '../views/read-only.ts';
import { processLimits } from '../walls/inside-script.ts';
import { runInGroup } from '../walls/run-in-group.ts';
import { quiet } from '../walls/run-inside.ts';
import { landlockFilter } from './landlock-filter.ts';
import { allRights, type Entry, rulesToRead, rulesToWrite } from './landlock-rules.ts';
import { landlockScript, landlockVersionScript } from './landlock-script.ts';

export type LandlockParts = {
  readonly detail: string;
  readonly perl: string;
  /** The version of Landlock to use. */
  readonly abi: number;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

/** The first version that is good enough: it makes truncating a file a separate right; older versions let a command empty any file. */
const minAbi = 3;
/** The first versions that restrict TCP, and that restrict signals and abstract sockets. */
const [abiWithTcp, abiWithScopes] = [4, 6];

/** The version of Landlock that this kernel has. Throws `containment_failed` if it has none that is good enough. */
export async function landlockAbi(perl: string, signal: AbortSignal): Promise<number> {
  const { output } = await runProcess({ file: perl, args: ['-e', landlockVersionScript], cwd: '/', env: {}, timeoutMs: 5_000, signal });
  const abi = Number(output);
  if (abi >= minAbi) return abi;
  throw new ArtooError('containment_failed', abi > 0 ? `version ${abi} of Landlock is too old` : 'the kernel has no Landlock');
}

export function createLandlock({ detail, perl, abi, surroundings, staging }: LandlockParts): Containment {
  const findPlaces = placesFinder(surroundings, staging.root);
  const { home, env } = surroundings;

  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const places = findPlaces(request);
    const folder = staging.newFolder();
    try {
      const own = join(folder, 'tmp');
      mkdirSync(own, { mode: 0o700 });
      const closed = closedIn(places);
      const args = ['-e', scriptFor(process.arch), ...writePlan(folder, own, { request, places, closed })];
      const program = { file: perl, args, env: {} }; // the plan contains the command's own variables
      const ran = await runInGroup({ program, folder, own, closed, cwd: places.cwd, home }, request);
      const known = { changes: [], moved: [], hardLinks: 0, whyUnknown: failedUnwritten(ran.ended) };
      return { ...ran, ...known, [Symbol.asyncDispose]: async () => {} };
    } finally {
      await removeTree(folder);
    }
  }

  /** Writes the two files for the script, and returns their paths. */
  function writePlan(folder: string, own: string, { request, places, closed }: Planned): readonly string[] {
    const hasScopes = abi >= abiWithScopes;
    const filter = landlockFilter(process.arch, { hasScopes });
    if (!filter) throw new ArtooError('containment_failed', noNumbers);
    const shown = [...places.personal, ...places.files, ...places.system, ...ofKernel];
    const rules = [...rulesToRead({ shown, closed, isFolder, entriesIn }), ...rulesToWrite(own, abi)];
    const handled = [allRights(abi), abi >= abiWithTcp ? 3 : 0, hasScopes ? 3 : 0];
    const limits = Object.entries(limitsNow());
    const variables = Object.entries({ ...env, ...quiet, ...request.env, TMPDIR: own });
    const fields = [
      ...[places.cwd, request.command, ...handled, limits.length, variables.length, ...limits.flat(), ...variables.flat()],
      ...rules.flatMap(({ rights, path }) => [rights, path]),
    ];
    if (fields.some((field) => String(field).includes('\0')))
      throw new ArtooError('containment_failed', 'a command line cannot contain a zero byte');
    const paths = [join(folder, 'plan'), join(folder, 'filter')] as const;
    writeFileSync(paths[0], fields.join('\0'));
    writeFileSync(paths[1], filter);
    return paths;
  }

  /** Refuses: without namespaces, a look could reach too much, such as the environments of processes and the sockets of services. */
  const look = async (): Promise<never> => {
    throw new ArtooError('containment_failed', 'without namespaces, a command cannot be allowed to see the machine itself');
  };

  return { kind: 'landlock', detail, run, look };
}

type Planned = { readonly request: ContainedRequest; readonly places: Places; readonly closed: readonly string[] };

const noNumbers = `the system calls of ${process.arch} are not known`;

function scriptFor(machine: string): string {
  const script = landlockScript(machine);
  if (script === undefined) throw new ArtooError('containment_failed', noNumbers);
  return script;
}

/** Files that show how large and how busy the machine is. Everything about its processes is closed. */
const ofKernel = ['cpuinfo', 'meminfo', 'stat', 'loadavg', 'uptime', 'version', 'filesystems', 'sys/kernel', 'sys/vm'].map(
  (name) => `/proc/${name}`,
);

/** Secrets, artoo's own data, and file systems without people's files. */
function closedIn({ closed, personal, system }: Places): readonly string[] {
  const mounts = readMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  const virtual = mounts.filter(
    ({ path, type }) => isVirtual(type) && [...personal, ...system].some((place) => place !== path && isWithin(place, path)),
  );
  return [...closed.map(({ path }) => path), ...virtual.map(({ path }) => path)];
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The entries of a folder; empty if it cannot be listed, since a command could not list it either. */
function entriesIn(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file',
    }));
  } catch (error) {
    if (['EACCES', 'ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return [];
    throw error;
  }
}

/** Limits by the kernel's numbers: file size, memory, core files, and tasks, which the kernel counts for all processes of the user. */
function limitsNow(): Readonly<Record<number, number>> {
  const running = Number(/\/(\d+) /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  return { 1: processLimits.fileBytes, 2: processLimits.dataBytes, 4: 0, 6: running + processLimits.tasks };
}
