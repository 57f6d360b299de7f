/** The port to an ordered store of texts by key, held by one process at a time. Keys are ordered by their UTF-8 bytes. */

export type Change =
  | { readonly type: 'put'; readonly key: string; readonly value: string }
  | { readonly type: 'del'; readonly key: string };

export type Range = {
  readonly from: string;
  /** The first key behind the range. */
  readonly to: string;
  readonly limit?: number;
  /** From its end. */
  readonly reverse?: boolean;
};

/**
 * Failure contract: `get` throws and everything else rejects with an ArtooError: `memory_unwritable` when a write did not happen, `memory_damaged` when what is there cannot be
 * read, `memory_unavailable` when the store is closed.
 */
export type Store = {
  get(key: string): string | undefined;
  /** The entries of a range as they are now, whatever is written meanwhile. */
  entries(range: Range): AsyncIterable<readonly [key: string, value: string]>;
  keys(range: Range): Promise<readonly string[]>;
  /** All of it or nothing. `durable`: it outlives the machine losing power; in any case it outlives this process. */
  write(changes: readonly Change[], options: { readonly durable: boolean }): Promise<void>;
  /** What was deleted by now is gone from the disk too, with its keys, as far as the store can. It waits for the ranges that are being read, and others wait for it: so whoever reads one asks for no other meanwhile. */
  erase(): Promise<void>;
  close(): Promise<void>;
};
