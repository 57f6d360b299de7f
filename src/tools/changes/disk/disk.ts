/** Every system call that changes the disk when changes are applied. None of these calls follows a symlink at the end of a path. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lchmodSync,
  lchownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { copyFile, type FileHandle, open } from 'node:fs/promises';
import { programAt } from '../../containment/programs.ts';
import { attributesOf, setAttributes } from './attributes.ts';
import { dataRanges } from './data-ranges.ts';

export type Disk = ReturnType<typeof createDisk>;

/** `before` runs before each call, so that a test can end the process at that point. */
export function createDisk(before: () => void = () => {}) {
  const hooked =
    <A extends readonly unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      before();
      return call(...args);
    };
  return {
    link: hooked(linkSync),
    rename: hooked(renameSync),
    unlink: hooked(unlinkSync),
    rmdir: hooked((path: string) => rmdirSync(path)),
    mkdir: hooked((path: string) => void mkdirSync(path, { mode: 0o700 })),
    symlink: hooked((target: Buffer, path: string) => symlinkSync(target, path)),
    pipe: hooked(makePipe),
    chmod: hooked(chmodItself),
    chown: hooked(lchownSync),
    touch: hooked(touchItself),
    copy: hooked(copyNew),
    create: hooked((path: string) => openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)),
    append: hooked((fd: number, text: string) => writeWhole(fd, Buffer.from(text))),
    sync: hooked(fsyncSync),
  };
}

/** Sets the mode of a file or folder, never that of a symlink's target. */
function chmodItself(path: string, mode: number): void {
  if (process.platform !== 'linux') return lchmodSync(path, mode);
  const fd = openSync(path, 0o10000000 | constants.O_NOFOLLOW); // O_PATH: changing a mode does not require the right to read
  try {
    if (fstatSync(fd).isSymbolicLink()) throw Object.assign(new Error(`${path} is a symlink`), { code: 'ELOOP', errno: -40 });
    chmodSync(`/proc/self/fd/${fd}`, mode);
  } finally {
    closeSync(fd);
  }
}

/** Sets the time. Adds a fifth of a microsecond, so that floating-point rounding cannot change the microsecond. Whole seconds are exact. */
function touchItself(path: string, mtimeMs: number): void {
  const seconds = (mtimeMs % 1000 === 0 ? mtimeMs : mtimeMs + 0.0002) / 1000;
  lutimesSync(path, seconds, seconds);
}

/** Runs mkfifo, because Node has no call for this. The other process must name the descriptors of this process by the id of this process. */
function makePipe(path: string): void {
  const mkfifo = programAt('mkfifo');
  if (mkfifo === undefined) throw Object.assign(new Error('mkfifo is not installed'), { code: 'ENOSYS', errno: -38 });
  execFileSync(mkfifo, ['-m', '600', '--', path.replace('/proc/self/', `/proc/${process.pid}/`)], { stdio: 'ignore', env: {} });
}

/** Copies a regular file with its attributes to a new name, sharing its blocks if the file system can, and preserving holes. */
async function copyNew(from: string, to: string): Promise<void> {
  await using source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await source.stat();
  if (!stats.isFile()) throw new Error(`${from} is not a regular file`);
  const opened = process.platform === 'linux' ? `/proc/self/fd/${source.fd}` : from;
  if (stats.blocks * 512 >= stats.size) await copyFile(opened, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  else await copyData(source, to, stats.size);
  const attributes = attributesOf(source.fd);
  if (attributes === undefined) return;
  await using target = await open(to, constants.O_RDONLY | constants.O_NOFOLLOW);
  setAttributes(target.fd, attributes);
}

const chunkBytes = 1024 ** 2;
const zeros = Buffer.alloc(chunkBytes);

/** Writes only blocks that are not all zeros. */
async function copyData(source: FileHandle, to: string, size: number): Promise<void> {
  await using target = await open(to, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (const [start, end] of await dataRanges(source.fd, size)) {
    for (let at = start, bytes = -1; at < end && bytes !== 0; at += bytes) {
      ({ bytesRead: bytes } = await source.read(chunk, 0, Math.min(chunkBytes, end - at), at));
      const read = chunk.subarray(0, bytes);
      if (!read.equals(zeros.subarray(0, bytes))) writeWhole(target.fd, read, at);
    }
  }
  await target.truncate(size);
}

/** Writes at a position in the file, or at its end. */
function writeWhole(fd: number, bytes: Buffer, place?: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, place === undefined ? null : place + at);
}
