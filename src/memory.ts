/** `artoo/memory`: a memory that decays, forgets, and makes rules of what has proved itself. */
export type { Megram, MegramState, MemoryAction } from './contracts/memory.ts';
export { quantize } from './memory/fading/quantize.ts';
export type { Cluster, Potentials } from './memory/keeper.ts';
export { type Memory, type MemoryOptions, type NewMegram, openMemory } from './memory/memory.ts';
export { potentials } from './memory/recall/potentials.ts';
