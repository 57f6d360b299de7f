/** How an overlay mounts the folders of a view, and where to find the changes made to them. */
import type { Layer } from './read-upper.ts';
import type { ViewFolder, ViewFolders } from './view-folders.ts';

export type OverlayKind = 'overlay' | 'fuse-overlay';

/** The shell line that mounts the folders. `mount`: the program to use; for the kind fuse-overlayfs, this is fuse-overlayfs itself. */
export const mounting = (kind: OverlayKind, mount: string, { views, mounts }: ViewFolders): string =>
  kind === 'overlay' ? `${mount} -a -T ${mounts}` : views.map((view) => `${mount} ${fuseArguments(view)}`).join(' && ');

/** The layers of the folders that can be written to. */
export const layersOf = (kind: OverlayKind, { views }: ViewFolders): readonly Layer[] =>
  views.flatMap(({ source, above }) => (above ? [{ lower: source, upper: above.upper, hasMarkNames: kind === 'fuse-overlay' }] : []));

const fuseArguments = ({ alias, above, merged }: ViewFolder): string =>
  `-o lowerdir=${alias},upperdir=${above?.upper},workdir=${above?.work} ${merged}`; // this kind has only writable views, so `above` is always set
