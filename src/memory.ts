/** `artoo/memory`: a memory that decays, forgets, and turns what has proved itself into rules. Malformed input throws an ArtooError. */
import { z } from 'zod';
import { checked } from './contracts/checked.ts';
import { type Megram, MegramState, Tag } from './contracts/memory.ts';
import { IsoTime } from './contracts/shape.ts';
import { quantize as quantumOf } from './memory/fading/quantize.ts';
import type { Potentials } from './memory/keeper.ts';
import { type Memory, type MemoryOptions, openMemory as open } from './memory/memory.ts';
import { potentials as potentialsOf } from './memory/recall/potentials.ts';

export type { Megram, MegramState, MemoryAction } from './contracts/memory.ts';
export type { Cluster, Potentials } from './memory/keeper.ts';
export type { Memory, MemoryOptions, NewMegram } from './memory/memory.ts';

const Folder = z.string().min(1, { error: 'a memory needs a folder' });
const callable = z.custom((value) => typeof value === 'function', { error: 'must be a function' }).optional();
const Options = z.object({ clock: callable, onNotice: callable });
const DreamOptions = z.object({ distil: callable }).optional();
const Sigma = z.number().min(-1).max(1).optional();
const Weighed = z.object({
  level: z.enum(['M', 'K', 'C', 'T']),
  f: z.number().min(0),
  sigma: z.number(),
  k: z.number().min(0),
  created_at: IsoTime,
  last_recalled_at: IsoTime.optional(),
});

/** How strongly a memory of that state counts, in which direction, and how fast it fades. `sigma` is for states that have no direction of their own. */
export const quantize = (state: MegramState, sigma?: number): Pick<Megram, 'f' | 'sigma' | 'k'> =>
  quantumOf(fits(MegramState, state, 'state'), fits(Sigma, sigma, 'sigma'));

/** What the Megrams of one tag say together at a given time. */
export const potentials = (megrams: readonly Megram[], at: Date): Potentials =>
  potentialsOf(fits(z.array(Weighed), megrams, 'megrams'), fits(z.date(), at, 'at'));

/** Opens the memory in a folder. */
export async function openMemory(path: string, options: MemoryOptions = {}): Promise<Memory> {
  const memory = await open(fits(Folder, path, 'path'), fits(Options, options, 'options'));
  const tag = (space: string, entity: string): [string, string] => {
    fits(Tag, { space, entity }, 'tag');
    return [space, entity];
  };
  return {
    ...memory,
    potentials: async (space, entity) => memory.potentials(...tag(space, entity)),
    rules: async (space, entity) => memory.rules(...tag(space, entity)),
    recent: async (space, entity, n) => memory.recent(...tag(space, entity), n),
    dream: async (given) => memory.dream(fits(DreamOptions, given, 'options')),
  };
}

function fits<T>(schema: z.ZodType, value: T, what: string): T {
  return checked(schema, value, 'memory_refused', what);
}
