/** What the store knows of itself: its format, its time, how much it holds, how far verification has come. */
import { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import { keys } from './keys.ts';

/** The format this code writes. A newer one is refused. */
const format = 1;

const State = z.object({
  format: z.int().min(1),
  /** The newest time of anything in the store. */
  newest: z.number(),
  M: z.int(),
  K: z.int(),
  C: z.int(),
  tags: z.int(),
  /** The last tag that was verified; from the start again when it is empty. */
  verified: z.string(),
});
export type State = z.infer<typeof State>;

const fresh: State = { format, newest: 0, M: 0, K: 0, C: 0, tags: 0, verified: '' };

/** Throws `memory_too_new` for a store of a newer artoo, `memory_damaged` where it cannot be read. */
export function readState(get: (key: string) => string | undefined): State {
  const text = get(keys.state);
  if (text === undefined) return fresh;
  const value = parsed(text);
  const written = z.object({ format: z.number() }).safeParse(value).data?.format;
  if (written !== undefined && written > format)
    throw new ArtooError('memory_too_new', `the memory has format ${written}; this artoo reads up to ${format}`);
  const state = State.safeParse(value);
  if (!state.success) throw new ArtooError('memory_damaged', 'what the memory says of itself cannot be read');
  return state.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
