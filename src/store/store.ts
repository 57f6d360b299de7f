/** The port to an ordered key-value store for texts, held by one process at a time. Keys are ordered by their UTF-8 bytes. */

export type Change =
  | { readonly type: 'put'; readonly key: string; readonly value: string }
  | { readonly type: 'del'; readonly key: string };

export type Range = {
  readonly from: string;
  /** The end of the range, exclusive. */
  readonly to: string;
  readonly limit?: number;
  readonly reverse?: boolean;
};

/** Failure contract: throws or rejects with `memory_unwritable` if a write did not happen, `memory_damaged` if reading fails, `memory_unavailable` if the store is closed. */
export type Store = {
  get(key: string): string | undefined;
  /** A snapshot of the range: later writes do not change it. */
  entries(range: Range): AsyncIterable<readonly [key: string, value: string]>;
  keys(range: Range): Promise<readonly string[]>;
  /** All or nothing. Always survives the end of this process; with `durable`, also a power failure. */
  write(changes: readonly Change[], options: { readonly durable: boolean }): Promise<void>;
  /**
   * Removes deleted entries from the disk too, including their keys, as far as possible. Waits until open ranges are closed, and new ranges wait
   * until it is done; so do not open one range while reading another.
   */
  erase(): Promise<void>;
  close(): Promise<void>;
};
