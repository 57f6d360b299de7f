/** Chooses the containment for this machine: the best one that works, as tests show. */
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import { runProcess } from '../running/process.ts';
import { createClone } from './clone/clone.ts';
import type { Containment, ContainmentKind, Surroundings } from './containment.ts';
import { createLandlock, landlockAbi } from './landlock/landlock.ts';
import { programAt } from './programs.ts';
import { realAt } from './shown/shown-places.ts';
import { type Staging, stagingIn } from './staging.ts';
import { createCopy } from './views/copy.ts';
import { createOverlay } from './views/overlay.ts';
import { createReadOnly } from './views/read-only.ts';
import { endWaitingWalls } from './views/walls-ahead.ts';
import type { Parts } from './walls/run-inside.ts';

/** Finds a system program; undefined if it is not installed. */
type Find = (name: string) => string | undefined;

export type ChooseOptions = {
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  readonly find?: Find;
  readonly platform?: NodeJS.Platform;
  /** The first kind to try. */
  readonly from?: Kind;
};

/** Rejects only if the signal fires: if no containment works, the result has the kind `none`, and explains why. */
export async function chooseContainment(options: ChooseOptions): Promise<Containment> {
  const { surroundings, signal, find = programAt, platform = process.platform, from } = options;
  const inOrder = platform === 'darwin' ? onMacOS : onLinux;
  const lacking = inOrder.some(isNamespaced) ? builders.find(([name]) => find(name) === undefined) : undefined;
  const failures = new Map<string, Set<string>>();
  const reasons = () =>
    [
      ...(lacking ? [`${lacking[1]} is not installed`] : []),
      ...[...failures].map(([why, kinds]) => `${[...kinds].join(', ')}: ${why}`),
    ].join('; ');
  const kinds = inOrder.slice(from === undefined ? 0 : inOrder.indexOf(from)).filter((kind) => !lacking || !isNamespaced(kind));
  for (const kind of kinds) {
    for (const place of surroundings.stagings) {
      const because = reasons() === '' ? '' : ` (${reasons()})`;
      const make = async () => makers[kind]({ surroundings, signal, find, because, staging: await stagingIn(place) });
      const made = await working(make, trialOf(kind, place, { find, home: surroundings.home }), signal);
      if (typeof made !== 'string') return made;
      failures.set(made, (failures.get(made) ?? new Set()).add(words[kind]));
    }
  }
  return none(reasons());
}

/** A containment in which a test command ran, or why it could not run. A containment that has worked once in this process is not tested again. */
async function working(make: () => Promise<Containment>, trial: string, signal: AbortSignal): Promise<Containment | string> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-'));
  try {
    const made = await make();
    if (worked.has(trial)) return made;
    await using run = await made.run({ command: 'true', cwd: folder, workspace: folder, timeoutMs: 10_000, signal });
    endWaitingWalls(); // the next command runs in a different containment
    if (run.ended.exitCode !== 0) return `a command that does nothing ended with ${run.ended.exitCode ?? run.ended.killedBy}`;
    worked.add(trial);
    return made;
  } catch (thrown) {
    signal.throwIfAborted();
    return asArtooError(thrown, 'containment_failed').message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const worked = new Set<string>();

/** Equal for containments that work or fail together: the same kind, with the same programs, in the same place, for a home on the same disk. */
function trialOf(kind: Kind, place: string, { find, home }: { readonly find: Find; readonly home: string }): string {
  const programs = [...builders.map(([name]) => name), 'mount', 'fuse-overlayfs', 'cp', 'perl', 'sandbox-exec'].map(find);
  const realHome = realAt(home);
  return JSON.stringify([kind, place, programs, realHome && [statSync(realHome).dev, isWithin(realHome, place)]]);
}

const words = {
  overlay: 'kernel overlay',
  'fuse-overlay': 'fuse-overlayfs',
  copy: 'copies of the current folder',
  'read-only': 'everything read-only',
  landlock: 'Landlock, everything read-only',
  clone: 'clones of the current folder',
} as const satisfies Partial<Record<ContainmentKind, string>>;

type Kind = keyof typeof words;

const onLinux: readonly Kind[] = ['overlay', 'fuse-overlay', 'copy', 'read-only', 'landlock'];
const onMacOS: readonly Kind[] = ['clone'];

/** The programs needed to build walls from namespaces, and the packages to install for them. */
const builders = [
  ['bwrap', 'bubblewrap'],
  ['setpriv', 'setpriv'],
  ['unshare', 'unshare'],
  ['sh', 'sh'],
  ['bash', 'bash'],
] as const;

const isNamespaced = (kind: Kind): boolean => kind !== 'landlock' && kind !== 'clone';

type Making = Required<Pick<ChooseOptions, 'surroundings' | 'signal' | 'find'>> & { readonly staging: Staging; readonly because: string };

const makers: Readonly<Record<Kind, (making: Making) => Promise<Containment>>> = {
  overlay: async (making) => createOverlay({ kind: 'overlay', mount: need(making.find, 'mount'), ...(await partsFor('overlay', making)) }),
  'fuse-overlay': async (making) =>
    createOverlay({ kind: 'fuse-overlay', mount: need(making.find, 'fuse-overlayfs'), ...(await partsFor('fuse-overlay', making)) }),
  copy: async (making) => createCopy({ cp: need(making.find, 'cp'), ...(await partsFor('copy', making)) }),
  'read-only': async (making) => createReadOnly(await partsFor('read-only', making)),
  landlock: async ({ find, because, surroundings, staging, signal }) => {
    const perl = need(find, 'perl');
    const abi = await landlockAbi(perl, signal);
    return createLandlock({ perl, abi, detail: `${words.landlock}, version ${abi}${because}`, surroundings, staging });
  },
  clone: async ({ find, because, surroundings, staging }) => {
    const programs = { sandbox: need(find, 'sandbox-exec'), cp: need(find, 'cp'), sh: need(find, 'sh') };
    return createClone({ programs, detail: `${words.clone} + sandbox-exec${because}`, surroundings, staging });
  },
};

async function partsFor(kind: Kind, { find, because, surroundings, staging, signal }: Making): Promise<Parts> {
  const [bwrap = '', setpriv = '', unshare = '', sh = '', bash = ''] = builders.map(([name, called]) => need(find, name, called));
  const detail = `${words[kind]} + bubblewrap ${await versionOf(bwrap, signal)}${because}`;
  const called = { bwrap: staging.calledArtoo(bwrap), unshare: staging.calledArtoo(unshare), bash: staging.calledArtoo(bash) };
  return { builders: { ...called, setpriv, sh }, detail, surroundings, staging };
}

function need(find: Find, name: string, called = name): string {
  const path = find(name);
  if (path === undefined) throw new ArtooError('containment_failed', `${called} is not installed`);
  return path;
}

async function versionOf(bwrap: string, signal: AbortSignal): Promise<string> {
  const known = versions.get(bwrap);
  if (known !== undefined) return known;
  const { output } = await runProcess({ file: bwrap, args: ['--version'], cwd: '/', env: {}, timeoutMs: 5_000, signal });
  const version = /\d+(?:\.\d+)+/.exec(output)?.[0];
  if (version !== undefined) versions.set(bwrap, version);
  return version ?? '(of unknown version)';
}

const versions = new Map<string, string>();

/** The containment without walls, which runs nothing. */
const none = (detail: string): Containment => ({
  kind: 'none',
  detail,
  run: async () => refuse(detail),
  look: async () => refuse(detail),
});

function refuse(detail: string): never {
  throw new ArtooError('containment_failed', `there is no containment: ${detail}`);
}
