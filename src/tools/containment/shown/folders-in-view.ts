/** Which places a command sees through copy-on-write, and which directly. Pure. */
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { Lower } from '../views/view-folders.ts';
import type { Closed, Shown } from '../walls/wall-steps.ts';
import { isVirtual, type Mount } from './mounts.ts';
import type { Places } from './shown-places.ts';

export type InView = {
  /** Folders that each get an overlay of their own, the outer folders first. */
  readonly lowers: readonly Lower[];
  readonly shown: readonly Shown[];
  /** Mounts that must not be visible. */
  readonly closed: readonly Closed[];
};

export type Outlook = Pick<Places, 'personal' | 'files' | 'system'> & {
  readonly mounts: readonly Mount[];
  /** Whether a mount is a folder: single files can be mounted too. */
  readonly isFolder: (path: string) => boolean;
  readonly foldersIn: (path: string) => readonly string[];
  /**
   * Root can write to the system, and can put an overlay on a folder that contains mounts; for other users, each of the folders in it gets an
   * overlay.
   */
  readonly isRoot: boolean;
  /** Where views are kept: a folder that contains this one cannot have an overlay. */
  readonly staging: string;
  /** Whether read-only places are also seen through an overlay, so that their FIFOs are separate from those of the machine. */
  readonly hasReadOnlyViews: boolean;
};

/** How many mounts are shown; all others are closed. */
const maxMounts = 32;

/** System folders that root may need to change. Each view takes time to set up, so everything else is read-only. */
const changedByRoot = ['/etc', '/opt', '/usr'];

export function foldersInView(outlook: Outlook): InView {
  const { personal, system, files, mounts, isFolder, foldersIn, isRoot, staging, hasReadOnlyViews } = outlook;
  const holdsStaging = (path: string) => isWithin(path, staging);
  const hasMounts = (path: string) => mounts.some((mount) => mount.path !== path && isWithin(path, mount.path));
  const further = isRoot ? system.filter((path) => changedByRoot.includes(path)) : [];
  const wanted = outermost([...personal, ...further].filter((path) => !holdsStaging(path)));
  const { seen, asTheyAre, closed } = mountsBelow(wanted, outlook);
  const roots = isRoot ? wanted : wanted.flatMap((folder) => withoutMounts(folder, mounts, foldersIn, maxDepth));
  const writable = [...new Set([...roots, ...seen])].slice(0, maxLowers);
  const rest = [...personal, ...system, ...asTheyAre].filter(
    (path) => !writable.some((folder) => isWithin(folder, path)) || asTheyAre.includes(path),
  );
  const isView = (path: string) =>
    hasReadOnlyViews &&
    isOverlaid(path, mounts) &&
    isFolder(path) &&
    !holdsStaging(path) &&
    !hasMounts(path) &&
    !isOfKernel(path) &&
    !asTheyAre.includes(path);
  const known = [...writable, ...rest];
  const alone = files.filter((path) => !known.some((folder) => isWithin(folder, path)));
  const changeable = alone.filter(
    (path) => parentOf(path) !== '/' && !holdsStaging(parentOf(path)) && (isRoot || !hasMounts(parentOf(path))),
  );
  const views: readonly Lower[] = [
    ...writable.map((path) => ({ path, isWritable: true })),
    ...[...new Set(rest)].filter(isView).map((path) => ({ path, isWritable: false })),
  ];
  const parents = [...new Set(changeable.map(parentOf))].map((path) => ({ path, isWritable: true }));
  return {
    lowers: [...views, ...parents],
    shown: [
      ...views.map(({ path, isWritable }) => ({ path, lower: path, isWritable })),
      ...[...new Set(rest)].filter((path) => !isView(path)).map((path) => ({ path, isWritable: false })),
      ...alone.map((path) => (changeable.includes(path) ? { path, lower: parentOf(path), isWritable: true } : { path, isWritable: false })),
    ],
    closed,
  };
}

/** The same places without overlays: the `copied` places are seen through a copy, all others directly. */
export function foldersWithoutOverlays(
  { personal, files, system, mounts }: Pick<Outlook, 'personal' | 'files' | 'system' | 'mounts'>,
  copied: readonly string[],
): InView {
  const rest = [...new Set([...personal, ...files, ...system])].filter((path) => !copied.some((folder) => isWithin(folder, path)));
  return {
    lowers: copied.map((path) => ({ path, isWritable: true })),
    shown: [...copied.map((path) => ({ path, lower: path, isWritable: true })), ...rest.map((path) => ({ path, isWritable: false }))],
    closed: mountsIn(rest, mounts)
      .filter(({ type }) => isVirtual(type))
      .map(asClosed),
  };
}

/** Mounts inside folders that are seen through an overlay: the overlay does not show them. */
function mountsBelow(wanted: readonly string[], { personal, mounts, isFolder }: Outlook) {
  const all = mountsIn(wanted, mounts)
    .filter(({ path }) => !ofKernel.some((place) => isWithin(place, path)) || personal.some((place) => isWithin(place, path)))
    .toSorted((a, b) => a.path.length - b.path.length);
  const isClosed = ({ path, type }: Mount) => isVirtual(type) || all.findIndex((mount) => mount.path === path) >= maxMounts;
  const isSeen = (mount: Mount) => mount.writable && isFolder(mount.path) && !isClosed(mount);
  return {
    seen: all.filter(isSeen).map(({ path }) => path),
    asTheyAre: all.filter((mount) => !isSeen(mount) && !isClosed(mount)).map(({ path }) => path),
    closed: all.filter(isClosed).map((mount) => ({ ...asClosed(mount), isFolder: isFolder(mount.path) })),
  };
}

/** File systems on which overlays are known to work. For read-only places, other file systems are not worth the risk of failure. */
const overlaid: ReadonlySet<string> = new Set([
  'bcachefs',
  'btrfs',
  'erofs',
  'ext2',
  'ext3',
  'ext4',
  'f2fs',
  'overlay',
  'squashfs',
  'tmpfs',
  'xfs',
  'zfs',
]);

function isOverlaid(path: string, mounts: readonly Mount[]): boolean {
  const around = mounts.filter((mount) => isWithin(mount.path, path)).toSorted((a, b) => b.path.length - a.path.length);
  return overlaid.has(around[0]?.type ?? '');
}

const mountsIn = (folders: readonly string[], mounts: readonly Mount[]): readonly Mount[] =>
  mounts.filter(({ path }) => folders.some((folder) => folder !== path && isWithin(folder, path)));

const asClosed = ({ path }: Mount): Closed => ({ path, isFolder: true });

/** If a folder cannot have an overlay, each of the folders in it gets one, up to this depth and number. Everything else is read-only. */
const maxDepth = 4;
const maxLowers = 48;

function withoutMounts(folder: string, mounts: readonly Mount[], foldersIn: Outlook['foldersIn'], depth: number): readonly string[] {
  if (!mounts.some(({ path }) => path !== folder && isWithin(folder, path))) return [folder];
  if (depth === 0) return [];
  return foldersIn(folder)
    .map((name) => `${folder}/${name}`)
    .filter((inner) => !mounts.some(({ path }) => path === inner))
    .flatMap((inner) => withoutMounts(inner, mounts, foldersIn, depth - 1));
}

const ofKernel = ['/proc', '/sys', '/dev', '/run', '/tmp'];
const isOfKernel = (path: string): boolean => ofKernel.some((place) => isWithin(place, path));
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** The paths that are not inside any other of these paths. */
export const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path, _, all) => !all.some((other) => other !== path && isWithin(other, path)));
