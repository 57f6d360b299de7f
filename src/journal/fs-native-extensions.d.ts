declare module 'fs-native-extensions' {
  /** Locks the whole file, exclusively unless `shared`; false if another open file holds a conflicting lock. */
  export function tryLock(fd: number, options?: { readonly shared: boolean }): boolean;
  export function unlock(fd: number): void;
  /** The value of an extended attribute; null if it is missing. */
  export function getAttrSync(fd: number, name: string): Buffer | null;
  export function setAttrSync(fd: number, name: string, value: Buffer): void;
  /** The names of a file's extended attributes. */
  export function listAttrsSync(fd: number): readonly string[];
  export function removeAttrSync(fd: number, name: string): void;
}
