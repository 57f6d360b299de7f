/** What can be seen of the world for a check. The verdict is decided from it elsewhere, by pure code, so that a replay decides it again. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Check } from '../contracts/criteria.ts';
import { count, record } from '../contracts/shape.ts';
import { errnoOf } from './errno.ts';

export const CheckRequest = record({ check: Check, cwd: z.string() });
export type CheckRequest = z.infer<typeof CheckRequest>;

export const Observation = z.discriminatedUnion('of', [
  z.object({ of: z.literal('file'), path: z.string(), bytes: count.nullable() }),
  z.object({ of: z.literal('nothing'), why: z.string() }),
]);
export type Observation = z.infer<typeof Observation>;

/** Looks, and changes nothing. A check that needs no look, or whose object cannot be seen, observes nothing and says why. */
export async function observe({ check, cwd }: CheckRequest): Promise<Observation> {
  if (check.kind !== 'file_exists') return { of: 'nothing', why: `a ${check.kind} check cannot be made` };
  const path = resolve(cwd, check.path);
  try {
    const { size } = await stat(path);
    return { of: 'file', path, bytes: size };
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { of: 'file', path, bytes: null };
    return { of: 'nothing', why: `cannot look at ${path}: ${code ?? error}` };
  }
}
