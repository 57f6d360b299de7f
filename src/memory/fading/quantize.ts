/** The weight, sign and rate of fading of a memory, by its state (SPEC §6). */
import type { Megram, MegramState } from '../../contracts/memory.ts';

type Quantum = Pick<Megram, 'f' | 'sigma' | 'k'>;

/** Weight, sign and rate by state. The caller gives the sign of a rule, and of a dissonance, which has the opposite sign to its rule. */
const table = {
  abandon: { f: 0.95, sigma: -1, k: 0.05 },
  accept: { f: 0.9, sigma: 1, k: 0.05 },
  change_approach: { f: 0.85, sigma: -1, k: 0.05 },
  success: { f: 0.8, sigma: 1, k: 0.05 },
  break_symmetry: { f: 0.75, sigma: 1, k: 0.05 },
  change_path: { f: 0.3, sigma: 0, k: 0.2 },
  refine: { f: 0.1, sigma: 0.5, k: 0.5 },
  dissonance: { f: 0.85, sigma: 0, k: 0.05 },
  rule: { f: 1, sigma: 1, k: 0 },
  declared: { f: 1, sigma: 1, k: 0 },
} as const satisfies Record<MegramState, Quantum>;

/** `sigma` is for the states whose sign is not fixed: dissonance and rule. */
export const quantize = (state: MegramState, sigma: number = table[state].sigma): Quantum => ({ ...table[state], sigma });

/** A fact that the person declares, as a memory. */
export function declaredFact({ id, content, created_at }: Pick<Megram, 'id' | 'content' | 'created_at'>): Megram {
  return { id, level: 'C', created_at, space: 'global', entity: 'user', content, state: 'declared', ...table.declared };
}
