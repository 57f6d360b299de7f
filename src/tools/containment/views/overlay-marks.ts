/** How overlays record deletions: deleted entries, and folders that hide everything below them. */
import { type BigIntStats, closeSync, constants, openSync } from 'node:fs';
import { getAttrSync } from 'fs-native-extensions';

/** The kernel records a deletion as a character device with the number 0:0. */
export const isWhiteout = (stats: BigIntStats): boolean => stats.isCharacterDevice() && stats.rdev === 0n;

/** The prefix that fuse-overlayfs adds to a deleted name, and the file that it puts into a folder that hides everything below it. */
export const goneName = '.wh.';
export const opaqueName = '.wh..wh..opq';

/** How the kernel and fuse-overlayfs mark a folder that hides everything below it. */
const kernelMarks = ['user.overlay.opaque'];
const fuseMarks = [...kernelMarks, 'user.fuseoverlayfs.opaque', 'trusted.overlay.opaque'];

export function hasOpaqueMark(folder: string, byFuse = false): boolean {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return (byFuse ? fuseMarks : kernelMarks).some((mark) => getAttrSync(fd, mark)?.toString() === 'y');
  } finally {
    closeSync(fd);
  }
}
