/** The potentials of a tag: how much attention it deserves, and which way it points. Pure. */
import type { Megram, MemoryAction } from '../../contracts/memory.ts';
import { fading } from '../fading/decay.ts';
import type { Potentials } from '../keeper.ts';
import { addExactly } from '../records/sums.ts';

const minAttention = 0.5;
const minDecision = 0.2;

/** The potentials of the Megrams of one tag at a given time, by definition: a sum over M and K. */
export function potentials(megrams: readonly Megram[], at: Date): Potentials {
  const now = at.getTime();
  let attention: [number, number] = [0, 0];
  let decision: [number, number] = [0, 0];
  for (const { level, f, sigma, k, created_at, last_recalled_at } of megrams) {
    if (level !== 'M' && level !== 'K') continue;
    const since = Math.max(Date.parse(created_at), last_recalled_at === undefined ? 0 : Date.parse(last_recalled_at));
    const left = f * fading(k, now - since);
    attention = addExactly(...attention, left);
    decision = addExactly(...decision, sigma * left);
  }
  return { attention: attention[0], decision: decision[0], action: actionOf(attention[0], decision[0]) };
}

export function actionOf(attention: number, decision: number): MemoryAction {
  if (attention < minAttention) return 'Ignore';
  if (decision > minDecision) return 'Exploit';
  return decision < -minDecision ? 'Avoid' : 'Caution';
}
