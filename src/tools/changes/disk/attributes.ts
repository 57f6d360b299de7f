/** The extended attributes of a file or folder that belong to people: those of programs, and access lists. */
import { getAttrSync, listAttrsSync, removeAttrSync, setAttrSync } from 'fs-native-extensions';
import { errnoOf } from '../../../contracts/errno.ts';

/** By name, with values in base64. */
export type Attributes = Readonly<Record<string, string>>;

/** Undefined where there are none. Throws system errors; EILSEQ for a name that is not UTF-8, which cannot be told. */
export function attributesOf(fd: number): Attributes | undefined {
  const names = namesOf(fd).filter((name) => ofPeople.test(name) && !ofOverlay.test(name));
  return names.length === 0 ? undefined : Object.fromEntries(names.toSorted().map((name) => [name, valueOf(fd, name)]));
}

/** Gives the open file exactly these. Throws system errors. */
export function setAttributes(fd: number, wanted: Attributes): void {
  const now = attributesOf(fd) ?? {};
  for (const name of Object.keys(now)) if (wanted[name] === undefined) removeAttrSync(fd, name);
  for (const [name, value] of Object.entries(wanted)) if (now[name] !== value) setAttrSync(fd, name, Buffer.from(value, 'base64'));
}

/** Removes those that an overlay file system left on a file. */
export function removeOverlayAttributes(fd: number): void {
  for (const name of namesOf(fd)) if (ofOverlay.test(name)) removeAttrSync(fd, name);
}

export const hasSameAttributes = (one: Attributes = {}, other: Attributes = {}): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

const ofOverlay = /^(?:user\.(?:overlay|fuseoverlayfs)|trusted\.overlay)\./;
const ofPeople = /^(?:user\.|system\.posix_acl_)/;

function namesOf(fd: number): readonly string[] {
  try {
    return listAttrsSync(fd);
  } catch (error) {
    if (['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'].includes(errnoOf(error) ?? '')) return []; // the file system has none
    throw error;
  }
}

function valueOf(fd: number, name: string): string {
  const value = name.includes('\ufffd') ? null : getAttrSync(fd, name);
  if (value === null) throw Object.assign(new Error('an extended attribute has a name that is not UTF-8'), { code: 'EILSEQ', errno: -84 });
  return value.toString('base64');
}
