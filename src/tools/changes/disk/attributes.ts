/** The extended attributes of a file or folder that matter to people: access lists, and attributes set by programs. */
import { fchmodSync, fstatSync } from 'node:fs';
import { getAttrSync, listAttrsSync, removeAttrSync, setAttrSync } from 'fs-native-extensions';
import { errnoOf } from '../../../contracts/errno.ts';

/** Attributes by name, with values in base64. */
export type Attributes = Readonly<Record<string, string>>;

/** Undefined if there are none. Throws system errors; EILSEQ for a name that is not UTF-8, which cannot be represented. */
export const attributesOf = (fd: number): Attributes | undefined => valuesOf(fd, namesOf(fd));

/**
 * Sets exactly these attributes on the open file, and removes those that an overlay file system left on it. Set the mode afterwards. Throws system
 * errors.
 */
export function setAttributes(fd: number, wanted: Attributes): void {
  const names = namesOf(fd);
  const now = valuesOf(fd, names) ?? {};
  const tooMany = [...names.filter((name) => ofOverlay.test(name)), ...Object.keys(now).filter((name) => wanted[name] === undefined)];
  const missing = Object.entries(wanted).filter(([name, value]) => now[name] !== value);
  if (tooMany.length + missing.length > 0) fchmodSync(fd, Number(fstatSync(fd).mode) | 0o200); // git's objects are read-only even for their owner
  for (const name of tooMany) removeAttrSync(fd, name);
  for (const [name, value] of missing) setAttrSync(fd, name, Buffer.from(value, 'base64'));
}

export const hasSameAttributes = (one: Attributes = {}, other: Attributes = {}): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

const ofOverlay = /^(?:user\.(?:overlay|fuseoverlayfs)|trusted\.overlay)\./;
const ofPeople = /^(?:user\.|system\.posix_acl_)/;

/** Whether the attributes of an entry contain this one. */
export const isUserAttribute = (name: string): boolean => ofPeople.test(name) && !ofOverlay.test(name) && !/[\0\ufffd]/.test(name);

function namesOf(fd: number): readonly string[] {
  try {
    return listAttrsSync(fd);
  } catch (error) {
    if (['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'].includes(errnoOf(error) ?? '')) return []; // the file system does not support attributes
    throw error;
  }
}

function valuesOf(fd: number, names: readonly string[]): Attributes | undefined {
  if (names.length === 0) return undefined; // this is true of most files
  const kept = names.filter((name) => ofPeople.test(name) && !ofOverlay.test(name)); // also names that are not UTF-8, which are refused
  return kept.length === 0 ? undefined : Object.fromEntries(kept.toSorted().map((name) => [name, attributeAt(fd, name)]));
}

function attributeAt(fd: number, name: string): string {
  const value = name.includes('\ufffd') ? null : getAttrSync(fd, name);
  if (value === null) throw Object.assign(new Error('an extended attribute has a name that is not UTF-8'), { code: 'EILSEQ', errno: -84 });
  return value.toString('base64');
}
