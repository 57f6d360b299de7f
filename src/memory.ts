/** `artoo/memory`: a memory that decays, forgets, and turns what has proved useful into rules. Malformed input throws an ArtooError. */
import { z } from 'zod';
import { type Megram, MegramState } from './contracts/memory.ts';
import { quantize as quantumOf } from './memory/fading/quantize.ts';
import type { Potentials } from './memory/keeper.ts';
import { fits, SigmaInput, WeighedMegram } from './memory/memory-input.ts';
import { potentials as potentialsOf } from './memory/recall/potentials.ts';

export type { Megram, MegramState, MemoryAction } from './contracts/memory.ts';
export type { Cluster, Potentials } from './memory/keeper.ts';
export { type Memory, type MemoryOptions, openMemory } from './memory/memory.ts';
export type { NewMegram } from './memory/memory-input.ts';

/**
 * How strongly a memory of this state counts, in which direction, and how fast it fades. `sigma` is for states that have no direction of their own.
 */
export const quantize = (state: MegramState, sigma?: number): Pick<Megram, 'f' | 'sigma' | 'k'> =>
  quantumOf(fits(MegramState, state, 'state'), fits(SigmaInput, sigma, 'sigma'));

/** The potentials of one tag's Megrams at a given time. */
export const potentials = (megrams: readonly Megram[], at: Date): Potentials =>
  potentialsOf(fits(z.array(WeighedMegram), megrams, 'megrams'), fits(z.date(), at, 'at'));
