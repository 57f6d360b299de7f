declare module 'fs-native-extensions' {
  /** Takes a lock on the whole file, exclusive unless it is to be shared; false when another open file holds one that excludes it. */
  export function tryLock(fd: number, options?: { readonly shared: boolean }): boolean;
  /** The same, waiting for whoever holds it. */
  export function waitForLock(fd: number, options?: { readonly shared: boolean }): Promise<void>;
  export function unlock(fd: number): void;
  /** An extended attribute; null when it is not there. */
  export function getAttr(fd: number, name: string): Promise<Buffer | null>;
  export function removeAttr(fd: number, name: string): Promise<void>;
  export function listAttrs(fd: number): Promise<string[]>;
}
