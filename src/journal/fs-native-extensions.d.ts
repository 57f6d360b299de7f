declare module 'fs-native-extensions' {
  /** Takes a lock on the whole file, exclusive unless it is to be shared; false when another open file holds one that excludes it. */
  export function tryLock(fd: number, options?: { readonly shared: boolean }): boolean;
  export function unlock(fd: number): void;
}
