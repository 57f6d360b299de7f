declare module 'fs-native-extensions' {
  /** Takes a lock on the whole file, exclusive unless it is to be shared; false when another open file holds one that excludes it. */
  export function tryLock(fd: number, options?: { readonly shared: boolean }): boolean;
  export function unlock(fd: number): void;
  /** An extended attribute; null when it is not there. */
  export function getAttrSync(fd: number, name: string): Buffer | null;
  /** The names of a file's extended attributes. */
  export function listAttrsSync(fd: number): readonly string[];
  export function removeAttrSync(fd: number, name: string): void;
}
