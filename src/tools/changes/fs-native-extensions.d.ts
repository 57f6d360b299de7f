declare module 'fs-native-extensions' {
  /** The names of a file's extended attributes. */
  export function listAttrsSync(fd: number): readonly string[];
  export function removeAttrSync(fd: number, name: string): void;
}
