/** What the store knows of itself: its format, its time, how much it holds, what is still to be done about it. */
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { parsedJson } from '../../contracts/parsed-json.ts';
import { latest } from '../fading/decay.ts';
import { keys } from './keys.ts';

/** The format this code writes. A newer one is refused. */
const format = 1;

const State = z.object({
  format: z.int().min(1),
  /** The newest time of anything in the store. */
  newest: z.number().min(0).max(latest),
  M: z.int(),
  K: z.int(),
  C: z.int(),
  tags: z.int(),
  /** Whether these have been counted since the store began, or since it forgot. */
  counted: z.boolean(),
  /** How many memories were purged, and how many of those are off the disk. */
  purged: z.int(),
  erased: z.int(),
  /** The last tag that was verified; from the start again when it is empty. */
  verified: z.string(),
});
export type State = z.infer<typeof State>;

const fresh: State = { format, newest: 0, M: 0, K: 0, C: 0, tags: 0, counted: false, purged: 0, erased: 0, verified: '' };

/** Nothing where it cannot be read. Throws `memory_too_new` for a store of a newer artoo. */
function stateIn(text: string): State | undefined {
  const value = parsedJson(text);
  const written = z.object({ format: z.number() }).safeParse(value).data?.format;
  if (written !== undefined && written > format)
    throw new ArtooError('memory_too_new', `the memory has format ${written}; this artoo reads up to ${format}`);
  return State.safeParse(value).data;
}

/** As of a new store where it cannot be read, of which something may not be off the disk. Throws `memory_too_new` for a store of a newer artoo. */
export function readState(get: (key: string) => string | undefined, onNotice: (text: string) => void): State {
  const text = get(keys.state);
  if (text === undefined) return fresh;
  const state = stateIn(text);
  if (!state) onNotice('what the memory says of itself cannot be read; it is counted anew when memory is looked at');
  return state ?? { ...fresh, purged: 1 };
}
