/** The store's own state: its format, its time, how much it holds, what is left to do. */

import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { maxTime } from '../fading/decay.ts';
import { keys } from './keys.ts';

/** The format that this code writes; a newer format is refused. */
const format = 1;

const StoreState = z.object({
  format: z.int().min(1),
  /** The newest time of anything in the store. */
  newest: z.number().min(0).max(maxTime),
  M: z.int(),
  K: z.int(),
  C: z.int(),
  tags: z.int(),
  /** Whether the memories have been counted since the store was created, or since its state was lost. */
  counted: z.boolean(),
  /** How many memories were purged, and how many of those were erased from the disk. */
  purged: z.int(),
  erased: z.int(),
  /** The key at which verification continues; empty for the start. */
  verified: z.string(),
});
export type StoreState = z.infer<typeof StoreState>;

const fresh: StoreState = { format, newest: 0, M: 0, K: 0, C: 0, tags: 0, counted: false, purged: 0, erased: 0, verified: '' };

/**
 * A state that cannot be read is replaced by the state of a new store that still has content to erase. Throws `memory_too_new` for a store written by
 * a newer version of artoo.
 */
export function readState(get: (key: string) => string | undefined, onNotice: (text: string) => void): StoreState {
  const text = get(keys.state);
  if (text === undefined) return fresh;
  const value = parsedJson(text);
  const written = z.object({ format: z.number() }).safeParse(value).data?.format;
  if (written !== undefined && written > format)
    throw new ArtooError('memory_too_new', `the memory has format ${written}; this version of artoo reads formats up to ${format}`);
  const state = StoreState.safeParse(value).data;
  if (!state) onNotice('the state of the memory cannot be read; `artoo memory` counts its memories again');
  return state ?? { ...fresh, purged: 1 };
}
